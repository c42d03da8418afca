package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// writeRecord writes the n-th generated corpus record as a line.
func writeRecord(w io.Writer, n int) error {
	_, err := fmt.Fprintf(w, `{"doc_id":"gen/%d","content":"Entry %d. The corrector magnet of sector %d was cycled and the orbit came back to %d micron.",`+
		`"title":"Corrector %d","author":"operator","collection":"bely","system":"Magnets","creation_datetime":"2025-01-02T03:04:05Z","file_id":"GEN_%d"}`+"\n",
		n, n, n%40, n%97, n, n)
	return err
}

// writeRecords makes a corpus file: records FILE COUNT
func writeRecords(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: records FILE COUNT")
	}
	count, err := strconv.Atoi(args[1])
	ts.Check(err)
	file, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	w := bufio.NewWriter(file)
	for n := range count {
		ts.Check(writeRecord(w, n))
	}
	ts.Check(errors.Join(w.Flush(), file.Close()))
}

// writeHugeLine makes a corpus file of a line of this many megabytes and a good
// record: hugeline FILE MEGABYTES
func writeHugeLine(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: hugeline FILE MEGABYTES")
	}
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	file, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	w := bufio.NewWriter(file)
	megabyte := strings.Repeat("x", 1<<20)
	fmt.Fprint(w, `{"doc_id":"huge","content":"`)
	for range size {
		fmt.Fprint(w, megabyte)
	}
	fmt.Fprintln(w, `"}`)
	ts.Check(writeRecord(w, 7))
	ts.Check(errors.Join(w.Flush(), file.Close()))
}

// writeBinary makes a file that is no text: binary FILE
func writeBinary(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: binary FILE")
	}
	data := append([]byte("\x7fELF\x02\x01\x01\x00"), make([]byte, 512)...)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o644))
}

// damage overwrites the middle of each file: damage GLOB
func damage(ts *testscript.TestScript, neg bool, args []string) {
	rewrite(ts, neg, args, func(data []byte) []byte {
		for i := len(data) / 3; i < len(data)*2/3; i++ {
			data[i] ^= 0xA5
		}
		return data
	})
}

// cut takes the second half of each file away: cut GLOB
func cut(ts *testscript.TestScript, neg bool, args []string) {
	rewrite(ts, neg, args, func(data []byte) []byte { return data[:len(data)/2] })
}

func rewrite(ts *testscript.TestScript, neg bool, args []string, change func([]byte) []byte) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: damage|cut GLOB")
	}
	names, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(names) == 0 {
		ts.Fatalf("no file is %s", args[0])
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		ts.Check(err)
		ts.Check(os.WriteFile(name, change(data), 0o644))
	}
}

// mountTmpfs mounts a small file system: tmpfs DIR SIZE
func mountTmpfs(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tmpfs DIR SIZE")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Check(unix.Mount("tmpfs", dir, "tmpfs", 0, "size="+args[1]))
	ts.Defer(func() { ts.Check(unix.Unmount(dir, unix.MNT_DETACH)) })
}

// holdLock is another owl that writes: holdlock HOME
func holdLock(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: holdlock HOME")
	}
	file, err := os.OpenFile(filepath.Join(ts.MkAbs(args[0]), "lock"), os.O_RDWR|os.O_CREATE, 0o644)
	ts.Check(err)
	ts.Check(unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB))
	ts.Check(file.Truncate(0))
	_, err = file.WriteAt([]byte("pid 4711\nsince 2026-01-02T03:04:05Z\n"), 0)
	ts.Check(err)
	ts.Defer(func() { _ = file.Close() })
}
