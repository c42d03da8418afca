package epics_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/epics"
	"owl/epics/native"
	"owl/epics/sim"
	"owl/epics/sim/ioctest"
)

const types = `
record(ai, "t:ai") { field(TSE, "-2") field(EGU, "mA") field(DESC, "a current") field(PREC, "2") field(LOPR, "-10") field(HOPR, "10")
  field(LOLO, "-8") field(LLSV, "MAJOR") field(LOW, "-6") field(LSV, "MINOR") field(HIGH, "6") field(HSV, "MINOR") field(HIHI, "8") field(HHSV, "MAJOR") }
record(ai, "t:plain") { field(TSE, "-2") }
record(ai, "t:undefined") { }
record(longin, "t:long") { field(TSE, "-2") field(EGU, "turns") }
record(int64in, "t:large") { field(TSE, "-2") }
record(bi, "t:bi") { field(TSE, "-2") field(ZNAM, "Off") field(ONAM, "On") field(OSV, "MINOR") }
record(mbbi, "t:mbbi") { field(TSE, "-2") field(ZRST, "Idle") field(ONST, "Busy") field(TWST, "Broken") field(ZRVL, "0") field(ONVL, "1") field(TWVL, "2") field(TWSV, "MAJOR") }
record(stringin, "t:string") { field(TSE, "-2") }
record(waveform, "t:wave") { field(TSE, "-2") field(FTVL, "FLOAT") field(NELM, "100") field(EGU, "V") field(PREC, "3") }
record(aai, "t:texts") { field(FTVL, "STRING") field(NELM, "3") field(INP, {const:["one", "", "three"]}) field(PINI, "YES") }
record(waveform, "t:longtext") { field(TSE, "-2") field(FTVL, "CHAR") field(NELM, "200") field(INP, {const:"a text of more than forty characters, which a string cannot hold"}) field(PINI, "YES") info(Q:form, "String") }
record(lsi, "t:lsi") { field(SIZV, "200") field(INP, {const:"a text of more than forty characters, which a string cannot hold"}) field(PINI, "YES") }
record(scan, "05x:scan1") { field(TSE, "-2") }
`

// table is a table made of records by QSRV.
const table = `
record(aai, "t:labels") { field(FTVL, "STRING") field(NELM, "2") field(INP, {const:["Position", "Name"]}) field(PINI, "YES")
  info(Q:group, {"t:table": {"+id": "epics:nt/NTTable:1.0", "labels": {"+type": "plain", "+channel": "VAL", "+putorder": 0}}}) }
record(aai, "t:column:x") { field(FTVL, "DOUBLE") field(NELM, "4") field(INP, {const:[1, 2.5, -3]}) field(PINI, "YES")
  info(Q:group, {"t:table": {"value.x": {"+type": "plain", "+channel": "VAL", "+putorder": 1}}}) }
record(aai, "t:column:name") { field(FTVL, "STRING") field(NELM, "4") field(INP, {const:["a", "b"]}) field(PINI, "YES")
  info(Q:group, {"t:table": {"value.name": {"+type": "plain", "+channel": "VAL", "+putorder": 2}, "": {"+type": "meta", "+channel": "VAL"}}}) }
`

// options make a Reader that speaks with the IOC on these ports only.
func options(ports sim.Ports) epics.Options {
	return epics.Options{
		PVA: epics.Loopback(ports.PVA, ports.PVASearch), CA: epics.Loopback(ports.CA, ports.CABeacon), ConnectTimeout: 30 * time.Second,
	}
}

// open opens a Reader and checks that nothing is left of it.
func open(t testing.TB, o epics.Options) epics.Reader {
	t.Helper()
	if s := epics.Native(); !s.Available {
		t.Skip(s.Why)
	}
	handles, goroutines := native.Handles(), runtime.NumGoroutine()
	r, err := epics.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if n := native.Handles(); n != handles {
			t.Errorf("%d handles, %d before", n, handles)
		}
		until(t, "the goroutines end", func() bool { return runtime.NumGoroutine() <= goroutines })
	})
	return r
}

