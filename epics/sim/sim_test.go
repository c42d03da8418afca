package sim_test

import (
	"context"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"owl/assets"
	"owl/assets/demogen/channel"
	"owl/epics"
	"owl/epics/sim"
	"owl/epics/sim/ioctest"
)

func player(t testing.TB, scenes []sim.Scene, seed uint64) *sim.Player {
	t.Helper()
	p, err := sim.NewPlayer(assets.Demo(), scenes, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// quiet is a morning without a story.
func quiet() time.Time { return time.Date(2026, 10, 14, 15, 0, 0, 0, time.UTC) }

// play collects what each PV does in a play, with a step every so many ticks.
func play(t testing.TB, p *sim.Player, length time.Duration, every int64) map[string][]sim.Update {
	t.Helper()
	all := map[string][]sim.Update{}
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for tick := int64(0); tick < int64(length/sim.Tick); tick += every {
		updates, err := p.Step(tick, start.Add(time.Duration(tick)*sim.Tick))
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range updates {
			all[u.PV] = append(all[u.PV], u)
		}
	}
	return all
}

func TestThePlayIsTheSameForTheSameSeed(t *testing.T) {
	t.Parallel()
	scenes := sim.Scenes(quiet())[:1]
	length := 3 * time.Second
	one, two, other := play(t, player(t, scenes, 1), length, 1), play(t, player(t, scenes, 1), length, 1), play(t, player(t, scenes, 2), length, 1)
	if !reflect.DeepEqual(one, two) {
		t.Error("two plays of one seed differ")
	}
	if reflect.DeepEqual(one, other) {
		t.Error("the plays of two seeds do not differ")
	}
}

func TestAQuietMorningRaisesNoAlarm(t *testing.T) {
	t.Parallel()
	p := player(t, sim.Scenes(quiet())[:1], 1)
	all := play(t, p, 20*time.Second, 1)
	lively := 0
	for _, c := range p.Channels() {
		updates := all[c.Name]
		if len(updates) == 0 {
			t.Errorf("%s has no value", c.Name)
		}
		if len(updates) > 20 {
			lively++
		}
		for _, u := range updates {
			x, err := strconv.ParseFloat(u.Value, 64)
			if u.Severity != 0 || c.Kind == channel.Float && (err != nil || x <= c.Limits.Lo || x >= c.Limits.Hi) {
				t.Errorf("%s: %+v, limits %v", c.Name, u, c.Limits)
				break
			}
		}
	}
	if lively < 150 {
		t.Errorf("%d channels change more than once a second", lively)
	}
}

// goes tells whether a PV goes through some states or values, in their order.
func goes(updates []sim.Update, through ...func(float64) bool) bool {
	for _, u := range updates {
		x, err := strconv.ParseFloat(u.Value, 64)
		if err == nil && len(through) > 0 && through[0](x) {
			through = through[1:]
		}
	}
	return len(through) == 0
}

func is(want float64) func(float64) bool    { return func(x float64) bool { return x == want } }
func above(want float64) func(float64) bool { return func(x float64) bool { return x > want } }
func below(want float64) func(float64) bool { return func(x float64) bool { return x < want } }

func TestTheScenesPlayTheirStories(t *testing.T) {
	t.Parallel()
	for i, want := range []map[string][]func(float64) bool{
		{},
		{"SR:RF:B:STS": {is(2), is(3), is(2)}, "SR:DI:DCCT1:I": {above(240), below(1), above(200)}, "SR:RF:B:CIRC:TOUT": {below(50), above(59), below(50)}, "SR:MPS:SUM": {is(0), is(1), is(0)}},
		{"CF:LCW2:T": {below(25.05), above(25.2)}},
		{"SR17:VAC:CCG1:P": {below(1e-9), above(5e-9), above(2e-8)}, "SR17:VAC:GV1:STS": {is(0), is(1)}},
		{"05i:det1:DetectorState_RBV": {is(1)}, "05i:scan1.AWAIT": {is(0), is(1)}, "05i:HDF1:WriteStatus": {is(0), is(1)}},
	} {
		scene := sim.Scenes(quiet())[i]
		t.Run(scene.Name, func(t *testing.T) {
			t.Parallel()
			all := play(t, player(t, sim.Scenes(quiet())[i:i+1], 1), scene.Length, 10)
			for pv, through := range want {
				if !goes(all[pv], through...) {
					t.Errorf("%s does not go through its values in %d updates", pv, len(all[pv]))
				}
			}
		})
	}
}

func TestTheIOCServesEveryChannel(t *testing.T) {
	t.Parallel()
	p := player(t, sim.Scenes(quiet())[:1], 1)
	database, err := sim.Database(p.Channels())
	if err != nil {
		t.Fatal(err)
	}
	ioc, ports := ioctest.Start(t, database)
	now := time.Now().Truncate(time.Microsecond)
	updates, err := p.Step(0, now)
	if err != nil {
		t.Fatal(err)
	}
	if err := ioc.Put(updates); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range p.Channels() {
		names = append(names, c.Name)
	}
	for _, provider := range []epics.Provider{epics.PVA, epics.CA} {
		r := open(t, ports, provider)
		infos, err := r.Info(t.Context(), names...)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range p.Channels() {
			check(t, infos[i], c, updates[i], now)
		}
	}
}

// caUnits is how much of the units fits into a message of CA.
const caUnits = 7

func check(t *testing.T, got epics.Info, c *channel.Channel, u sim.Update, now time.Time) {
	t.Helper()
	if got.Err != nil || got.Severity != epics.NoAlarm || !got.Time.Equal(now) || !strings.HasPrefix(c.Unit, string(got.Units())) || len(got.Units()) < min(len(c.Unit), caUnits) {
		t.Errorf("%s: %+v", c.Name, got)
		return
	}
	switch v := got.Value.(type) {
	case epics.Number:
		want, err := strconv.ParseFloat(u.Value, 64)
		if err != nil || float64(v) != want || got.Precision() != c.Places || nan(got.Meta.Limits.HighHigh) != nan(c.Limits.HiHi) {
			t.Errorf("%s: %+v, want %+v", c.Name, got, u)
		}
	case epics.Choice:
		if string(v.Label) != c.State {
			t.Errorf("%s is %q, want %q", c.Name, v.Label, c.State)
		}
	case epics.Array:
		if len(v) != c.Elements {
			t.Errorf("%s has %d elements, want %d", c.Name, len(v), c.Elements)
		}
	case epics.Text:
		if string(v) != u.Value {
			t.Errorf("%s is %q, want %q", c.Name, v, u.Value)
		}
	case epics.Integer:
	default:
		t.Errorf("%s is a %T", c.Name, v)
	}
	if isRecord := !strings.Contains(c.Name, "."); isRecord && !strings.HasPrefix(c.Description, string(got.Meta.Description)) || got.Meta.Description == "" {
		t.Errorf("%s is described as %q", c.Name, got.Meta.Description)
	}
}

func nan(x float64) float64 {
	if math.IsNaN(x) {
		return -1e300
	}
	return x
}

func open(t testing.TB, ports sim.Ports, providers ...epics.Provider) epics.Reader {
	t.Helper()
	if s := epics.Native(); !s.Available {
		t.Skip(s.Why)
	}
	r, err := epics.Open(epics.Options{
		Providers: providers, PVA: epics.Loopback(ports.PVA, ports.PVASearch), CA: epics.Loopback(ports.CA, ports.CABeacon),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// askP4P prints the value, alarm and units of PVs.
const askP4P = `
import json, sys
from p4p.client.thread import Context
with Context('pva', nt=False) as c:
    out = {}
    for name, v in zip(sys.argv[1:], c.get(sys.argv[1:], timeout=10)):
        value = v.value
        if hasattr(value, 'choices'):
            value = value.choices[value.index]
        elif hasattr(value, 'tolist'):
            value = value.tolist()
        out[name] = [value, v.alarm.severity, v.alarm.message, v.timeStamp.secondsPastEpoch, v.get('display.units', '')]
    print(json.dumps(out))
`

func TestAnIndependentClientReadsTheIOC(t *testing.T) {
	t.Parallel()
	p := player(t, sim.Scenes(quiet())[:1], 1)
	database, err := sim.Database(p.Channels())
	if err != nil {
		t.Fatal(err)
	}
	ioc, ports := ioctest.Start(t, database)
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	if err := ioc.Put([]sim.Update{
		{PV: "SR:DI:DCCT1:I", Value: "150.5", Time: at},
		{PV: "SR:RF:B:STS", Value: "3", Time: at},
		{PV: "SR:OPS:FILL", Value: "H24", Time: at},
		{PV: "BO:PS:DIPS:ERR", Value: "1 2.5 -3", Time: at},
		{PV: "CF:LCW1:T", Value: "25", Severity: 3, Time: at},
		{PV: "05i:scan1.EXSC", Value: "1", Time: at},
	}); err != nil {
		t.Fatal(err)
	}
	names := []string{"SR:DI:DCCT1:I", "SR:RF:B:STS", "SR:OPS:FILL", "BO:PS:DIPS:ERR", "CF:LCW1:T", "05i:scan1.EXSC"}
	// The last of the updates is there, so all are.
	until(t, "the IOC has the values", func() bool {
		s, err := open(t, ports).Get(t.Context(), "05i:scan1.EXSC")
		return err == nil && s[0].Quality == epics.Good
	})
	got := map[string][]any{}
	ioctest.RunPython(t, ports, askP4P, &got, names...)
	stamp := float64(at.Unix())
	want := map[string][]any{
		"SR:DI:DCCT1:I": {150.5, 2.0, "LOLO", stamp, "mA"}, "SR:RF:B:STS": {"Trip", 2.0, "STATE", stamp, ""},
		"SR:OPS:FILL": {"H24", 0.0, "", stamp, ""}, "BO:PS:DIPS:ERR": {[]any{1.0, 2.5, -3.0}, 0.0, "", stamp, "A"},
		"CF:LCW1:T": {25.0, 3.0, "no communication with the device", stamp, "C"}, "05i:scan1.EXSC": {"Running", 0.0, "", stamp, ""},
	}
	for name, w := range want {
		if !reflect.DeepEqual(got[name], w) {
			t.Errorf("%s: p4p reads %v, want %v", name, got[name], w)
		}
	}
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

func TestAnIOCThatDiesIsStartedAgain(t *testing.T) {
	program := ioctest.Program(t)
	ctx, cancel := context.WithCancel(t.Context())
	serving, failed, ended := make(chan sim.Ports, 9), make(chan error, 9), make(chan error, 1)
	go func() {
		ended <- sim.Run(ctx, sim.Options{
			Program: program, Demo: assets.Demo(), Scenes: sim.Scenes(quiet()), Seed: 1, Clock: time.Now,
			Serving: func(p sim.Ports) { serving <- p }, Ended: func(err error) { failed <- err },
		})
	}()
	first := <-serving
	r := open(t, first)
	now := time.Now()
	until(t, "the demo is alive", func() bool {
		s, err := r.Get(t.Context(), "SR:DI:DCCT1:I")
		return err == nil && s[0].Err == nil && s[0].Quality == epics.Good && s[0].Time.After(now)
	})
	for _, pid := range ioctest.Children(t, program.Path) {
		kill(t, pid)
	}
	if err := <-failed; err == nil || !strings.Contains(err.Error(), "killed") {
		t.Errorf("the end of the IOC: %v", err)
	}
	if second := <-serving; second != first {
		t.Errorf("the second IOC is on ports %v, the first was on %v", second, first)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	until(t, "no IOC is left", func() bool { return len(ioctest.Children(t, program.Path)) == 0 })
}
