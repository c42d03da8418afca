package archiver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/epics"
	"owl/epics/archiver/pb"
)

func show(v epics.Value) string {
	if c, ok := v.(epics.Choice); ok {
		return string(c.Name())
	}
	return fmt.Sprint(v)
}

func lines(all []Sample) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = line(s)
	}
	return out
}

func check(t *testing.T, got []Sample, want ...string) {
	t.Helper()
	if have := lines(got); !slices.Equal(have, want) {
		t.Errorf("got  %q\nwant %q", have, want)
	}
}

func number64(at string, x float64) stamped { return stamped{at, pb.Event{Number: x}} }

func lost(at string, x float64, fields ...string) stamped {
	e := number64(at, x)
	for i := 0; i < len(fields); i += 2 {
		e.Fields = append(e.Fields, pb.Field{Name: fields[i], Value: fields[i+1]})
	}
	return e
}

var window1 = Query{PV: "A:B", From: at("2025-01-01T00:00:00Z"), To: at("2025-01-01T01:00:00Z")}

func TestHistoryIsSortedAndMarked(t *testing.T) {
	c := serve(t, reply(stream(t, pb.Info{Type: pb.Double, PV: "A:B", Headers: []pb.Field{{Name: "EGU", Value: "mA"}, {Name: "PREC", Value: "2.0"}}},
		number64("2024-12-31T23:58:00Z", 1), number64("2024-12-31T23:59:59.5Z", 2), // both before the window, in another year
		number64("2025-01-01T00:00:01Z", 3), number64("2025-01-01T00:00:03Z", 5), number64("2025-01-01T00:00:02Z", 4),
		number64("2025-01-01T00:00:03Z", 5),   // again
		number64("2025-01-01T02:00:00Z", 6)))) // after it
	all, sum, err := history(t, c, window1)
	if err != nil {
		t.Fatal(err)
	}
	check(t, all, "2024-12-31 23:59:59.5 good 2 before", "2025-01-01 00:00:01 good 3", "2025-01-01 00:00:02 good 4", "2025-01-01 00:00:03 good 5")
	if sum.Meta.Units != "mA" || sum.Meta.Precision != 2 || sum.Samples != 4 || sum.Late != 0 || all[0].Time.Location() != time.UTC {
		t.Errorf("%+v", sum)
	}
}

func TestGapsHaveTheirCause(t *testing.T) {
	lostAt := fmt.Sprint(at("2025-01-01T00:00:20Z").Unix())
	early := fmt.Sprint(at("2024-12-31T23:00:00Z").Unix())
	c := serve(t, reply(stream(t, pb.Info{Type: pb.Double, PV: "A:B"},
		number64("2024-12-31T22:00:00Z", 1), lost("2025-01-01T00:00:10Z", 2, "cnxlostepsecs", early, "cnxregainedepsecs", "9"),
		lost("2025-01-01T00:00:30Z", 3, "cnxlostepsecs", lostAt, "cnxregainedepsecs", "9"),
		lost("2025-01-01T00:00:40Z", 4, "cnxlostepsecs", "0", "startup", "true"),
		lost("2025-01-01T00:00:50Z", 5, "resume", "true", "cnxlostepsecs", lostAt),
		number64("2025-01-01T00:00:51Z", math.NaN()), number64("2025-01-01T00:00:52Z", math.Inf(-1)), number64("2025-01-01T00:00:53Z", math.Inf(1)),
		stamped{"2025-01-01T00:00:54Z", pb.Event{Severity: 3904}})))
	all, sum, err := history(t, c, window1)
	if err != nil {
		t.Fatal(err)
	}
	check(t, all, "2024-12-31 22:00:00 good 1 before",
		"2025-01-01 00:00:00 gap disconnected", "2025-01-01 00:00:10 good 2",
		"2025-01-01 00:00:20 gap disconnected", "2025-01-01 00:00:30 good 3",
		"2025-01-01 00:00:30 gap archiver restart", "2025-01-01 00:00:40 good 4",
		"2025-01-01 00:00:40 gap archiving was paused", "2025-01-01 00:00:50 good 5",
		"2025-01-01 00:00:51 gap NaN", "2025-01-01 00:00:52 gap -Infinity", "2025-01-01 00:00:53 gap Infinity",
		"2025-01-01 00:00:54 gap disconnected")
	if sum.Gaps != 8 || sum.Samples != 5 {
		t.Errorf("%+v", sum)
	}
}

