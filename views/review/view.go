package review

import (
	"fmt"
	"strings"

	"owl/engine"
	"owl/engine/guard"
	"owl/views/widget"
	"owl/views/words"
)

// View draws the pane: what is decided about above, its record below.
func (m *Model) View(w, h int) string {
	if len(m.all) == 0 {
		return "no question to review"
	}
	foot := m.foot(w)
	room := max(0, h-1-len(foot))
	top := m.top(w, max(room*3/5, min(room, 6)))
	lines := append([]string{m.head(w)}, top...)
	if left := room - len(top) - 1; left > 1 {
		lines = append(lines, widget.Rule(m.th, m.record.Tab(), false, w))
		lines = append(lines, widget.Fit(m.record.View(w, left), w, left, 0)...)
	}
	for len(lines) < h-len(foot) {
		lines = append(lines, "")
	}
	lines = append(lines[:max(0, h-len(foot))], foot...)
	return strings.Join(lines[:min(len(lines), max(0, h))], "\n")
}

// head says which question this is, and how far the review is.
func (m *Model) head(w int) string {
	q := m.question()
	left := fmt.Sprintf("%d of %d  %s", m.at+1, len(m.all), m.dotted(q.Kind, q.Collection, q.Difficulty))
	count := map[State]int{}
	for _, other := range m.all {
		count[other.State]++
	}
	right := fmt.Sprintf("%d accepted, %d rejected, %d open", count[Accepted]+count[Edited], count[Rejected], count[Open])
	return widget.Spread(m.th.Title.Render(left), m.th.Muted.Render(right), w)
}

func (m *Model) dotted(parts ...string) string {
	for i := range parts {
		parts[i] = words.Clean(parts[i])
	}
	return strings.Join(parts, " "+m.th.Glyphs.Dot+" ")
}

// top is question, answer, nuggets and evidence in at most h lines: the answer
// is cut first, then the nuggets show a window around the chosen one.
func (m *Model) top(w, h int) []string {
	q := m.question()
	var lines []string
	if q.State != Open {
		lines = append(lines, m.state(q, w))
	}
	lines = append(lines, m.part(m.th.Title.Render, "", q.Text, w, 3)...)
	lines = append(lines, m.part(m.th.Good.Render, "= ", q.Gold, w, 3)...)
	evidence := m.evidence(q, w)
	lines = append(lines, m.nuggets(w, h-len(lines)-1)...)
	return append(lines, evidence)[:min(len(lines)+1, max(0, h))]
}

// state says what was decided.
func (m *Model) state(q Question, w int) string {
	style, sign := m.th.Good, m.th.Glyphs.Good
	if q.State == Rejected {
		style, sign = m.th.Bad, m.th.Glyphs.Bad
	}
	line := sign + " " + string(q.State)
	if q.Reason != "" {
		line += ": " + guard.Line(q.Reason)
	}
	return style.Render(widget.Truncate(line, w, m.th.Glyphs.Ellipsis))
}

// part wraps a text to at most some lines; a cut is marked.
func (m *Model) part(style func(...string) string, lead string, text engine.Untrusted, w, most int) []string {
	wrapped := widget.WrapText(lead+guard.Line(text), w)
	if len(wrapped) > most {
		wrapped = wrapped[:most]
		wrapped[most-1] = widget.Truncate(wrapped[most-1]+" "+m.th.Glyphs.Ellipsis, w, m.th.Glyphs.Ellipsis)
	}
	for i := range wrapped {
		wrapped[i] = style(wrapped[i])
	}
	return wrapped
}

// nuggets is a window of h lines on the nuggets, a line each.
func (m *Model) nuggets(w, h int) []string {
	all := m.question().Nuggets
	h = min(max(h, 1), len(all))
	from := min(max(0, m.nugget-h/2), len(all)-h)
	var lines []string
	for i := from; i < from+h; i++ {
		n := all[i]
		line := fmt.Sprintf("%d %-5s %-10s ", i+1, words.Clean(n.Label), words.Clean(n.Role)) + guard.Line(n.Text)
		if i == m.nugget {
			line = m.th.Selected.Render(widget.Truncate(m.th.Glyphs.Focus+" "+line, w, m.th.Glyphs.Ellipsis))
		} else {
			line = widget.Truncate("  "+line, w, m.th.Glyphs.Ellipsis)
		}
		lines = append(lines, line)
	}
	return lines
}

func (m *Model) evidence(q Question, w int) string {
	var parts []string
	for _, e := range q.Evidence {
		parts = append(parts, words.Clean(e.DocID)+" ("+words.Clean(e.Grade)+")")
	}
	return m.th.Muted.Render(widget.Truncate("evidence: "+strings.Join(parts, ", "), w, m.th.Glyphs.Ellipsis))
}

// foot is what is typed or was said, and the keys.
func (m *Model) foot(w int) []string {
	keys := Keys()
	line := words.Clean(m.said)
	if m.Typing() {
		keys = TypingKeys()
		line = m.line(w)
	}
	var hints []widget.Hint
	for _, k := range keys {
		if k.Short != "" {
			hints = append(hints, widget.Hint{Key: k.Label, Does: k.Short})
		}
	}
	foot := []string{widget.Hints(m.th, hints, w)}
	if line == "" {
		return foot
	}
	return append([]string{widget.Truncate(line, w, m.th.Glyphs.Ellipsis)}, foot...)
}

// labels of what is typed.
func (m *Model) label() string {
	if m.typing == reason {
		return "why reject: "
	}
	return "question: "
}

// line is what is typed: its end stays in sight, with a sign where the next
// letter goes.
func (m *Model) line(w int) string {
	runes := []rune(guard.Line(engine.Untrusted(m.input.Value())))
	at := min(m.input.Position(), len(runes))
	before, behind := string(runes[:at]), string(runes[at:])
	room := max(1, w-widget.Width(m.label())-1)
	for widget.Width(before) > room*3/4 {
		_, size := firstRune(before)
		before = before[size:]
	}
	return m.th.Accent.Render(m.label()) + before + "_" + behind
}

func firstRune(s string) (r rune, size int) {
	for i, r := range s {
		if i > 0 {
			return r, i
		}
	}
	return 0, len(s)
}
