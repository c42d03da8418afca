package answer

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"owl/engine"
	"owl/engine/guard"
	"owl/engine/trace"
	"owl/views/widget"
	"owl/views/words"
)

func joinLines(lines []string) string { return strings.Join(lines, "\n") }

// styled wraps text and styles each line; the second and later lines are
// indented.
func styled(style lipgloss.Style, text string, w, indent int) []string {
	lines := widget.WrapText(text, w-indent)
	for i := range lines {
		if i > 0 {
			lines[i] = strings.Repeat(" ", indent) + lines[i]
		}
		lines[i] = style.Render(lines[i])
	}
	return lines
}

// maxQuestion is how many lines of a question are repeated above its answer; a
// pasted log must not push the answer off the screen.
const maxQuestion = 3

func (m *Model) question(q engine.Untrusted, w int) []string {
	lines := styled(m.th.Title, guard.Line(q), w, 0)
	if len(lines) > maxQuestion {
		lines = append(lines[:maxQuestion:maxQuestion], m.th.Muted.Render(m.th.Glyphs.Ellipsis))
	}
	return lines
}

// state says what became of the latest question while the pane still shows
// something else, or nothing.
func (m *Model) state(w int) []string {
	live, g := m.runs.Live, m.th.Glyphs
	switch {
	case m.runs.InFlight:
		return styled(m.th.Accent, g.Focus+" "+m.progress(), w, 2)
	case live.Ended == trace.KindFailed:
		text := g.Bad + " Could not answer " + m.quoted() + ": " + strings.TrimRight(words.Clean(live.Error), ". ")
		return styled(m.th.Bad, text+"."+m.below(), w, 2)
	case live.Ended == trace.KindCancelled:
		return styled(m.th.Warn, g.Warn+" Cancelled: "+m.quoted()+"."+m.below(), w, 2)
	}
	return nil
}

// below says to which question the answer under a notice belongs.
func (m *Model) below() string {
	if m.runs.Shown.Seq == 0 {
		return ""
	}
	return " Below is the answer before it."
}

func (m *Model) progress() string {
	return words.Join(" "+m.th.Glyphs.Dot+" ", words.Doing(m.runs.Live), words.Elapsed(m.runs.Elapsed), "Esc cancels")
}

// quoted is the beginning of the latest question.
func (m *Model) quoted() string {
	return `"` + widget.Truncate(guard.Line(m.runs.Question), 60, "...") + `"`
}

func (m *Model) degraded(d trace.Degraded, w int) []string {
	text := words.Join(". ", m.th.Glyphs.Warn+" Without "+words.Clean(d.What)+": "+words.Clean(d.Why), words.Clean(d.Do))
	return append(styled(m.th.Warn, text, w, 2), "")
}

// footer says how far the answer can be trusted and what it rests on.
func (m *Model) footer(a engine.Answer, run trace.State, w int) []string {
	dot := " " + m.th.Glyphs.Dot + " "
	verdict := []string{
		m.checked(a.Citations), "confidence " + words.Confidence(a.Confidence),
		"composer " + words.Clean(a.Composer), words.Elapsed(run.Last.Sub(run.Began)),
	}
	style := m.th.Good
	if a.Abstained || !allVerified(a.Citations) {
		style = m.th.Warn
	}
	var lines []string
	for _, l := range widget.Flow(verdict, dot, w) {
		lines = append(lines, style.Render(l))
	}
	for _, group := range coverage(a.Coverage) {
		for _, l := range widget.Flow(group, dot, w) {
			lines = append(lines, m.th.Muted.Render(l))
		}
	}
	return lines
}

func (m *Model) checked(citations []engine.Citation) string {
	verified := 0
	for _, c := range citations {
		if c.Verified {
			verified++
		}
	}
	switch {
	case len(citations) == 0:
		return "no citations"
	case verified == len(citations):
		return m.th.Glyphs.Good + " " + words.Count(verified, "citation") + " checked"
	}
	return fmt.Sprintf("%s %d of %s could not be checked", m.th.Glyphs.Bad, len(citations)-verified, words.Count(len(citations), "citation"))
}

func allVerified(citations []engine.Citation) bool {
	for _, c := range citations {
		if !c.Verified {
			return false
		}
	}
	return true
}

// coverage groups the sources by what became of them.
func coverage(all []engine.Coverage) [][]string {
	var groups [][]string
	for _, state := range []engine.CoverageState{engine.Searched, engine.Filtered, engine.Failed} {
		var parts []string
		for _, c := range all {
			if c.State == state {
				parts = append(parts, covered(c))
			}
		}
		if len(parts) > 0 {
			name := string(state)
			parts[0] = strings.ToUpper(name[:1]) + name[1:] + ": " + parts[0]
			groups = append(groups, parts)
		}
	}
	return groups
}

func covered(c engine.Coverage) string {
	name := words.Clean(c.Source)
	if c.State != engine.Searched {
		return name
	}
	name += fmt.Sprintf(" %d", c.Searched)
	if c.FreshAsOf == "" {
		return name
	}
	day, _, _ := strings.Cut(words.When(c.FreshAsOf), " ")
	return name + " (to " + day + ")"
}