func TestAlarmsAndQuality(t *testing.T) {
	c := serve(t, reply(stream(t, pb.Info{Type: pb.Double, PV: "A:B"},
		stamped{"2025-01-01T00:00:01Z", pb.Event{Severity: 2, Status: 5}}, stamped{"2025-01-01T00:00:02Z", pb.Event{Severity: 3, Status: 14}},
		stamped{"2025-01-01T00:00:03Z", pb.Event{Severity: 3, Status: 17}}, stamped{"2025-01-01T00:00:04Z", pb.Event{Severity: 3968}})))
	all, _, err := history(t, c, window1)
	if err != nil {
		t.Fatal(err)
	}
	check(t, all, "2025-01-01 00:00:01 good 0", "2025-01-01 00:00:02 invalid 0", "2025-01-01 00:00:03 undefined 0", "2025-01-01 00:00:04 good 0")
	if all[0].Message != "LOLO" || all[0].Severity != epics.Major || all[1].Message != "LINK" || all[3].Severity != epics.NoAlarm {
		t.Errorf("%+v", all)
	}
}

func TestValuesOfEveryType(t *testing.T) {
	for _, c := range []struct {
		typ    pb.Type
		give   pb.Event
		reduce Reduction
		want   string
	}{
		{pb.String, pb.Event{Text: []byte("Beam available")}, "", "good Beam available"},
		{pb.Enum, pb.Event{Number: 1}, "", "good Open"},
		{pb.Enum, pb.Event{Number: 7}, "", "good 7"},
		{pb.Short, pb.Event{Number: -3}, "", "good -3"},
		{pb.Float, pb.Event{Number: 0.5}, "", "good 0.5"},
		{pb.Byte, pb.Event{Number: 9}, "", "good 9"},
		{pb.StringWave, pb.Event{Texts: []string{"a", "b"}}, "", "good [a b]"},
		{pb.DoubleWave, pb.Event{Wave: []float64{1, 4}}, "", "good [1 4]"},
		{pb.DoubleWave, pb.Event{Wave: []float64{1, math.NaN(), 4}}, WaveMean, "good 2.5"},
		{pb.IntWave, pb.Event{Wave: []float64{3, 4}}, WaveRMS, "good " + fmt.Sprint(math.Sqrt(12.5))},
		{pb.ShortWave, pb.Event{Wave: []float64{2, 4, 4, 4, 5, 5, 7, 9}}, WaveStd, "good " + fmt.Sprint(math.Sqrt(32.0/7))},
		{pb.DoubleWave, pb.Event{}, WaveMax, "gap NaN"},
		{pb.Structure, pb.Event{Bytes: []byte("\x80\x14epics:nt/NTTable:1.0\x02\x06labels\x68\x05value\x80\x00\x01\x01n\x2a\x01\x01N\x01\x00\x00\x01\x02")}, "", "good {[N] [[258]]}"},
		{pb.Structure, pb.Event{Bytes: []byte("\x80\x00\x01\x05value\x80\x06enum_t\x02\x05index\x22\x07choices\x68\x00\x00\x00\x01\x02\x03Off\x02On")}, "", "good On"},
		{pb.Structure, pb.Event{Bytes: []byte("\x80\x06site/1\x01\x01x\x22\x00\x00\x00\x01")}, "", "none a PV Access structure site/1 has no value that can be shown"},
		{pb.Structure, pb.Event{Bytes: []byte{1, 2}}, "", "none malformed PV Access structure of 2 bytes"},
	} {
		info := pb.Info{Type: c.typ, PV: "A:B", Headers: []pb.Field{{Name: "ENUM_0", Value: "Closed"}, {Name: "ENUM_1", Value: "Open"}}}
		if c.typ != pb.Enum {
			info.Headers = nil
		}
		q := window1
		q.Reduce = c.reduce
		all, _, err := history(t, serve(t, reply(stream(t, info, stamped{"2025-01-01T00:00:01Z", c.give}))), q)
		if err != nil {
			t.Fatal(err)
		}
		check(t, all, "2025-01-01 00:00:01 "+c.want)
	}
}

