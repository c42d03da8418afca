package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// The archive that is charted: a month of 1 Hz and a week of 10 Hz.
const (
	monthSamples = 2_600_000
	weekSamples  = 6_048_000
	charts       = 5 // how often a chart is drawn; the figure is the median
)

// archiveCharts times owl pv history on a server of this process, which gives PB
// as an Archiver Appliance does, and takes the memory beyond that of owl pv
// alone, which reads nothing.
//
// The replies lie in files: what a process holds when it starts another counts
// as peak memory of that one.
func archiveCharts(ctx context.Context, b *bench) (figures, error) {
	handler := &archiveServer{month: filepath.Join(b.dir, "month.pb"), week: filepath.Join(b.dir, "week.pb")}
	err := errors.Join(writePB(handler.month, monthSamples, time.Second), writePB(handler.week, weekSamples, time.Second/10))
	if err != nil {
		return nil, err
	}
	server, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &http.Server{Handler: handler, ReadHeaderTimeout: time.Second}
	served := make(chan error, 1)
	go func() { served <- s.Serve(server) }() // net/http recovers the handlers
	f, err := chartAll(ctx, "http://"+server.Addr().String()+"/retrieval")
	if err := errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return nil, err
	}
	return f, nil
}

func chartAll(ctx context.Context, address string) (figures, error) {
	_, idle, err := runOwl(ctx, address, "pv")
	if err != nil {
		return nil, err
	}
	month := []string{"pv", "history", "month", "--from", "2025-01-01T00:00:00Z", "--to", pbStart().Add(monthSamples * time.Second).Format(time.RFC3339)}
	week := []string{"pv", "history", "week", "--from", "2025-01-01T00:00:00Z", "--to", "2025-01-08T00:00:00Z"}
	var took []float64
	most := 0.0
	for range charts {
		ms, mb, err := runOwl(ctx, address, month...)
		if err != nil {
			return nil, err
		}
		took, most = append(took, ms), max(most, mb)
	}
	f := figures{"month_more_mb": most - idle}
	f["month_ms"], _ = percentiles(took)
	_, mb, err := runOwl(ctx, address, week...)
	f["week_more_mb"] = mb - idle
	return f, err
}

// runOwl runs the program that make build made; it gives the milliseconds and the
// peak memory in MB.
func runOwl(ctx context.Context, address string, args ...string) (ms, mb float64, err error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "OWL_ARCHIVER_RETRIEVAL="+address, "OWL_SITE_TIMEZONE=UTC")
	start := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, 0, fmt.Errorf("owl %s: %w: %s", strings.Join(args, " "), err, out)
	}
	ms = milliseconds(start)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		mb = float64(usage.Maxrss) / 1024 // Linux counts in KiB
	}
	return ms, mb, nil
}

// archiveServer gives the samples of two PVs, whatever the window.
type archiveServer struct{ month, week string } // files

// ServeHTTP implements http.Handler.
func (a *archiveServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.FormValue("pv") {
	case "month":
		http.ServeFile(w, r, a.month)
	case "week":
		http.ServeFile(w, r, a.week)
	default:
		http.NotFound(w, r)
	}
}

func pbStart() time.Time { return time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC) }

// writePB writes a reply with n doubles, the chunk of one year, unless an earlier
// run left it.
func writePB(path string, n int, every time.Duration) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return create(path, func(w *bufio.Writer) {
		head := []byte{0x08, 6, 0x12, 1, 'x', 0x18}
		line := append(escapePB(nil, binary.AppendUvarint(head, 2025)), '\n')
		var message []byte
		for i := range n {
			w.Write(line)
			at := time.Duration(i) * every
			message = binary.AppendUvarint(append(message[:0], 0x08), uint64(at/time.Second))
			message = binary.AppendUvarint(append(message, 0x10), uint64(at%time.Second))
			value := 250 + math.Sin(float64(i)/1000)
			message = binary.LittleEndian.AppendUint64(append(message, 0x19), math.Float64bits(value))
			line = append(escapePB(line[:0], message), '\n')
		}
		w.Write(line)
	})
}

// escapePB makes a message a line, as the archiver's files do.
func escapePB(out, message []byte) []byte {
	for _, b := range message {
		switch b {
		case 0x1b:
			out = append(out, 0x1b, 1)
		case '\n':
			out = append(out, 0x1b, 2)
		case '\r':
			out = append(out, 0x1b, 3)
		default:
			out = append(out, b)
		}
	}
	return out
}
