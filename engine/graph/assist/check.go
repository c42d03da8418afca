package assist

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"owl/engine"
	"owl/engine/graph"
)

// said is a statement as the model wrote it.
type said struct {
	Says  Says             `json:"says"`
	Name  engine.Untrusted `json:"name"`
	Quote engine.Untrusted `json:"quote"`
}

func readSaid(reply string) ([]said, error) {
	var list struct {
		Statements []said `json:"statements"`
	}
	if !firstObject(reply, &list) || list.Statements == nil {
		return nil, ErrNoStatements
	}
	return list.Statements[:min(len(list.Statements), mostSaid)], nil
}

// Limits of a statement.
const (
	mostSaid      = 20  // of a record
	longestQuote  = 400 // bytes
	shortestQuote = 8
	longestName   = 120
)

// check keeps the statements whose quote stands in the record, and whose name
// stands in the quote.
func check(content string, list []said) []Statement {
	var kept []Statement
	for _, s := range list {
		name := strings.TrimSpace(string(s.Name))
		span, ok := locate(content, string(s.Quote))
		if !ok || span.Len() < shortestQuote || span.Len() > longestQuote || name == "" || len(name) > longestName || !holds(content[span.Start:span.End], name) {
			continue
		}
		says, ok := settled(s.Says, content[span.Start:span.End])
		st := Statement{Says: says, Name: engine.Untrusted(name), Start: span.Start, End: span.End}
		if ok && !slices.Contains(kept, st) {
			kept = append(kept, st)
		}
	}
	return kept
}

// settled is what a quote can say: words of doubt make a cause a suspicion, and
// with a denial in them they state no cause.
func settled(says Says, quote string) (Says, bool) {
	words := graph.FoldWords(quote)
	has := func(list ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	switch says {
	case Cause:
		if has("not", "no", "isnt", "wasnt", "never", "innocent") || strings.Contains(strings.ToLower(quote), "ruled out") {
			return "", false
		}
		if has("suspect", "suspected", "maybe", "perhaps", "possibly", "probably", "prob", "might", "could", "think", "guess", "likely") {
			return Suspected, true
		}
	case Suspected, RuledOut, ResolvedBy, DidNotHelp:
	default:
		return "", false
	}
	return says, true
}

// holds reports whether every word of a name stands in a quote.
func holds(quote, name string) bool {
	words := graph.FoldWords(name)
	there := graph.FoldWords(quote)
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(there, w) })
}

// locate finds a quote in a text. White space may differ, and so may signs that
// were cleaned out of what the model saw.
func locate(text, quote string) (graph.Span, bool) {
	quote = strings.TrimSpace(quote)
	if quote == "" {
		return graph.Span{}, false
	}
	if at := strings.Index(text, quote); at >= 0 {
		return graph.Span{Start: at, End: at + len(quote)}, true
	}
	want := squeezed(quote)
	if want == "" {
		return graph.Span{}, false
	}
	flat, places := flatten(text)
	at := strings.Index(flat, want)
	if at < 0 {
		return graph.Span{}, false
	}
	last := places[at+len(want)-1]
	_, size := utf8.DecodeRuneInString(text[last:])
	return graph.Span{Start: places[at], End: last + size}, true
}

// squeezed is a text without white space.
func squeezed(text string) string {
	flat, _ := flatten(text)
	return flat
}

// flatten takes the white space and the signs that nobody sees out of a text, and
// says where in it the rune of each byte begins.
func flatten(text string) (flat string, places []int) {
	var b strings.Builder
	for at, r := range text {
		if unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError {
			continue
		}
		n, _ := b.WriteRune(r) // a builder takes everything
		for range n {
			places = append(places, at)
		}
	}
	return b.String(), places
}