func TestJSONReadsLikePB(t *testing.T) {
	c := serve(t, reply([]byte(`[{"meta":{"name":"A:B","EGU":"mA","PREC":2,"ENUM_1":"Open"},"data":[
{"secs":1735689599,"nanos":500000000,"val":2.0,"severity":0,"status":0},
{"secs":1735689601,"nanos":0,"val":NaN,"severity":0,"status":0},
{"secs":1735689602,"nanos":0,"val":-Infinity,"severity":0,"status":0},
{"secs":1735689603,"nanos":0,"val":"Infinity","severity":0,"status":0},
{"secs":1735689604,"nanos":0,"val":null,"severity":0,"status":0},
{"secs":1735689605,"nanos":0,"val":"NaN -Infinity \" N","severity":0,"status":0},
{"secs":1735689606,"nanos":0,"val":[1,-2,NaN],"severity":0,"status":0},
{"secs":1735689607,"nanos":0,"val":["a","b"],"severity":0,"status":0},
{"secs":1735689608,"nanos":0,"val":-1.5e3,"severity":1,"status":4,"fields":{"cnxlostepsecs":"1735689607","cnxregainedepsecs":"1735689608"}},
{"secs":1735689609,"nanos":0,"val":{"value":1},"severity":0,"status":0},
{"secs":1735689610,"nanos":0,"val":{"alarm":{},"value":{"choices":["Off","On"],"index":1}},"severity":0,"status":0},
{"secs":1735689611,"nanos":0,"val":{"labels":["B","A"],"value":{"a":["x"],"b":[1.5,2]}},"severity":0,"status":0},
{"secs":1735689611,"nanos":0,"val":{"labels":["B","A"],"value":{"a":["x"],"b":[1.5,2]}},"severity":0,"status":0},
{"secs":1735689612,"nanos":0,"val":{"value":{"union":[1,2]}},"severity":0,"status":0},
{"secs":1735689613,"nanos":0,"val":{"x":1},"severity":0,"status":0}
]}]`)))
	c.JSON = true
	all, sum, err := history(t, c, window1)
	if err != nil {
		t.Fatal(err)
	}
	check(t, all, "2024-12-31 23:59:59.5 good 2 before", "2025-01-01 00:00:01 gap NaN", "2025-01-01 00:00:02 gap -Infinity",
		"2025-01-01 00:00:03 gap Infinity", "2025-01-01 00:00:04 gap null", `2025-01-01 00:00:05 good NaN -Infinity " N`,
		"2025-01-01 00:00:06 good [1 -2 NaN]", "2025-01-01 00:00:07 good [a b]", "2025-01-01 00:00:07 gap disconnected",
		"2025-01-01 00:00:08 good -1500", "2025-01-01 00:00:09 good 1", "2025-01-01 00:00:10 good On", "2025-01-01 00:00:11 good {[a b] [[x 1.5] [<nil> 2]]}",
		"2025-01-01 00:00:12 good [1 2]", "2025-01-01 00:00:13 none a PV Access structure has no value that can be shown")
	if sum.Meta.Units != "mA" || all[9].Message != "HIGH" {
		t.Errorf("%+v %+v", sum.Meta, all[9])
	}
}

func TestEnumLabelsByJSON(t *testing.T) {
	c := serve(t, reply([]byte(`[{"meta":{"name":"A:B","ONAM":"Open","ZNAM":"Closed"},"data":[{"secs":1735689601,"nanos":0,"val":1}]}]`)))
	c.JSON = true
	all, _, err := history(t, c, window1)
	if err != nil {
		t.Fatal(err)
	}
	check(t, all, "2025-01-01 00:00:01 good Open")
}

