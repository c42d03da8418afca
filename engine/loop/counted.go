package loop

import (
	"context"
	"fmt"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/count"
	"owl/engine/trace"
)

// Sizes of a count.
const (
	countTime   = 500 * time.Millisecond
	countListed = 8 // records that are named
)

// counted looks at all records when the question is how many there are of a kind.
func (r *run) counted(ctx context.Context) (count.Result, bool) {
	q, ok := count.Read(r.read.Understanding)
	if !ok || r.Lister == nil {
		return count.Result{}, false
	}
	q.Filter = both(q.Filter, r.read.asked)
	ctx, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	start := time.Now()
	found, err := count.Source{Lister: r.Lister, Text: r.Retriever.Text, Records: r.Retriever.Records}.Count(ctx, q)
	if err != nil {
		r.say(trace.Degraded{What: "count", Why: err.Error(), Do: "the records that fit best are shown"})
		return count.Result{}, false
	}
	r.say(trace.Searched{Channel: "count", Hits: found.N, Millis: millis(time.Since(start))})
	return found, true
}

// addCounted puts a count before the answer, and in the place of one that the
// records do not give.
func (r *run) addCounted(ctx context.Context, a *engine.Answer) {
	found, ok := r.counted(ctx)
	if !ok {
		return
	}
	b := beside{answer: a}
	if a.Abstained && found.N > 0 {
		a.Text, a.Abstained, a.Confidence = "", false, floored
	}
	b.add("**Counted** · " + countLine(found))
	for _, rec := range found.Records[:min(countListed, len(found.Records))] {
		mark := b.cite(rec, 0, firstLine(string(rec.Content)))
		b.add("- " + strings.TrimSpace(compose.Inline(strings.Join([]string{rec.FileID, titled(rec)}, " · "))+" "+mark))
	}
	if more := found.N - countListed; more > 0 {
		b.add(fmt.Sprintf("- and %d more", more))
	}
	said := strings.TrimSpace(b.lines[0] + "\n\n" + strings.Join(b.lines[1:], "\n"))
	if found.N == 0 {
		a.Text = strings.TrimSpace(said + "\n\n" + a.Text)
		return
	}
	a.Text = folded(said, a.Text)
}

// folded puts a text before another one, of which all unfolds.
func folded(said, text string) string {
	if text == "" {
		return said
	}
	main, more := compose.Fold(text)
	return strings.TrimSpace(said + "\n\n" + compose.MoreLine + "\n\n" + main + "\n\n" + more)
}

// countLine says what was counted, and how.
func countLine(found count.Result) string {
	var words []string
	for _, w := range found.Words {
		words = append(words, "“"+compose.Inline(w)+"”")
	}
	noun, holds := found.Kind.Many, "hold"
	if found.N == 1 {
		noun, holds = found.Kind.One, "holds"
	}
	n := fmt.Sprint(found.N)
	switch {
	case found.AtLeast:
		n = "at least " + n
	case found.N == 0:
		n = "no"
	}
	line := n + " " + noun
	if f := found.Filter; !f.Since.IsZero() || !f.Until.IsZero() {
		line += " " + strings.Join(filterWords(engine.Filter{Since: f.Since, Until: f.Until}), ", ")
	}
	if len(words) == 0 {
		return line + "."
	}
	return line + " " + holds + " " + strings.Join(words, " and ") + ". Records are counted by their words, not events."
}
