package ioctest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Children lists the processes of this test that run a program.
func Children(t testing.TB, path string) []int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var list []int
	for _, stat := range stats {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
		if err == nil && parent(stat) == os.Getpid() && Runs(pid, path) {
			list = append(list, pid)
		}
	}
	return list
}

// parent reads the number of the parent; 0 when the process is gone.
func parent(stat string) int {
	text, err := os.ReadFile(stat)
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	n, err := strconv.Atoi(fields[1])
	if err != nil {
		return 0
	}
	return n
}

// Runs tells whether a process exists, is no zombie and runs a program.
func Runs(pid int, path string) bool {
	real, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	return err == nil && filepath.Base(real) == filepath.Base(path)
}
