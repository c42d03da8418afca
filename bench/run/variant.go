package run

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"owl/engine"
)

// Part is something that a variant switches on. Its text reads after "needs".
type Part string

// The parts that variants differ in.
const (
	Text       Part = "the text channel"
	Dense      Part = "the dense channel"
	Graph      Part = "the graph channel"
	Weights    Part = "fusion weights by intent"
	Reranker   Part = "the reranker"
	Temporal   Part = "date ranges from the question"
	Synonyms   Part = "synonyms"
	Acronyms   Part = "acronym expansion"
	MultiQuery Part = "paraphrased queries"
	Loop       Part = "the corrective loop"
	Gate       Part = "the self-critique gate"
)

// Variant is one configuration that is measured. The names are those of the
// reference system's tables.
type Variant struct {
	Name  string      `json:"name"`
	Mode  engine.Mode `json:"mode"`
	Parts []Part      `json:"parts"`
}

// Variants lists the variants in the order of the tables: the systems, then
// the full one without one of its parts.
func Variants() []Variant {
	retrieval := []Part{Text, Dense, Weights, Reranker, Temporal, Synonyms, Acronyms}
	full := append(slices.Clone(retrieval), Graph, MultiQuery, Gate, Loop)
	out := []Variant{
		{"naive", engine.Fast, []Part{Text}},
		{"hybrid", engine.Fast, retrieval},
		{"agentic", engine.Thinking, without(full, Graph)},
		{"graph", engine.Fast, without(full, Loop)},
		{"full", engine.Thinking, full},
	}
	for _, a := range []struct {
		name string
		part Part
	}{
		{"-loop", Loop},
		{"-graph", Graph},
		{"-weights", Weights},
		{"-gate", Gate},
		{"-reranker", Reranker},
		{"-temporal", Temporal},
		{"-synonyms", Synonyms},
		{"-acronyms", Acronyms},
		{"-multi-query", MultiQuery},
	} {
		out = append(out, Variant{a.name, engine.Thinking, without(full, a.part)})
	}
	return out
}

func without(parts []Part, part Part) []Part {
	return slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p == part })
}

// Find returns the variant of a name if it can run with the parts that this
// version has. The error says in one line why it cannot.
func Find(name string, have []Part) (Variant, error) {
	all := Variants()
	at := slices.IndexFunc(all, func(v Variant) bool { return v.Name == name })
	if at < 0 {
		var names []string
		for _, v := range all {
			names = append(names, v.Name)
		}
		return Variant{}, fmt.Errorf("no variant %q; there is %s", name, strings.Join(names, ", "))
	}
	for _, part := range all[at].Parts {
		if !slices.Contains(have, part) {
			return Variant{}, fmt.Errorf("variant %s needs %s, which this version does not have", name, part)
		}
	}
	return all[at], nil
}

// Hash identifies what the variant does, whatever it is called: its mode, its
// parts, and the settings that all variants of a run share, as JSON.
func (v Variant) Hash(settings json.RawMessage) string {
	doc, _ := json.Marshal([]any{v.Mode, slices.Sorted(slices.Values(v.Parts)), string(settings)}) // strings always encode
	sum := sha256.Sum256(doc)
	return hex.EncodeToString(sum[:])[:16]
}