func TestWhatIsAsked(t *testing.T) {
	var asked []string
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+" "+r.FormValue("pv")+" "+r.FormValue("from")+" "+r.FormValue("to"))
		_, _ = w.Write(stream(t, pb.Info{Type: pb.Double, PV: "mean_60(REAL)"}, number64("2025-01-01T00:00:30Z", 1)))
	})
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	q := Query{PV: "A B&pv=x/../é", From: at("2025-01-01T00:00:00Z").In(zone), To: at("2025-01-01T01:00:00.0000001Z"), Op: "mean_60"}
	_, sum, err := history(t, c, q)
	if err != nil {
		t.Fatal(err)
	}
	want := "/retrieval/data/getData.raw mean_60(A B&pv=x/../é) 2025-01-01T00:00:00.000Z 2025-01-01T01:00:00.001Z"
	if len(asked) != 1 || asked[0] != want {
		t.Errorf("asked %q, want %q", asked, want)
	}
	notes := strings.Join(sum.Notes, "\n")
	if sum.PV != "REAL" || !strings.Contains(notes, "archived under the name REAL") || !strings.Contains(notes, "repeats the last value") {
		t.Errorf("%+v", sum)
	}
}

func TestStatisticsOfTheServersBins(t *testing.T) {
	c := serve(t, reply(stream(t, pb.Info{Type: pb.DoubleWave, PV: "optimized_10(A:B)", Elements: 5},
		stamped{"2025-01-01T00:03:00Z", pb.Event{Wave: []float64{5, 1, 2, 9, 360}}})))
	q := window1
	q.Op = "optimized_10"
	all, _, err := history(t, c, q)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	if want := (Stats{Mean: 5, Std: 1, Min: 2, Max: 9, Count: 360}); *all[0].Stats != want || all[0].Value != epics.Number(5) {
		t.Errorf("%+v", all[0])
	}
}

func TestLimitIsSaid(t *testing.T) {
	c := serve(t, reply(stream(t, pb.Info{Type: pb.Double, PV: "A:B"}, number64("2025-01-01T00:00:01Z", 1), number64("2025-01-01T00:00:02Z", 2), number64("2025-01-01T00:00:03Z", 3))))
	q := window1
	q.Limit = 2
	all, sum, err := history(t, c, q)
	if err != nil || len(all) != 2 || !sum.Capped || !strings.Contains(strings.Join(sum.Notes, ""), "capped at 2 samples: what comes after 2025-01-01T00:00:02Z is missing") {
		t.Errorf("%v %+v %v", lines(all), sum, err)
	}
	q.Limit = 3
	if all, sum, err = history(t, c, q); err != nil || len(all) != 3 || sum.Capped {
		t.Errorf("%v %+v %v", lines(all), sum, err)
	}
}

// What comes later than the sorter holds back is counted, never out of order.
func TestTooLateIsCounted(t *testing.T) {
	events := []stamped{}
	for i := range 2 * sortItems {
		events = append(events, number64(window1.From.Add(time.Duration(i+10)*time.Second).Format(time.RFC3339), 1))
	}
	events = append(events, number64("2025-01-01T00:00:01Z", 9))
	all, sum, err := history(t, serve(t, reply(stream(t, pb.Info{Type: pb.Double, PV: "A:B"}, events...))), window1)
	if err != nil || sum.Late != 1 || len(all) != 2*sortItems || !slices.IsSortedFunc(all, func(a, b Sample) int { return a.Time.Compare(b.Time) }) {
		t.Errorf("%d samples, %+v, %v", len(all), sum, err)
	}
}

// Samples arrive while the server is still writing: nothing waits for the end.
func TestHistoryIsStreamed(t *testing.T) {
	const first = 4 * sortItems
	seen := make(chan struct{})
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		var events []stamped
		for i := range first {
			events = append(events, number64(window1.From.Add(time.Duration(i)*time.Second).Format(time.RFC3339), 1))
		}
		_, _ = w.Write(stream(t, pb.Info{Type: pb.Double, PV: "A:B"}, events...))
		_ = http.NewResponseController(w).Flush()
		<-seen
	})
	n := 0
	_, err := c.History(context.Background(), window1, func(Sample) {
		if n++; n == first-2*sortItems {
			close(seen)
		}
	})
	if err != nil || n != first {
		t.Errorf("%d samples, %v", n, err)
	}
}

func TestWrongWindow(t *testing.T) {
	c := serve(t, reply(nil))
	if _, _, err := history(t, c, Query{PV: "x", From: window1.To, To: window1.From}); !errors.Is(err, engine.ErrUsage) {
		t.Error(err)
	}
}
