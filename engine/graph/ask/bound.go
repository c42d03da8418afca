package ask

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"owl/engine"
)

// result is what an operation found.
type result interface {
	documents() []string // doc_ids, in the order in which they are named
	short() result       // with long quotes cut
}

// Sizes of what the tool gives.
const (
	mostBytes   = 32 << 10 // of a result as JSON
	mostQuote   = 400      // bytes of a quote
	mostRecords = 8        // that can be cited
	mostOfRole  = 8        // statements of one role in a chain
	mostOften   = 40       // occurrences of a fault, the latest
)

// fitting asks for less until the result is no larger than it may be.
func (op operation) fitting(ctx context.Context, s Source, a args, limit int) (result, error) {
	for {
		found, err := op.run(ctx, s, a, limit)
		if err != nil {
			return nil, err
		}
		found = found.short()
		data, err := json.Marshal(found)
		if err != nil {
			return nil, fmt.Errorf("write the result: %w", err)
		}
		if len(data) <= mostBytes || limit == 1 {
			return found, nil
		}
		limit /= 2
	}
}

// passages reads the records that a result speaks of, so that they can be cited.
func (s Source) passages(ctx context.Context, docs []string) ([]engine.Passage, error) {
	records, err := s.Records.RecordsOf(ctx, docs[:min(len(docs), mostRecords)])
	if err != nil {
		return nil, fmt.Errorf("read the records of the fault graph: %w", err)
	}
	var out []engine.Passage
	for _, r := range records {
		whole := engine.Chunk{DocID: r.DocID, End: len(r.Content), Text: r.Content}
		out = append(out, engine.Passage{Record: r, Chunks: []engine.Chunk{whole}, Scores: []float64{0}})
	}
	return out, nil
}

// cut shortens a quote to whole characters.
func cut(q engine.Untrusted) engine.Untrusted {
	if len(q) <= mostQuote {
		return q
	}
	return engine.Untrusted(strings.ToValidUTF8(string(q[:mostQuote]), ""))
}

func shortened(list []Statement) []Statement {
	out := make([]Statement, 0, len(list))
	seen := map[string]int{}
	for _, st := range list {
		if seen[st.Role]++; seen[st.Role] <= mostOfRole {
			st.Quote = cut(st.Quote)
			out = append(out, st)
		}
	}
	return out
}

func cutAll(list []Statement) []Statement {
	out := slices.Clone(list)
	for i := range out {
		out[i].Quote = cut(out[i].Quote)
	}
	return out
}

// latest keeps the last occurrences.
func latest(list []Occurrence) []Occurrence {
	out := slices.Clone(list[max(0, len(list)-mostOften):])
	for i := range out {
		out[i].Quote = cut(out[i].Quote)
	}
	return out
}

func (c Chains) short() result {
	out := Chains{Chains: []Chain{}, Note: c.Note}
	for _, chain := range c.Chains {
		chain.Claims, chain.Occurrences = shortened(chain.Claims), latest(chain.Occurrences)
		out.Chains = append(out.Chains, chain)
	}
	return out
}

func (n Near) short() result { n.Near = cutAll(n.Near); return n }

func (p Path) short() result { p.Steps = cutAll(p.Steps); return p }

func (h Histories) short() result {
	h.Histories = slices.Clone(h.Histories)
	for i := range h.Histories {
		one := &h.Histories[i]
		one.Occurrences = latest(one.Occurrences)
		one.Days = one.Days[max(0, len(one.Days)-mostOften):]
	}
	return h
}

func (e Experts) short() result {
	e.Experts = slices.Clone(e.Experts)
	for i := range e.Experts {
		e.Experts[i].Proof = cutAll(e.Experts[i].Proof)
	}
	return e
}

func (r Rows) short() result {
	for _, row := range r.Rows {
		for i, cell := range row {
			switch c := cell.(type) {
			case engine.Untrusted:
				row[i] = cut(c)
			case thing:
				c.Quote = cut(c.Quote)
				row[i] = c
			}
		}
	}
	return r
}

// listed collects doc_ids, each once.
type listed []string

func (l *listed) add(doc string) {
	if doc != "" && !slices.Contains(*l, doc) {
		*l = append(*l, doc)
	}
}

func (l *listed) statements(list []Statement) {
	for _, st := range list {
		l.add(st.DocID)
	}
}

func (l *listed) occurrences(list []Occurrence) {
	for _, o := range list {
		l.add(o.DocID)
	}
}

func (c Chains) documents() (l []string) {
	docs := (*listed)(&l)
	for _, chain := range c.Chains {
		docs.statements(chain.Claims)
	}
	for _, chain := range c.Chains {
		docs.occurrences(chain.Occurrences)
	}
	return l
}

func (n Near) documents() (l []string) { (*listed)(&l).statements(n.Near); return l }

func (p Path) documents() (l []string) { (*listed)(&l).statements(p.Steps); return l }

func (h Histories) documents() (l []string) {
	for _, one := range h.Histories {
		(*listed)(&l).occurrences(one.Occurrences)
	}
	return l
}

func (e Experts) documents() (l []string) {
	for _, x := range e.Experts {
		(*listed)(&l).statements(x.Proof)
	}
	return l
}

func (r Rows) documents() (l []string) {
	for _, row := range r.Rows {
		for _, cell := range row {
			if t, ok := cell.(thing); ok {
				(*listed)(&l).add(t.DocID)
			}
		}
	}
	return l
}
