package archiver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/epics"
	"owl/epics/archiver/pb"
)

func TestErrorsNameHostAndPV(t *testing.T) {
	good := stream(t, pb.Info{Type: pb.Double, PV: "A:B"}, number64("2025-01-01T00:00:01Z", 1), number64("2025-01-01T00:00:02Z", 2))
	say := func(code int, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, text, code) }
	}
	for name, c := range map[string]struct {
		handle http.HandlerFunc
		json   bool
		want   string
		is     error
	}{
		"unknown":      {say(404, "no such PV"), false, "not found: it says 404: no such PV", engine.ErrNotFound},
		"empty raw":    {reply(nil), false, "the archiver has no sample of it", engine.ErrNotFound},
		"empty list":   {reply([]byte("[]")), true, "the archiver has no sample of it", engine.ErrNotFound},
		"refused":      {say(400, "bad\nfrom"), false, "it says 400: bad from", nil},
		"broken":       {say(503, "<html>"), false, "no answer: it says 503: Service Unavailable", nil},
		"a login page": {reply([]byte("<html><body>log in</body></html>\n")), false, "it answers with a web page", errPage},
		"page as JSON": {reply([]byte("<html>")), true, "it answers with a web page", errPage},
		"a text":       {reply([]byte("log in\n")), false, "line 1 is no head of a chunk", pb.ErrMalformed},
		"no JSON":      {reply(nil), true, "the reply is not the JSON of an archiver: it is empty", errShape},
		"other JSON":   {reply([]byte(`{"a":1}`)), true, "the reply is not the JSON of an archiver", errShape},
		"cut off":      {reply(good[:len(good)-3]), false, "unexpected EOF", io.ErrUnexpectedEOF},
		"cut off JSON": {reply([]byte(`[{"meta":{},"data":[{"secs":1,`)), true, "unexpected EOF", io.ErrUnexpectedEOF},
	} {
		t.Run(name, func(t *testing.T) {
			client := serve(t, c.handle)
			client.JSON = c.json
			_, _, err := history(t, client, window1)
			if err == nil || !strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) {
				t.Fatalf("got %v, want %s", err, c.want)
			}
			host := strings.TrimSuffix(strings.TrimPrefix(client.Retrieval, "http://"), "/retrieval")
			if !strings.Contains(err.Error(), "A:B") || c.want != "the archiver has no sample of it" && !strings.Contains(err.Error(), host) {
				t.Errorf("%v does not name host and PV", err)
			}
		})
	}
}

func TestOneRetryAndNoSampleTwice(t *testing.T) {
	good := stream(t, pb.Info{Type: pb.Double, PV: "A:B"}, number64("2025-01-01T00:00:01Z", 1))
	asked := 0
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if asked++; asked == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write(good)
	})
	if all, _, err := history(t, c, window1); err != nil || len(all) != 1 || asked != 2 {
		t.Errorf("%d samples after %d questions: %v", len(all), asked, err)
	}
	asked = 0
	c = serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write(good)
	})
	if _, _, err := history(t, c, window1); err == nil || asked != 1 {
		t.Errorf("a reply that broke off after samples was asked for %d times: %v", asked, err)
	}
}

func TestSilentServer(t *testing.T) {
	done := make(chan struct{})
	asked := 0
	c := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		asked++
		select {
		case <-done:
		case <-r.Context().Done():
		}
	})
	defer close(done)
	c.Wait = 20 * time.Millisecond
	if _, _, err := history(t, c, window1); err == nil || !strings.Contains(err.Error(), "nothing for 20ms") || asked != 1 {
		t.Errorf("asked %d times, got %v", asked, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.History(ctx, window1, func(Sample) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestReplyIsLimited(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`["` + strings.Repeat("x", 2000) + `"]`))
	})
	c.MaxReply = 1000
	if _, _, err := c.Search(context.Background(), "*", 5); !errors.Is(err, errTooLong) {
		t.Errorf("got %v", err)
	}
}

func TestSearchSaysWhenThereIsMore(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/retrieval/bpl/getMatchingPVs" {
			http.NotFound(w, r)
			return
		}
		if r.URL.Path != "/mgmt/bpl/getAllPVs" || r.FormValue("pv") != "S*" || r.FormValue("limit") != "3" {
			t.Errorf("asked %s", r.URL)
		}
		_, _ = w.Write([]byte(`["S:C","S:A","S:B"]`))
	})
	names, capped, err := c.Search(context.Background(), "S*", 2)
	if err != nil || !capped || !reflect.DeepEqual(names, []string{"S:A", "S:B"}) {
		t.Errorf("%v %v %v", names, capped, err)
	}
}

