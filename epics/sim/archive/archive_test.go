package archive

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"owl/assets"
	"owl/assets/demogen/channel"
	"owl/assets/demogen/history"
	"owl/epics"
	"owl/epics/archiver"
)

// start serves the demo machine on a free port, with its clock at the time of
// the demo.
func start(t *testing.T) (*Server, *history.Archive) {
	t.Helper()
	h, err := history.Open(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(h, nil, func() time.Time { return at("2026-10-15T06:30:00-05:00") }).Start(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, h
}

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		panic(err)
	}
	return t
}

func read(t *testing.T, c *archiver.Client, q archiver.Query) ([]archiver.Sample, archiver.Summary) {
	t.Helper()
	var all []archiver.Sample
	sum, err := c.History(context.Background(), q, func(s archiver.Sample) { all = append(all, s) })
	if err != nil {
		t.Fatal(err)
	}
	return all, sum
}

func clients(s *Server) map[string]*archiver.Client {
	return map[string]*archiver.Client{
		"raw":  {Retrieval: s.Retrieval(), Management: s.Management()},
		"json": {Retrieval: s.Retrieval(), Management: s.Management(), JSON: true},
	}
}

// Every channel is served as the demo's archive has it, by both formats.
func TestEveryChannelIsServed(t *testing.T) {
	s, h := start(t)
	from, to := at("2026-10-15T02:40:00-05:00"), at("2026-10-15T02:50:00-05:00")
	for format, client := range clients(s) {
		for i, c := range h.Channels() {
			if format == "json" && i%7 != 0 {
				continue // the formats are compared below
			}
			samples, err := h.Samples(c.Name, history.Window{From: from, To: to.Add(1), Before: true})
			if err != nil {
				t.Fatal(err)
			}
			want := slices.Collect(samples)
			all, sum := read(t, client, archiver.Query{PV: c.Name, From: from, To: to})
			all = slices.DeleteFunc(all, func(s archiver.Sample) bool { return s.Quality == epics.Gap })
			if len(all) != len(want) || string(sum.Meta.Units) != c.Unit || string(sum.Meta.Description) != c.Description {
				t.Fatalf("%s %s: %d samples, want %d; %+v", format, c.Name, len(all), len(want), sum.Meta)
			}
			for i, s := range all {
				if !s.Time.Equal(want[i].Time) || value(s) != wanted(c, want[i]) || int(s.Severity) != int(want[i].Severity) {
					t.Fatalf("%s %s: %s %q, want %s %q", format, c.Name, s.Time, value(s), want[i].Time, wanted(c, want[i]))
				}
			}
		}
	}
}

func value(s archiver.Sample) string {
	switch v := s.Value.(type) {
	case epics.Choice:
		return string(v.Name())
	case epics.Array:
		return fmt.Sprint([]float64(v))
	}
	return fmt.Sprint(s.Value)
}

func wanted(c *channel.Channel, s history.Sample) string {
	switch c.Kind {
	case channel.Text, channel.Enum:
		return s.Value.Text
	case channel.Wave:
		return fmt.Sprint(s.Value.Wave)
	}
	return fmt.Sprint(s.Value.Number)
}

func TestGapsOfTheStoriesArrive(t *testing.T) {
	s, h := start(t)
	found := map[string]bool{}
	for _, c := range h.Channels() {
		samples, err := h.Samples(c.Name, history.Window{From: at("2025-10-22T14:00:00-05:00"), To: at("2025-10-22T15:00:00-05:00")})
		if err != nil {
			t.Fatal(err)
		}
		for sample := range samples {
			if sample.Gap != nil {
				all, _ := read(t, clients(s)["raw"], archiver.Query{PV: c.Name, From: at("2025-10-22T14:00:00-05:00"), To: at("2025-10-22T15:00:00-05:00")})
				for _, got := range all {
					if got.Quality == epics.Gap && got.Time.Sub(sample.Gap.From).Abs() <= time.Second {
						found[c.Name] = true
					}
				}
				if !found[c.Name] {
					t.Errorf("%s: no gap at %s", c.Name, sample.Gap.From)
				}
			}
		}
	}
	if len(found) == 0 {
		t.Error("the window has no gap: the test shows nothing")
	}
}

