package assist

import (
	"encoding/json"
	"fmt"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/graph/extract"
)

// Confidence of what a model read and verified: below that of a rule that states
// a cause, above that of a guess.
const Confidence = 0.7

// Prefix begins the extractor of such facts; the name of the model follows.
const Prefix = "llm:"

// Learned is what a model read in a record, as it is kept.
type Learned struct {
	Model      string      `json:"model"`
	Statements []Statement `json:"statements"`
}

// Encode writes it for the store.
func (l Learned) Encode() ([]byte, error) {
	data, err := json.Marshal(l)
	if err != nil {
		return nil, fmt.Errorf("write what was learned: %w", err)
	}
	return data, nil
}

// DecodeLearned reads what Encode wrote; anything else is engine.ErrDamaged.
func DecodeLearned(data []byte) (Learned, error) {
	var l Learned
	if err := json.Unmarshal(data, &l); err != nil {
		return Learned{}, fmt.Errorf("read what was learned: %w: %w", engine.ErrDamaged, err)
	}
	return l, nil
}

// Merge adds the statements to the sheet that the rules made of the record. A
// sheet without a fault takes none. Facts of an earlier merge are replaced.
func Merge(x *extract.Extractor, rec engine.Record, s *graph.Sheet, l Learned) {
	rules := s.Facts[:0:0]
	for _, f := range s.Facts {
		if !Learnt(f) {
			rules = append(rules, f)
		}
	}
	s.Facts = rules
	if s.Fault == nil {
		return
	}
	for _, st := range l.Statements {
		if st.Start < 0 || st.End > len(rec.Content) || st.Start >= st.End {
			continue
		}
		s.Facts = append(s.Facts, st.fact(x, rec, rules, Prefix+l.Model))
	}
}

// Learnt reports whether a fact was read by a model.
func Learnt(f graph.Fact) bool {
	return len(f.Extractor) > len(Prefix) && f.Extractor[:len(Prefix)] == Prefix
}

// fact makes a statement a fact. It means the node that a rule made of the same
// words, else one of its own.
func (st Statement) fact(x *extract.Extractor, rec engine.Record, rules []graph.Fact, extractor string) graph.Fact {
	relation, modality, kind := st.meaning()
	quote := graph.Span{Start: st.Start, End: st.End}
	topic, date := x.Place(rec, quote)
	target := graph.Mention{Kind: kind, Key: "cause:" + topic, Name: st.Name, Span: quote}
	if kind == graph.Action {
		target.Key = fmt.Sprintf("action:%d", st.Start)
	}
	if known, ok := sameWords(rules, kind, quote); ok {
		target.Key, target.Name = known.Key, known.Name
	}
	from := graph.Mention{Kind: graph.Fault, Key: "fault", Name: rec.Title, Span: quote}
	if relation == graph.FailedToResolve {
		from, target = target, from
	}
	return graph.Fact{Relation: relation, From: from, To: target, Quote: quote, Modality: modality, Extractor: extractor, Confidence: Confidence, Date: date}
}

func (st Statement) meaning() (graph.Relation, graph.Modality, graph.Kind) {
	switch st.Says {
	case Suspected:
		return graph.CausedBy, graph.Suspected, graph.Fault
	case RuledOut:
		return graph.CausedBy, graph.RuledOut, graph.Fault
	case ResolvedBy:
		return graph.ResolvedBy, graph.Asserted, graph.Action
	case DidNotHelp:
		return graph.FailedToResolve, graph.Asserted, graph.Action
	}
	return graph.CausedBy, graph.Asserted, graph.Fault
}

// sameWords finds the cause or action that a rule read in the same words: half of
// the shorter quote is common.
func sameWords(rules []graph.Fact, kind graph.Kind, quote graph.Span) (graph.Mention, bool) {
	for _, f := range rules {
		var m graph.Mention
		switch f.Relation {
		case graph.CausedBy, graph.ResolvedBy:
			m = f.To
		case graph.FailedToResolve:
			m = f.From
		}
		common := min(quote.End, f.Quote.End) - max(quote.Start, f.Quote.Start)
		if m.Kind == kind && m.Key != "" && m.Key != "fault" && common > 0 && 2*common >= min(quote.Len(), f.Quote.Len()) {
			return m, true
		}
	}
	return graph.Mention{}, false
}
