package epics_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"

	"owl/epics"
	"owl/epics/sim"
	"owl/epics/sim/ioctest"
)

// The benchmarks measure once each, for the table of make bench:
//
//	go test -run '^$' -bench . -benchtime 1x ./epics

const window = 5 * time.Second // of one measurement

// cpu is the processor time that this process has used.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func counterNames(p epics.Provider, n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("%s://c:%d", p, i))
	}
	return names
}

// traffic is what a watch of counters took.
type traffic struct {
	connect time.Duration // until each PV had a value
	updates int
	lost    int
	cpu     time.Duration
	late    []float64 // ms from the record's time stamp to the handler
}

// measure watches counters: until all are there, and then for the window.
func measure(b *testing.B, ports sim.Ports, p epics.Provider, n int) traffic {
	r := open(b, options(ports))
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	last := make(map[string]epics.Number, n)
	var m traffic
	var used time.Duration
	begin := time.Now()
	var counting time.Time
	if err := r.Watch(ctx, func(batch []epics.Sample) error {
		now := time.Now()
		for i := range batch {
			s := &batch[i]
			x, ok := s.Value.(epics.Number)
			before, seen := last[s.PV]
			last[s.PV] = x
			if counting.IsZero() || !ok || !seen {
				continue
			}
			m.updates++
			m.lost += max(0, int(x-before)-1)
			m.late = append(m.late, now.Sub(s.Time).Seconds()*1000)
		}
		switch {
		case counting.IsZero() && len(last) == n:
			m.connect, counting, used = now.Sub(begin), now, cpu(b)
		case !counting.IsZero() && now.Sub(counting) > window:
			m.cpu = cpu(b) - used
			cancel()
		}
		return nil
	}, counterNames(p, n)...); err != nil {
		b.Fatal(err)
	}
	m.lost += int(r.Stats().Lost.Any())
	slices.Sort(m.late)
	return m
}

// settled starts an IOC whose counters count.
func settled(b *testing.B, n int) sim.Ports {
	_, ports := ioctest.Start(b, counters(n))
	r := open(b, options(ports))
	until(b, "the counters count", func() bool { return get(b, r, fmt.Sprintf("c:%d", n-1)).Quality == epics.Good })
	return ports
}

func report(b *testing.B, prefix string, m traffic) {
	b.ReportMetric(float64(m.updates)/window.Seconds(), prefix+"updates/s")
	b.ReportMetric(100*m.cpu.Seconds()/window.Seconds(), prefix+"cpu%")
	b.ReportMetric(float64(m.lost), prefix+"lost")
	b.ReportMetric(m.late[len(m.late)/2], prefix+"late-p50-ms")
	b.ReportMetric(m.late[len(m.late)*99/100], prefix+"late-p99-ms")
	b.ReportMetric(m.connect.Seconds()*1000, prefix+"connect-ms")
}

// BenchmarkThousandPVs reads 1,000 PVs at 10 Hz: over PVA from a server that costs
// little, beside p4p, and over both from records.
func BenchmarkThousandPVs(b *testing.B) {
	source := ioctest.StartSource(b, 1000, 10)
	report(b, "pva-", measure(b, source, epics.PVA, 1000))
	theirs := measureP4P(b, source, 1000)
	b.ReportMetric(theirs.Updates/theirs.Seconds, "p4p-updates/s")
	b.ReportMetric(100*theirs.CPU/theirs.Seconds, "p4p-cpu%")
	b.ReportMetric(theirs.Connect*1000, "p4p-connect-ms")
	b.ReportMetric(theirs.P50, "p4p-late-p50-ms")
	b.ReportMetric(theirs.P99, "p4p-late-p99-ms")
	records := settled(b, 1000)
	report(b, "qsrv-", measure(b, records, epics.PVA, 1000))
	report(b, "ca-", measure(b, records, epics.CA, 1000))
	b.ReportMetric(0, "ns/op")
}