// The operators, worked out again from the samples.
func TestOperators(t *testing.T) {
	s, _ := start(t)
	c := clients(s)["raw"]
	pv := "SR:DI:DCCT1:I"
	from, to := at("2026-10-15T02:30:00Z"), at("2026-10-15T03:00:00Z")
	raw, _ := read(t, c, archiver.Query{PV: pv, From: from, To: to})
	bin := func(i int) (xs []float64) {
		for _, s := range raw {
			x, _ := epics.Float(s.Value)
			if k := int(s.Time.Sub(from) / time.Minute); !s.Before && k == i {
				xs = append(xs, x)
			}
		}
		return xs
	}
	mean := func(xs []float64) float64 {
		sum := 0.0
		for _, x := range xs {
			sum += x
		}
		return sum / float64(len(xs))
	}
	sorted := slices.Sorted(slices.Values(bin(3)))
	for op, want := range map[archiver.Op]float64{
		"mean_60": mean(bin(3)), "min_60": sorted[0], "max_60": sorted[len(sorted)-1], "count_60": float64(len(sorted)),
		"firstSample_60": bin(3)[0], "lastFill_60": bin(3)[len(sorted)-1],
		"median_60": (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2,
	} {
		all, sum := read(t, c, archiver.Query{PV: pv, From: from, To: to, Op: op})
		// 30 whole minutes and the value before; fills also give the minute that begins at the end.
		if len(all) != 31 && len(all) != 32 {
			t.Errorf("%s: %d values", op, len(all))
			continue
		}
		got, _ := epics.Float(all[4].Value)
		if math.Abs(got-want) > 1e-9 || all[4].Time.Sub(from) < 3*time.Minute || all[4].Time.Sub(from) >= 4*time.Minute {
			t.Errorf("%s: %v at %s, want %v", op, got, all[4].Time, want)
		}
		if string(sum.PV) != pv {
			t.Errorf("%s: of %s", op, sum.PV)
		}
	}
	if all, _ := read(t, c, archiver.Query{PV: pv, From: from, To: to, Op: "nth_10"}); len(all) != (len(raw)+9)/10 {
		t.Errorf("nth_10 gives %d of %d", len(all), len(raw))
	}
	std, _ := read(t, c, archiver.Query{PV: pv, From: from, To: to, Op: "statistics_60"})
	if std[4].Stats == nil || std[4].Stats.Count != len(sorted) || math.Abs(std[4].Stats.Mean-mean(bin(3))) > 1e-9 {
		t.Errorf("%+v", std[4])
	}
}

func TestOptimizedIsRawWhenThereAreFew(t *testing.T) {
	s, _ := start(t)
	c := clients(s)["raw"]
	q := archiver.Query{PV: "SR:DI:DCCT1:I", From: at("2026-10-15T02:30:00Z"), To: at("2026-10-15T02:31:00Z"), Op: "optimized_100"}
	if all, _ := read(t, c, q); len(all) < 55 || all[5].Stats != nil {
		t.Errorf("%d values, %+v", len(all), all[5])
	}
	q.Op = "optimized_10"
	if all, _ := read(t, c, q); len(all) > 13 || all[5].Stats == nil || all[5].Stats.Count < 5 {
		t.Errorf("%d values, %+v", len(all), all)
	}
}

func TestYearsAndDaylightSaving(t *testing.T) {
	s, _ := start(t)
	for name, window := range map[string][2]string{
		"a new year":      {"2025-12-31T23:00:00Z", "2026-01-01T01:00:00Z"},
		"the hour twice":  {"2025-11-02T00:30:00-05:00", "2025-11-02T02:30:00-06:00"},
		"the hour missed": {"2026-03-08T01:30:00-06:00", "2026-03-08T03:30:00-05:00"},
	} {
		from, to := at(window[0]), at(window[1])
		for format, c := range clients(s) {
			all, _ := read(t, c, archiver.Query{PV: "CF:LCW1:T", From: from, To: to})
			last := all[0].Time
			for _, s := range all[1:] {
				if d := s.Time.Sub(last); d <= 0 || d > 21*time.Second {
					t.Fatalf("%s by %s: %s follows on %s", name, format, s.Time, last)
				}
				last = s.Time
			}
			if want := int(to.Sub(from).Seconds() / 10); len(all) < want-1 || len(all) > want+2 {
				t.Errorf("%s by %s: %d samples, want about %d", name, format, len(all), want)
			}
		}
	}
}

func TestNothingIsServedOfTheFuture(t *testing.T) {
	s, _ := start(t)
	now := at("2026-10-15T06:30:00-05:00")
	all, _ := read(t, clients(s)["raw"], archiver.Query{PV: "CF:LCW1:T", From: now.Add(-time.Minute), To: now.Add(time.Hour)})
	if len(all) == 0 || all[len(all)-1].Time.After(now) {
		t.Errorf("%d samples, the last at %s", len(all), all[len(all)-1].Time)
	}
}

func TestNamesAndStates(t *testing.T) {
	s, h := start(t)
	c := clients(s)["raw"]
	ctx := context.Background()
	names, capped, err := c.Search(ctx, "SR*:VAC:CCG?:P", 100)
	if err != nil || capped || len(names) != 25 {
		t.Errorf("%d names, %v, %v", len(names), capped, err)
	}
	if names, capped, err = c.Search(ctx, "*", 10); err != nil || !capped || len(names) != 10 {
		t.Errorf("%d names, %v, %v", len(names), capped, err)
	}
	if all, _, err := c.Search(ctx, "*", 1000); err != nil || len(all) < len(h.Channels()) {
		t.Errorf("%d names, %v", len(all), err)
	}
	got, err := c.Statuses(ctx, []string{"SR:DI:DCCT1:I", "G1:HV", "NO:SUCH"})
	if err != nil || !got[0].Archived || !got[0].Connected || !got[1].Archived || got[1].Connected || got[2].Archived {
		t.Errorf("%+v, %v", got, err)
	}
	values, err := c.At(ctx, []string{"SR:DI:DCCT1:I", "SR:RF:B:STS", "NO:SUCH"}, at("2026-10-15T02:48:00-05:00"))
	if err != nil || len(values) != 2 || value(values["SR:RF:B:STS"]) != "2" && value(values["SR:RF:B:STS"]) != "3" {
		t.Errorf("%+v, %v", values, err)
	}
}

func TestWrongQuestions(t *testing.T) {
	s, _ := start(t)
	for path, code := range map[string]int{
		"/retrieval/data/getData.raw?pv=NO:SUCH":                                                         404,
		"/retrieval/data/getData.json?pv=NO:SUCH":                                                        404,
		"/retrieval/data/getData.raw?pv=SR:DI:DCCT1:I&from=yesterday":                                    400,
		"/retrieval/data/getData.raw?pv=SR:DI:DCCT1:I&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z": 400,
		"/retrieval/data/getData.raw?pv=sum_9(SR:DI:DCCT1:I)":                                            400,
		"/retrieval/data/getData.raw?pv=mean_60(SR:OPS:MSG)":                                             400,
		"/retrieval/data/getData.raw?pv=mean_1(SR:DI:DCCT1:I)&from=1900-01-01T00:00:00Z":                 400,
		"/retrieval/bpl/getMatchingPVs?regex=(":                                                          400,
		"/retrieval/bpl/getMatchingPVs?limit=x":                                                          400,
		"/mgmt/bpl/getPVTypeInfo?pv=NO:SUCH":                                                             404,
		"/mgmt/bpl/deletePV?pv=SR:DI:DCCT1:I":                                                            404,
	} {
		if got := get(t, strings.TrimSuffix(s.Retrieval(), "/retrieval")+path); got != code {
			t.Errorf("%s gives %d, want %d", path, got, code)
		}
	}
}

func get(t *testing.T, address string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode
}

func TestOnlyThisHostMayAsk(t *testing.T) {
	h, err := history.Open(assets.Demo())
	if err != nil {
		t.Fatal(err)
	}
	handler := New(h, nil, time.Now).Handler()
	for from, code := range map[string]int{"192.0.2.7:80": 403, "127.0.0.1:80": 200, "[::1]:80": 200, "[::ffff:127.0.0.1]:80": 200, "x": 403} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/mgmt/bpl/getPVTypeInfo?pv=SR:DI:DCCT1:I", nil)
		r.RemoteAddr = from
		handler.ServeHTTP(w, r)
		if w.Code != code {
			t.Errorf("%s gets %d, want %d", from, w.Code, code)
		}
		if code == 200 && !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s is no JSON", w.Body)
		}
	}
}
