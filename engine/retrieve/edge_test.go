package retrieve

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"owl/engine"
	"owl/engine/rerank"
	"owl/engine/trace"
)

// unreadable is a dense channel that can be searched, while its vectors cannot
// be read.
type unreadable struct{ meaning }

func (unreadable) Vectors(context.Context, []engine.ChunkKey) ([][]float32, error) {
	return nil, errors.New("block 7 has a wrong checksum")
}

func TestVectorsThatCannotBeReadAreSaidAndTheOrderStands(t *testing.T) {
	p := parts(facility())
	p.Dense = unreadable{}
	got, said := find(t, p, ask("circulator strainer"))
	degraded := 0
	for _, s := range said {
		if d, ok := s.(trace.Degraded); ok && d.What == "dense channel" && d.Why == "block 7 has a wrong checksum" {
			degraded++
		}
	}
	if got != "wiki/3 wrq/2" && got != "wrq/2 wiki/3" || degraded != 1 {
		t.Errorf("found %q, said %d times, %+v", got, degraded, said)
	}
}

func TestSignsAloneHaveNoMeaning(t *testing.T) {
	for _, text := range []string{"?!", "((", "\x00\x00", "🎉", "---"} {
		_, err := New(parts(facility())).Find(t.Context(), ask(text), nil)
		if !errors.Is(err, engine.ErrNothingToSearch) {
			t.Errorf("%q: err = %v", text, err)
		}
	}
}

func TestTheSecondLookHasOnlyTheChannelsThatAreAskedFor(t *testing.T) {
	p := parts(facility())
	p.Settings.Fusion = map[string]Fusion{general: {Method: "normalised scores", Weights: map[string]float64{Text: 1, Dense: 1, Feedback: 1, Linked: 1}}}
	for _, c := range []struct {
		channels []string
		want     bool
	}{{nil, true}, {[]string{Text, Dense}, false}, {[]string{Text, Feedback}, true}} {
		req := ask("circulator strainer")
		req.Channels = c.channels
		_, said := find(t, p, req)
		looked := false
		for _, s := range said {
			heard, ok := s.(trace.Searched)
			looked = looked || ok && heard.Channel == Feedback
		}
		if looked != c.want {
			t.Errorf("channels %v: looked again: %v", c.channels, looked)
		}
	}
}

func TestARecordThatIsNamedComesFirst(t *testing.T) {
	list := []candidate{
		{record: engine.Record{DocID: "bely/1", FileID: "BELY_1"}},
		{record: engine.Record{DocID: "wrq/2/comments", FileID: "WRQ_2", ParentID: "WRQ_2"}},
		{record: engine.Record{DocID: "wiki/magnets", FileID: "magnets"}},
		{record: engine.Record{DocID: "dt/3", FileID: "DT_3"}},
	}
	for query, want := range map[string]string{
		"what became of dt_3?":          "3 0 1 2",
		"WRQ_2":                         "1 0 2 3",
		"compare (DT_3) with WRQ_2":     "1 3 0 2", // in the order that they had
		"open wrq/2/comments":           "1 0 2 3",
		"magnets tripped":               "0 1 2 3", // a word is no number of a record
		"DT_33 and BELY_10 are no ids":  "0 1 2 3",
		"BELY_1 was the first as it is": "0 1 2 3",
	} {
		s := &search{Request: ask(query)}
		scored := []rerank.Scored{{At: 0, Score: 4}, {At: 1, Score: 3}, {At: 2, Score: 2}, {At: 3, Score: 1}}
		var got []string
		last := scored[0].Score * 10
		for _, at := range s.namedFirst(list, scored) {
			got = append(got, strconv.Itoa(at.At))
			if at.Score > last {
				t.Errorf("%s: scores rise", query)
			}
			last = at.Score
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: order %v, want %s", query, got, want)
		}
	}
}