// BenchmarkCeiling offers as much as the reader takes: over CA 5,000 records,
// over PVA 1,000 PVs of a server that costs less than records.
func BenchmarkCeiling(b *testing.B) {
	report(b, "ca-", measure(b, settled(b, 5000), epics.CA, 5000))
	ports := ioctest.StartSource(b, 1000, 60)
	report(b, "pva-", measure(b, ports, epics.PVA, 1000))
	theirs := measureP4P(b, ports, 1000)
	b.ReportMetric(theirs.Updates/theirs.Seconds, "p4p-updates/s")
	b.ReportMetric(100*theirs.CPU/theirs.Seconds, "p4p-cpu%")
	b.ReportMetric(0, "ns/op")
}

// theirs is what p4p took; the percentiles are as late as traffic has them, in ms.
type theirs struct{ Updates, Seconds, CPU, Connect, P50, P99 float64 }

const watchP4P = `
import json, resource, sys, threading, time
from p4p.client.thread import Context
n, window = int(sys.argv[1]), float(sys.argv[2])
seen, updates, all_there, late = set(), 0, threading.Event(), []
def take(i):
    def take(value):
        global updates
        updates += 1
        if updates % 17 == 0:  # each of them would cost more than p4p itself
            stamp = value.timeStamp
            late.append(time.time() - stamp.secondsPastEpoch - stamp.nanoseconds * 1e-9)
        if len(seen) < n:
            seen.add(i)
            if len(seen) == n:
                all_there.set()
    return take
def cpu():
    u = resource.getrusage(resource.RUSAGE_SELF)
    return u.ru_utime + u.ru_stime
with Context('pva', nt=False) as c:
    begin = time.time()
    subs = [c.monitor('c:%d' % i, take(i)) for i in range(n)]
    all_there.wait(20)
    connect, start, used, before = time.time() - begin, time.time(), cpu(), updates
    del late[:]
    time.sleep(window)
    updates, seconds, used = updates - before, time.time() - start, cpu() - used
    late = sorted(late) or [0]
    print(json.dumps({'Updates': updates, 'Seconds': seconds, 'CPU': used, 'Connect': connect, 'P50': 1000 * late[len(late) // 2], 'P99': 1000 * late[len(late) * 99 // 100]}))
`

func measureP4P(b *testing.B, ports sim.Ports, n int) theirs {
	cmd := exec.CommandContext(b.Context(), ioctest.Python(b), "-c", watchP4P, fmt.Sprint(n), fmt.Sprint(window.Seconds()))
	cmd.Env = ioctest.ClientEnv(ports)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	var t theirs
	if err := json.Unmarshal(out, &t); err != nil {
		b.Fatal(err)
	}
	return t
}

func BenchmarkRestart(b *testing.B) {
	program := ioctest.Program(b)
	ports, err := sim.FreePorts()
	if err != nil {
		b.Fatal(err)
	}
	first := ioctest.Restart(b, program, types, ports)
	ioctest.Put(b, first, "t:ai", "1")
	r := open(b, options(ports))
	var watches []*follower
	for _, p := range providers() {
		f := follow(b, r, string(p)+"://t:ai")
		f.until("it is connected", func(s epics.Sample) bool { return s.Quality == epics.Good })
		watches = append(watches, f)
	}
	start := time.Now()
	if err := first.Kill(); err != nil {
		b.Fatal(err)
	}
	for i, p := range providers() {
		watches[i].until("the disconnect is seen", func(s epics.Sample) bool { return s.Quality == epics.Stale })
		b.ReportMetric(time.Since(start).Seconds()*1000, string(p)+"-lost-ms")
	}
	time.Sleep(10 * time.Second) // long enough for searches to become rare
	second := ioctest.Restart(b, program, types, ports)
	ioctest.Put(b, second, "t:ai", "2")
	start = time.Now()
	for i, p := range []epics.Provider{epics.CA, epics.PVA} {
		watches[1-i].until("it is back", func(s epics.Sample) bool { return s.Quality == epics.Good })
		b.ReportMetric(time.Since(start).Seconds()*1000, string(p)+"-back-ms")
	}
	b.ReportMetric(0, "ns/op")
}