func TestAt(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var names []string
		if err := json.NewDecoder(r.Body).Decode(&names); err != nil || r.Method != http.MethodPost || len(names) == 0 || names[len(names)-1] != "B" {
			t.Errorf("asked %s %v %v", r.URL, names, err)
		}
		_, _ = w.Write([]byte(`{"A":{"secs":1735689599,"nanos":1,"val":NaN,"severity":0,"status":0,"meta":{"EGU":"mA"}}}`))
	})
	got, err := c.At(context.Background(), []string{"A", "B"}, window1.From)
	if err != nil || len(got) != 1 || line(got["A"]) != "2024-12-31 23:59:59 gap NaN before" || got["A"].Units() != "mA" {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := c.Last(context.Background(), "B", window1.From); err == nil {
		t.Error("a PV that is not archived has a value")
	}
}

func TestStatuses(t *testing.T) {
	c := serve(t, reply([]byte(`[{"pvName":"B","status":"Being archived","connectionState":"true","lastEvent":"Jan/01/2025"},{"pvName":"A","status":"Not being archived"}]`)))
	got, err := c.Statuses(context.Background(), []string{"A", "B", "C"})
	want := []Status{{PV: "A", State: "Not being archived"}, {PV: "B", Archived: true, Connected: true, State: "Being archived", LastEvent: "Jan/01/2025"}, {PV: "C"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v %v", got, err)
	}
	c.Management = ""
	if _, err := c.Statuses(context.Background(), []string{"A"}); !errors.Is(err, engine.ErrUsage) {
		t.Error(err)
	}
}

func TestOpsAndReductions(t *testing.T) {
	for text, ok := range map[string]bool{
		"": true, "raw": true, "mean_60": true, "optimized_600": true, "deadBand_3.0": true, "caplotbinning_60_2": true, "lastFill": true,
		"mean(x)": false, "average_60": false, "mean_60_1_1": false, "mean_": false, "mean_60)&pv=y": false,
	} {
		if _, err := ParseOp(text); (err == nil) != ok || err != nil && !errors.Is(err, engine.ErrUsage) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if op, err := ParseOp("raw"); op.wrap("x") != "x" || err != nil {
		t.Error("raw is not the PV itself")
	}
	if _, err := ParseReduction("mode"); !errors.Is(err, engine.ErrUsage) {
		t.Error(err)
	}
}

func TestSummaryOfLimits(t *testing.T) {
	m := metaOf(map[string]string{"LOLO": "1", "HIHI": "9", "LOW": "0", "HIGH": "0.0", "ENUM_2": "Two"})
	if m.Limits.LoLo != 1 || m.Limits.HighHigh != 9 || m.Limits.Low == m.Limits.Low || m.Precision != -1 || len(m.Choices) != 3 || m.Choices[2] != "Two" {
		t.Errorf("%+v", m)
	}
	if metaOf(nil) != nil {
		t.Error("no headers made a Meta")
	}
}

// Text that is JSON already passes unchanged, however it is cut.
func TestBareWordsOnlyOutsideOfStrings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune(`NaInfty-"\ é`))).Draw(t, "text")
		give, err := json.Marshal(map[string]any{"a": []any{text, -1, nil, true}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(newBare(oneByte{bytes.NewReader(give)}))
		if err != nil || string(got) != string(give) {
			t.Fatalf("%s became %s: %v", give, got, err)
		}
	})
}

type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.r.Read(p[:min(1, len(p))]) }

func FuzzReplies(f *testing.F) {
	f.Add([]byte(`[{"meta":{"name":"x"},"data":[{"secs":1,"nanos":2,"val":NaN,"fields":{"cnxlostepsecs":"1"}}]}]`))
	f.Add([]byte("\x08\x06\x12\x01x\x18\xe8\x0f\n\x08\x05\x10\x07\x19\x00\x00\x00\x00\x00\x00\xf8\x3f\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func(io.Reader, Query, func(head) *epics.Meta, func(*item) error) error{readRaw, readJSON} {
			sum := Summary{}
			last := time.Time{}
			q := Query{PV: "x", From: time.Unix(0, 0), To: time.Unix(1<<33, 0)}
			w := &window{q: q, sum: &sum, each: func(s Sample) {
				if s.Time.Before(last) {
					t.Fatalf("%s after %s", s.Time, last)
				}
				last = s.Time
			}}
			sorter := &sorter{emit: w.add}
			if err := read(bytes.NewReader(data), q, func(h head) *epics.Meta { sum.begin(h, q); return sum.Meta }, sorter.add); err == nil {
				_ = sorter.flush()
			}
		}
	})
}
