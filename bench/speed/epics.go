package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

const livePart = "PVs, p4p"

// epicsRows are the figures of live PVs. The reader is measured by the benchmarks
// of package epics, because nothing but epics may import it; p4p reads the same
// servers in the same run.
func epicsRows() []row {
	const thousand, ceiling, restart = "ThousandPVs ", "Ceiling ", "Restart "
	list := []row{
		{label: "1,000 PVs x 10 Hz by PVA, updates/s", figure: thousand + "pva-updates/s", target: ">= 10000", rival: thousand + "p4p-updates/s", higher: true},
		{label: "  share of a core, %", figure: thousand + "pva-cpu%", target: "<= 15", rival: thousand + "p4p-cpu%"},
		{label: "  updates lost", figure: thousand + "pva-lost", target: "0"},
		{label: "  from record to handler, p50 ms", figure: thousand + "pva-late-p50-ms", rival: thousand + "p4p-late-p50-ms"},
		{label: "  from record to handler, p99 ms", figure: thousand + "pva-late-p99-ms", target: "<= 15", rival: thousand + "p4p-late-p99-ms"},
		{label: "  to connect all, ms", figure: thousand + "pva-connect-ms", target: "<= 200", rival: thousand + "p4p-connect-ms"},
		{label: "1,000 records x 10 Hz by PVA, updates/s", figure: thousand + "qsrv-updates/s", target: ">= 10000", higher: true},
		{label: "  share of a core, %", figure: thousand + "qsrv-cpu%", target: "<= 15"},
		{label: "  updates lost", figure: thousand + "qsrv-lost", target: "0"},
		{label: "1,000 records x 10 Hz by CA, updates/s", figure: thousand + "ca-updates/s", target: ">= 10000", higher: true},
		{label: "  share of a core, %", figure: thousand + "ca-cpu%", target: "<= 15"},
		{label: "  updates lost", figure: thousand + "ca-lost", target: "0"},
		{label: "  from record to handler, p99 ms", figure: thousand + "ca-late-p99-ms", target: "<= 15"},
		{label: "  to connect all, ms", figure: thousand + "ca-connect-ms", target: "<= 200"},
		{label: "60,000/s offered by PVA, updates/s", figure: ceiling + "pva-updates/s", target: ">= 40000", rival: ceiling + "p4p-updates/s", higher: true},
		{label: "  share of a core, %", figure: ceiling + "pva-cpu%", rival: ceiling + "p4p-cpu%"},
		{label: "  updates lost", figure: ceiling + "pva-lost"},
		{label: "50,000/s offered by CA, updates/s", figure: ceiling + "ca-updates/s", target: ">= 40000", higher: true},
		{label: "a killed IOC is seen by PVA, ms", figure: restart + "pva-lost-ms", target: "<= 500"},
		{label: "a killed IOC is seen by CA, ms", figure: restart + "ca-lost-ms", target: "<= 500"},
		{label: "an IOC that is back is found by PVA, ms", figure: restart + "pva-back-ms", target: "<= 3000"},
		{label: "an IOC that is back is found by CA, ms", figure: restart + "ca-back-ms", target: "<= 3000"},
	}
	for i := range list {
		list[i].part, list[i].by = livePart, livePart
	}
	return list
}

// livePVs runs the benchmarks of package epics.
func livePVs(ctx context.Context, _ *bench) (figures, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", ".", "-benchtime", "1x", "./epics")
	out, err := output(cmd)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, lastLine(out))
	}
	f := benchmarks(out)
	if len(f) == 0 {
		return nil, errors.New("no benchmark ran; is bin/owl-ioc built?")
	}
	return f, nil
}

func lastLine(text []byte) []byte {
	text = bytes.TrimSpace(text)
	return text[bytes.LastIndexByte(text, '\n')+1:]
}

// benchmarks reads what go test prints of benchmarks: the name, how often it ran,
// and then pairs of a figure and its unit. The name of a figure is that of its
// benchmark and the unit.
func benchmarks(out []byte) figures {
	f := figures{}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(fields[0], "Benchmark"), "-")
		for i := 2; i+1 < len(fields); i += 2 {
			if x, err := strconv.ParseFloat(fields[i], 64); err == nil {
				f[name+" "+fields[i+1]] = x
			}
		}
	}
	return f
}
