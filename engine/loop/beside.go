package loop

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/guard"
	"owl/engine/verify"
)

// besideTime is how long the looking for what stands beside the answer may take.
const besideTime = 300 * time.Millisecond

// beside collects lines with their citations, which go on from those of the
// answer.
type beside struct {
	answer *engine.Answer
	lines  []string
}

// cite adds a citation of a place in a record and returns its mark; it is empty
// when the place does not hold.
func (b *beside) cite(rec engine.Record, start, end int) string {
	n := verify.CiteIn(&b.answer.Citations, rec, start, end)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("[%d]", n)
}

// say adds a place of a record under what is said about it.
func (b *beside) say(what string, rec engine.Record, start, end int) {
	if mark := b.cite(rec, start, end); mark != "" {
		b.add(fmt.Sprintf("*%s:*\n%s %s", what, compose.Inline(string(rec.Content[start:end])), mark))
	}
}

// add adds a line once.
func (b *beside) add(line string) {
	if !slices.Contains(b.lines, line) {
		b.lines = append(b.lines, line)
	}
}

// addBeside puts what contradicts or replaces the answer below it.
func (r *run) addBeside(ctx context.Context, a *engine.Answer) {
	ctx, cancel := context.WithTimeout(ctx, besideTime)
	defer cancel()
	atOnce, _ := compose.Fold(a.Text) // revisions of what only unfolds would be noise
	shown := docsOf(compose.Cited(atOnce, a.Citations))
	b := beside{answer: a}
	r.addReplaced(ctx, &b, shown)
	r.addContradicted(&b)
	b.write("Beside this answer")
}

func docsOf(citations []engine.Citation) []string {
	var out []string
	seen := map[string]bool{}
	for _, c := range citations {
		if !seen[c.DocID] {
			seen[c.DocID] = true
			out = append(out, c.DocID)
		}
	}
	return out
}

// write puts the lines below what is read at once.
func (b *beside) write(title string) {
	if len(b.lines) == 0 {
		return
	}
	main, more := compose.Fold(b.answer.Text)
	b.answer.Text = main + "\n\n**" + title + "**\n\n" + strings.Join(b.lines, "\n\n")
	if more != "" {
		b.answer.Text += "\n\n" + compose.MoreLine + "\n\n" + more
	}
}

func titled(rec engine.Record) string {
	title := compose.Inline(guard.Line(rec.Title))
	if !rec.Created.IsZero() {
		title += " of " + rec.Created.Format(time.DateOnly)
	}
	return title
}
