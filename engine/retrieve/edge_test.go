package retrieve

import (
	"context"
	"errors"
	"testing"

	"owl/engine"
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
