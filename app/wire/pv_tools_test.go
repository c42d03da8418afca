package wire

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"owl/engine/tools"
)

// call calls a tool of the demo as an answer would.
func call(t *testing.T, name, args string, out any) tools.Envelope {
	t.Helper()
	return callOf(t, demoPVs(t), name, args, out)
}

func callOf(t *testing.T, pvs *PVs, name, args string, out any) tools.Envelope {
	t.Helper()
	r, err := tools.NewRegistry(tools.Limits{}, pvs.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	e := r.Call(t.Context(), name, json.RawMessage(args))
	if e.Err == nil {
		if err := json.Unmarshal(e.Result, out); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func TestChannelFind(t *testing.T) {
	var got FoundChannels
	if e := call(t, "channel_find", `{"words":"horizontal BPMs in sector 3"}`, &got); e.Err != nil || len(got.Channels) != 2 || got.Channels[0].PV != "SR03:DI:BPM02:X" || !*got.Channels[0].Archived {
		t.Errorf("%+v %+v", got, e)
	}
	if e := call(t, "channel_find", `{"words":"*","limit":5}`, &got); e.Err != nil || len(got.Channels) != 5 || !got.Capped {
		t.Errorf("%+v %+v", got, e)
	}
	got = FoundChannels{}
	if e := call(t, "channel_find", `{"words":"SR:RF:C:KV"}`, &got); e.Err != nil || len(got.Channels) != 0 || len(got.Notes) != 1 || !strings.Contains(got.Notes[0], "no channel is called SR:RF:C:KV; the nearest are SR:RF:B:KV") {
		t.Errorf("%+v %+v", got, e)
	}
	for _, args := range []string{`{}`, `{"words":""}`, `{"words":"x","limit":51}`, `{"words":"x","put":1}`} {
		if e := call(t, "channel_find", args, &got); !errors.Is(e.Err, tools.ErrArguments) {
			t.Errorf("%s: %+v", args, e)
		}
	}
}

type histories struct{ Histories []toolHistory }

func TestChannelReadOfTheArchive(t *testing.T) {
	var got histories
	args := `{"pvs":["SR:DI:DCCT1:I","SR:RF:B:STS","SR:OPS:MSG","NO:SUCH"],"from":"2026-10-15 02:30","to":"2026-10-15 05:00"}`
	if e := call(t, "channel_read", args, &got); e.Err != nil || len(got.Histories) != 4 {
		t.Fatalf("%+v", e)
	}
	current, state, text, none := got.Histories[0], got.Histories[1], got.Histories[2], got.Histories[3]
	if current.From != "2026-10-15T02:30:00.000-05:00" || current.Count < 5000 || current.Units != "mA" || len(current.Bins) != 60 || len(current.Samples) != 0 {
		t.Errorf("%d samples, %d bins, %+v", current.Count, len(current.Bins), current)
	}
	if low, high := current.Min.Value.(float64), current.Max.Value.(float64); low > 1 || high < 249 || high > 251 || !strings.HasPrefix(current.Alarms[0].Time, "2026-10-15T02:47:1") || current.Alarms[0].Severity != "MAJOR" {
		t.Errorf("%+v %+v %+v", current.Min, current.Max, current.Alarms)
	}
	if state.Count != len(state.Samples) || len(state.Alarms) != 2 || state.Alarms[0].Value != "Trip" || state.Alarms[0].Message != "STATE" || state.Alarms[1].Severity != "NO_ALARM" {
		t.Errorf("%+v", state)
	}
	if len(text.Samples) == 0 || text.Min != nil || text.Samples[len(text.Samples)-1].Value == "" {
		t.Errorf("%+v", text)
	}
	if !strings.Contains(none.Error, "not archived") || !strings.Contains(none.Note, "no channel is called NO:SUCH") || none.Count != 0 {
		t.Errorf("%+v", none)
	}
}

func TestChannelReadWithAnOperator(t *testing.T) {
	var got histories
	e := call(t, "channel_read", `{"pvs":["SR:DI:DCCT1:I"],"from":"1h","op":"mean_600"}`, &got)
	if e.Err != nil || len(got.Histories) != 1 || got.Histories[0].Op != "mean_600" || got.Histories[0].Count < 6 || got.Histories[0].Count > 9 || len(got.Histories[0].Samples) != got.Histories[0].Count {
		t.Errorf("%+v %+v", e, got)
	}
	for _, args := range []string{
		`{"pvs":["x"],"from":"1h","op":"average_60"}`, `{"pvs":["x"],"from":"soon"}`, `{"pvs":["x"],"to":"1h"}`,
		`{"pvs":["x"],"from":"1h","to":"2h"}`, `{"pvs":[]}`, `{"pvs":["a","b","c","d","e","f","g","h","i","j","k","l","m"]}`,
	} {
		if e := call(t, "channel_read", args, &got); !errors.Is(e.Err, tools.ErrArguments) {
			t.Errorf("%s: %+v", args, e)
		}
	}
}

// The test's program has no IOC beside it: the tool says so in one line.
func TestChannelReadWithoutAnIOC(t *testing.T) {
	var got any
	if e := call(t, "channel_read", `{"pvs":["SR:DI:DCCT1:I"]}`, &got); e.Status != "error" || !strings.Contains(e.Error, "owl-ioc") {
		t.Errorf("%+v", e)
	}
}

func TestChannelReadLive(t *testing.T) {
	pvs := livePVs(t)
	var got struct{ Readings []toolReading }
	e := callOf(t, pvs, "channel_read", `{"pvs":["SR:DI:DCCT1:I","SR:RF:B:STS","SR:RF:C:KV"]}`, &got)
	if e.Err != nil || len(got.Readings) != 3 {
		t.Fatalf("%+v", e)
	}
	current, state, none := got.Readings[0], got.Readings[1], got.Readings[2]
	if x, ok := current.Value.(float64); !ok || x < 245 || x > 255 || current.Units != "mA" || !current.Connected || current.Severity != "NO_ALARM" || !strings.HasPrefix(current.Time, "2026-10-15T06:3") {
		t.Errorf("%+v", current)
	}
	if state.Value != "On" || state.Text != "On" {
		t.Errorf("%+v", state)
	}
	if none.Connected || none.Error == "" || !strings.Contains(none.Note, "the nearest are SR:RF:B:KV") {
		t.Errorf("%+v", none)
	}
}
