package brief

import (
	"fmt"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/guard"
)

// Markdown is the brief as text, or as an entry for the logbook. Times are shown
// in zone; live, which may be nil, says what is read of a PV now.
func (b *Brief) Markdown(title string, zone *time.Location, live func(pv string) string) string {
	return b.written(title, &sheet{zone: zone, live: live, mark: "*", inline: inline})
}

// Plain is Markdown without any marks, for a pane that shows texts as they are.
func (b *Brief) Plain(title string, zone *time.Location, live func(pv string) string) string {
	return b.written(title, &sheet{zone: zone, live: live, inline: unmarked})
}

func (b *Brief) written(title string, x *sheet) string {
	zone := x.zone
	x.day = b.Until.In(zone).Format(time.DateOnly)
	strong := x.mark + x.mark
	x.line(strong+"%s"+strong+" · %s to %s", title, b.From.In(zone).Format("2006-01-02 15:04"), b.Until.In(zone).Format("2006-01-02 15:04 -07:00"))
	for _, s := range b.Sections {
		x.section(s)
	}
	if len(b.Sections) == 0 {
		x.line("\nNo record was written in this time, and no work is due.")
	}
	for _, note := range b.Notes {
		x.line("\n%s", x.inline(engine.Untrusted(note)))
	}
	return x.b.String()
}

type sheet struct {
	zone *time.Location
	live func(pv string) string
	mark string // around what is set off; empty in plain text
	day  string // on which times go without their date
	b    strings.Builder

	inline func(engine.Untrusted) string // a text from outside within a line
}

func (x *sheet) line(format string, args ...any) { fmt.Fprintf(&x.b, format+"\n", args...) }

func (x *sheet) section(s Section) {
	head := s.Title
	if s.Sum != "" {
		head += ": " + s.Sum
	}
	x.line("\n"+x.mark+"%s"+x.mark+"\n", head)
	for _, item := range s.Items {
		x.item(item)
	}
	if s.More > 0 {
		x.line("- and %d more", s.More)
	}
}

func (x *sheet) item(i Item) {
	said := []string{}
	for _, part := range []string{x.span(i.At, i.Until), i.What, x.inline(i.Head), i.DocID} {
		if part != "" {
			said = append(said, part)
		}
	}
	x.line("- %s", strings.Join(said, " · "))
	for _, line := range x.lines(i) {
		x.line("  %s", line)
	}
	for _, pv := range i.PVs {
		if x.live != nil {
			x.line("  now: %s %s", x.inline(engine.Untrusted(pv)), x.inline(engine.Untrusted(x.live(pv))))
		}
	}
}

// lines are the parts of an item, short ones beside each other. A part of another
// record than the item's names its own.
func (x *sheet) lines(i Item) []string {
	var out []string
	beside := false
	for _, p := range i.Parts {
		said := x.inline(p.Text)
		if p.What != "" {
			said = p.What + ": " + said
		}
		if p.record.DocID != i.DocID {
			said += " · " + p.record.DocID
		}
		short := p.What != "" && len(said) <= shortPart
		if short && beside {
			out[len(out)-1] += "; " + said
		} else {
			out = append(out, said)
		}
		beside = short
	}
	return out
}

// shortPart is the bytes up to which parts stand beside each other.
const shortPart = 40

// span is a time or two, with their date when it is not the day of the brief.
func (x *sheet) span(from, until time.Time) string {
	if from.IsZero() {
		return ""
	}
	layout := "15:04"
	if from.In(x.zone).Format(time.DateOnly) != x.day {
		layout = "2006-01-02 15:04"
	}
	out := from.In(x.zone).Format(layout)
	if !until.IsZero() {
		out += " to " + until.In(x.zone).Format("15:04")
	}
	return out
}

// inline is a text as it may stand within a line: cleaned, and nothing in it is
// Markdown or HTML.
func inline(u engine.Untrusted) string {
	return strings.ReplaceAll(compose.Inline(guard.Markdown(engine.Untrusted(guard.Line(u)))), "<", "&lt;")
}

// unmarked is a text as it may stand within a line of plain text.
func unmarked(u engine.Untrusted) string { return strings.Join(strings.Fields(guard.Line(u)), " ") }