// until waits for a condition.
func until(t testing.TB, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

func get(t testing.TB, r epics.Reader, name string) epics.Sample {
	t.Helper()
	samples, err := r.Get(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return samples[0]
}

func providers() []epics.Provider { return []epics.Provider{epics.PVA, epics.CA} }

// TestReader shares one IOC: each takes most of a second to start.
func TestReader(t *testing.T) {
	ioc, ports := ioctest.Start(t, types+table)
	for name, test := range map[string]func(*testing.T, *sim.IOC, sim.Ports){
		"every type is read over both providers":     everyType,
		"watch gives the same as get":                watchLikeGet,
		"alarms and what is said of a PV":            alarmsAndMetadata,
		"quality":                                    quality,
		"a name without provider takes what answers": eitherProvider,
		"a missing PV is told at the deadline":       missingPV,
		"what is no name fails alone":                noNames,
		"a reader that is closed":                    ends,
		"watches of the same name share":             shares,
		"the site's variables are used":              siteVariables,
		"a handler that fails ends its watch":        failingHandler,
	} {
		t.Run(name, func(t *testing.T) { test(t, ioc, ports) })
	}
}

func everyType(t *testing.T, ioc *sim.IOC, ports sim.Ports) {
	ioctest.Put(t, ioc, "t:ai", "4.5", "t:plain", "nan", "t:long", "-7", "t:large", "9007199254740993", "t:bi", "1", "t:mbbi", "2",
		"t:string", "hello", "t:wave", "1 -2.5 1e9", "05x:scan1.EXSC", "1", "05x:scan1.AWAIT", "1")
	r := open(t, options(ports))
	until(t, "the last value is there", func() bool { return get(t, r, "05x:scan1.AWAIT").Value == epics.Integer(1) })
	for _, c := range []struct {
		pv   string
		want epics.Value
		only epics.Provider
	}{
		{"t:ai", epics.Number(4.5), ""},
		{"t:long", epics.Integer(-7), ""},
		{"t:large", epics.Integer(9007199254740993), epics.PVA},
		{"t:large", epics.Number(9007199254740992), epics.CA}, // CA has no 64-bit integers
		{"t:bi", epics.Choice{Index: 1, Label: "On"}, ""},
		{"t:mbbi", epics.Choice{Index: 2, Label: "Broken"}, ""},
		{"t:string", epics.Text("hello"), ""},
		{"t:wave", epics.Array{1, -2.5, 1e9}, ""},
		{"t:texts", epics.Texts{"one", "", "three"}, ""},
		{"t:longtext", epics.Text("a text of more than forty characters, which a string cannot hold"), epics.PVA},
		{"t:lsi.VAL$", epics.Text("a text of more than forty characters, which a string cannot hold"), epics.CA},
		{"05x:scan1.EXSC", epics.Choice{Index: 1, Label: "Running"}, ""},
		{"t:table", epics.Table{Columns: []engine.Untrusted{"Position", "Name"}, Rows: [][]epics.Value{
			{epics.Number(1), epics.Text("a")}, {epics.Number(2.5), epics.Text("b")}, {epics.Number(-3), nil},
		}}, epics.PVA},
	} {
		for _, p := range providers() {
			if c.only != "" && p != c.only {
				continue
			}
			s := get(t, r, string(p)+"://"+c.pv)
			if s.Err != nil || !reflect.DeepEqual(s.Value, c.want) || s.Provider != p || !s.Connected() {
				t.Errorf("%s over %s: %#v from %q, error %v; want %#v", c.pv, p, s.Value, s.Provider, s.Err, c.want)
			}
		}
	}
}

func watchLikeGet(t *testing.T, ioc *sim.IOC, ports sim.Ports) {
	ioctest.Put(t, ioc, "t:mbbi", "1", "t:wave", "1 2", "t:long", "3", "t:ai", "1.5")
	r := open(t, options(ports))
	for _, p := range providers() {
		for _, pv := range []string{"t:mbbi", "t:wave", "t:long", "t:ai", "t:texts", "t:undefined"} {
			name := string(p) + "://" + pv
			var seen epics.Sample
			watch(t, r, func(s epics.Sample) bool { seen = s; return true }, name)
			if got := get(t, r, name); !reflect.DeepEqual(seen.Value, got.Value) || seen.Severity != got.Severity || !seen.Time.Equal(got.Time) || seen.Quality != got.Quality {
				t.Errorf("%s: watched %+v, got %+v", name, seen, got)
			}
		}
	}
}

// watch hands samples to done until it says so.
func watch(t testing.TB, r epics.Reader, done func(epics.Sample) bool, names ...string) {
	t.Helper()
	enough := errors.New("enough")
	err := r.Watch(t.Context(), func(batch []epics.Sample) error {
		for _, s := range batch {
			if done(s) {
				return enough
			}
		}
		return nil
	}, names...)
	if !errors.Is(err, enough) {
		t.Fatalf("watch %q: %v", names, err)
	}
}

func alarmsAndMetadata(t *testing.T, ioc *sim.IOC, ports sim.Ports) {
	r := open(t, options(ports))
	for _, c := range []struct {
		value    string
		severity epics.Severity
		message  string
	}{{"4.5", epics.NoAlarm, ""}, {"7", epics.Minor, "HIGH"}, {"9", epics.Major, "HIHI"}, {"-7", epics.Minor, "LOW"}, {"-9", epics.Major, "LOLO"}} {
		ioctest.Put(t, ioc, "t:ai", c.value)
		for _, p := range providers() {
			name := string(p) + "://t:ai"
			var s epics.Sample
			watch(t, r, func(got epics.Sample) bool { s = got; return fmt.Sprint(got.Value) == c.value }, name)
			if s.Severity != c.severity || string(s.Message) != c.message || s.Quality != epics.Good || s.Time.IsZero() {
				t.Errorf("%s = %s: %s %q, quality %s, time %s", name, c.value, s.Severity, s.Message, s.Quality, s.Time)
			}
		}
	}
	for _, p := range providers() {
		infos, err := r.Info(t.Context(), string(p)+"://t:ai", string(p)+"://t:plain", string(p)+"://t:mbbi")
		if err != nil {
			t.Fatal(err)
		}
		m := infos[0].Meta
		want := epics.Limits{DisplayLow: -10, DisplayHigh: 10, ControlLow: -10, ControlHigh: 10, LoLo: -8, Low: -6, High: 6, HighHigh: 8}
		if m.Units != "mA" || m.Description != "a current" || m.Precision != 2 || m.Limits != want || infos[0].Server == "" || infos[0].Type == "" {
			t.Errorf("%s: %+v %+v", p, infos[0], m)
		}
		if l := infos[1].Meta.Limits; !math.IsNaN(l.DisplayLow) || !math.IsNaN(l.ControlHigh) || !math.IsNaN(l.LoLo) || !math.IsNaN(l.High) {
			t.Errorf("%s: a record without limits has %+v", p, l)
		}
		if c := infos[2].Meta.Choices; !reflect.DeepEqual(c, []engine.Untrusted{"Idle", "Busy", "Broken"}) {
			t.Errorf("%s: choices %q", p, c)
		}
	}
}

func quality(t *testing.T, ioc *sim.IOC, ports sim.Ports) {
	if err := ioc.Put([]sim.Update{{PV: "t:ai", Value: "1", Severity: 3, Time: time.Now()}}); err != nil {
		t.Fatal(err)
	}
	r := open(t, options(ports))
	for _, p := range providers() {
		name := string(p) + "://t:ai"
		until(t, "the value is invalid", func() bool { return get(t, r, name).Quality == epics.Bad })
		if s := get(t, r, string(p)+"://t:undefined"); s.Quality != epics.Undefined || !s.Time.IsZero() || s.Severity != epics.Invalid {
			t.Errorf("%s: a record that was never processed: %+v", p, s)
		}
	}
}

func eitherProvider(t *testing.T, ioc *sim.IOC, ports sim.Ports) {
	ioctest.Put(t, ioc, "t:ai", "2")
	nowhere, err := sim.FreePorts()
	if err != nil {
		t.Fatal(err)
	}
	both := options(ports)
	onlyCA, onlyPVA := both, both
	onlyCA.PVA, onlyPVA.CA = epics.Loopback(nowhere.PVA, nowhere.PVASearch), epics.Loopback(nowhere.CA, nowhere.CABeacon)
	for name, c := range map[string]struct {
		options epics.Options
		want    []epics.Provider
	}{
		"both":     {both, providers()},
		"CA only":  {onlyCA, []epics.Provider{epics.CA}},
		"PVA only": {onlyPVA, []epics.Provider{epics.PVA}},
	} {
		t.Run(name, func(t *testing.T) {
			r := open(t, c.options)
			s := get(t, r, "t:ai")
			found := false
			for _, p := range c.want {
				found = found || p == s.Provider
			}
			if s.Err != nil || !found {
				t.Errorf("%+v by %q, error %v", s.Value, s.Provider, s.Err)
			}
		})
	}
}

func missingPV(t *testing.T, _ *sim.IOC, ports sim.Ports) {
	o := options(ports)
	o.ConnectTimeout = 50 * time.Millisecond
	r := open(t, o)
	for _, name := range []string{"t:nosuch", "pva://t:nosuch", "ca://t:nosuch"} {
		if s := get(t, r, name); !errors.Is(s.Err, epics.ErrNoAnswer) || s.Value != nil || s.Quality != epics.None || s.Connected() {
			t.Errorf("get %s: %+v", name, s)
		}
		watch(t, r, func(s epics.Sample) bool { return errors.Is(s.Err, epics.ErrNoAnswer) && s.PV == name }, name)
	}
	o.ConnectTimeout = time.Second
	r = open(t, o)
	samples, err := r.Get(t.Context(), "t:nosuch", "t:ai")
	if err != nil || samples[0].Err == nil || samples[1].Err != nil {
		t.Errorf("one of two is missing: %+v, %v", samples, err)
	}
}

// A name with a NUL would be cut there, and be that of another PV.
func noNames(t *testing.T, ioc *sim.IOC, ports sim.Ports) {
	ioctest.Put(t, ioc, "t:ai", "1")
	r := open(t, options(ports))
	names := []string{"", "t:ai\x00b", "t:ai", "pva://", "ca://a\nb", strings.Repeat("x", 70_000), "\xff"}
	samples, err := r.Get(t.Context(), names...)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range samples {
		if s.PV != names[i] || errors.Is(s.Err, epics.ErrName) == (names[i] == "t:ai") {
			t.Errorf("%.20q: %+v", names[i], s)
		}
	}
	told := 0
	watch(t, r, func(s epics.Sample) bool {
		told++
		return told == len(names)
	}, names...)
}

func ends(t *testing.T, _ *sim.IOC, ports sim.Ports) {
	r := open(t, options(ports))
	ctx, cancel := context.WithCancel(t.Context())
	if err := r.Watch(ctx, func([]epics.Sample) error { cancel(); return nil }, "t:ai"); err != nil {
		t.Errorf("a watch whose context is done: %v", err)
	}
	if _, err := r.Get(ctx, "t:nosuch"); !errors.Is(err, context.Canceled) {
		t.Errorf("a get whose context is done: %v", err)
	}
	ended := make(chan error)
	go func() { ended <- r.Watch(t.Context(), func([]epics.Sample) error { return nil }, "t:ai", "t:nosuch") }()
	until(t, "both are subscribed to", func() bool { return r.Stats().Subscriptions == 2 })
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; !errors.Is(err, epics.ErrClosed) {
		t.Errorf("a watch whose reader was closed: %v", err)
	}
	if _, err := r.Get(t.Context(), "t:ai"); !errors.Is(err, epics.ErrClosed) {
		t.Errorf("a get of a closed reader: %v", err)
	}
}

func siteVariables(t *testing.T, _ *sim.IOC, ports sim.Ports) {
	for name, value := range map[string]string{
		"EPICS_PVA_ADDR_LIST": "127.0.0.1", "EPICS_PVA_AUTO_ADDR_LIST": "NO", "EPICS_PVA_BROADCAST_PORT": fmt.Sprint(ports.PVASearch),
		"EPICS_CA_ADDR_LIST": "127.0.0.1", "EPICS_CA_AUTO_ADDR_LIST": "NO", "EPICS_CA_SERVER_PORT": fmt.Sprint(ports.CA), "EPICS_CA_REPEATER_PORT": fmt.Sprint(ports.CABeacon),
	} {
		t.Setenv(name, value)
	}
	r := open(t, epics.Options{})
	for _, p := range providers() {
		if s := get(t, r, string(p)+"://t:ai"); s.Err != nil {
			t.Error(s.Err)
		}
	}
}
