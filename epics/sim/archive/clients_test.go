package archive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"owl/epics"
	"owl/epics/archiver"
)

// The clients that others wrote, at the versions that were tried.
func packages() []string { return []string{"epicsarchiver-retrieval-client[all]==1.0.1", "aapy==0.12"} }

// python returns a Python that has the clients. They are kept in .cache and
// fetched when they are not there; without Python or network the test is
// skipped.
func python(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../../.cache/archiver-clients")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "bin", "python")
	const there = "from importlib.util import find_spec; assert find_spec('aa') and find_spec('epicsarchiver')"
	if exec.CommandContext(t.Context(), program, "-c", there).Run() == nil {
		return program
	}
	if testing.Short() {
		t.Skip("the Python clients are not there, and -short does not fetch them")
	}
	host, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to run the Python clients with")
	}
	for _, args := range [][]string{
		{host, "-m", "venv", "--clear", dir},
		append([]string{program, "-m", "pip", "install", "-q", "--retries", "0", "--timeout", "5"}, packages()...),
	} {
		if text, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Skipf("cannot fetch the Python clients %s: %v: %s", strings.Join(packages(), ", "), err, lastLine(text))
		}
	}
	return program
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// What two clients written by others read is what our own client reads.
func TestClientsOfOthers(t *testing.T) {
	program := python(t)
	s, _ := start(t)
	from, to := at("2026-10-15T02:40:00-05:00"), at("2026-10-15T02:55:00-05:00")
	pvs := []string{"SR:DI:DCCT1:I", "SR:RF:B:STS", "SR:RF:B:ARC", "SR:OPS:MSG", "SR:DI:FILLPAT"}
	got := map[string]json.RawMessage{}
	for _, which := range []string{"epicsarchiver", "aapy"} {
		ask(t, program, which, s, pvs, got)
	}
	for _, pv := range pvs {
		own, _ := read(t, clients(s)["raw"], archiver.Query{PV: pv, From: from, To: to})
		compare(t, "raw "+pv, got, own, 0)
		compare(t, "aapy json "+pv, got, own, 300) // it keeps seconds in a double
		compare(t, "aapy raw "+pv, got, own, 300)
	}
	mean, _ := read(t, clients(s)["raw"], archiver.Query{PV: pvs[0], From: from, To: to, Op: "mean_60"})
	compare(t, "mean", got, mean, 0)
	for key, want := range map[string]string{
		"unit SR:DI:DCCT1:I": `["mA"]`, "aapy json labels SR:RF:B:STS": `["Off", "Standby", "On", "Trip"]`, "aapy raw labels SR:RF:B:STS": `["Off", "Standby", "On", "Trip"]`,
		"search": `["SR01:VAC:CCG1:P", "SR02:VAC:CCG1:P", "SR03:VAC:CCG1:P"]`, "search recent": `["SR01:VAC:CCG1:P", "SR02:VAC:CCG1:P", "SR03:VAC:CCG1:P"]`,
		"all":    `["SR01:VAC:CCG1:P", "SR02:VAC:CCG1:P", "SR03:VAC:CCG1:P", "SR04:VAC:CCG1:P", "SR05:VAC:CCG1:P"]`,
		"status": `["Being archived", "Paused", "Not being archived"]`, "type": `"DBR_SCALAR_DOUBLE"`,
	} {
		if string(got[key]) != want {
			t.Errorf("%s: %s, want %s", key, got[key], want)
		}
	}
}

// ask runs one client and adds what it read to got.
func ask(t *testing.T, program, which string, s *Server, pvs []string, got map[string]json.RawMessage) {
	t.Helper()
	address, err := url.Parse(s.Retrieval())
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"testdata/clients.py", which, address.Port(), "2026-10-15T02:40:00-05:00", "2026-10-15T02:55:00-05:00"}, pvs...)
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = append(os.Environ(), "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION=python", "NO_PROXY=127.0.0.1", "TZ=UTC")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", which, err, lastLine(errs.Bytes()))
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
}

// compare checks times to within some nanoseconds, values and severities.
func compare(t *testing.T, key string, got map[string]json.RawMessage, own []archiver.Sample, within int64) {
	t.Helper()
	var rows [][4]any
	d := json.NewDecoder(bytes.NewReader(got[key]))
	d.UseNumber()
	if err := d.Decode(&rows); err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	own = slices.DeleteFunc(slices.Clone(own), func(s archiver.Sample) bool { return s.Quality == epics.Gap })
	if len(rows) != len(own) || len(own) == 0 {
		t.Errorf("%s: they read %d samples, we %d", key, len(rows), len(own))
		return
	}
	for i, row := range rows {
		ns, err := row[0].(json.Number).Int64()
		if err != nil || math.Abs(float64(ns-own[i].Time.UnixNano())) > float64(within) {
			t.Fatalf("%s: they read a sample at %v, we at %d", key, row[0], own[i].Time.UnixNano())
		}
		if !sameValue(row[1], own[i].Value) || fmt.Sprint(row[2]) != fmt.Sprint(int(own[i].Severity)) {
			t.Fatalf("%s: they read %v, severity %v, we %v, %v", key, row[1], row[2], own[i].Value, own[i].Severity)
		}
	}
}

func sameValue(theirs any, ours epics.Value) bool {
	switch theirs := theirs.(type) {
	case json.Number:
		x, err := theirs.Float64()
		y, ok := epics.Float(ours)
		return err == nil && ok && x == y
	case []any:
		wave, ok := ours.(epics.Array)
		if !ok { // aapy gives a number as a list of one
			return len(theirs) == 1 && sameValue(theirs[0], ours)
		}
		for i, x := range theirs {
			if i >= len(wave) || !sameValue(x, epics.Number(wave[i])) {
				return false
			}
		}
		return len(theirs) == len(wave)
	}
	text, ok := ours.(epics.Text)
	return ok && theirs == string(text)
}
