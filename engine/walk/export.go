package walk

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/guard"
)

// Markdown is the walk as an entry for the logbook. Times are shown in zone.
func (w *Walk) Markdown(zone *time.Location) string {
	x := &sheet{w: w, zone: zone}
	x.line("# Walkthrough: %s", text(w.Plan.Symptom))
	x.line("")
	x.line("Began %s.", x.time(w.Began))
	x.end()
	x.answers()
	x.causes()
	x.contacts()
	x.records()
	return x.b.String()
}

type sheet struct {
	w     *Walk
	zone  *time.Location
	b     strings.Builder
	cited []int
}

func (x *sheet) line(format string, args ...any) { fmt.Fprintf(&x.b, format+"\n", args...) }

func (x *sheet) head(title string) { x.line("\n## %s\n", title) }

func (x *sheet) time(t time.Time) string { return t.In(x.zone).Format("2006-01-02 15:04:05 -07:00") }

// cite notes a citation and returns its mark.
func (x *sheet) cite(n int) string {
	if n < 1 {
		return ""
	}
	if !slices.Contains(x.cited, n) {
		x.cited = append(x.cited, n)
	}
	return fmt.Sprintf(" [%d]", n)
}

// text is one line whose own Markdown means nothing.
func text(u engine.Untrusted) string {
	line := guard.Markdown(engine.Untrusted(strings.Join(strings.Fields(guard.Line(u)), " ")))
	return strings.NewReplacer("[", `\[`, "<", "&lt;", "*", `\*`, "`", "'", "|", `\|`).Replace(line)
}

func (x *sheet) end() {
	e := x.w.Ending()
	x.head("Result")
	x.line("%s", Says(e.Outcome))
	if !x.w.Ended() {
		x.line("(not finished)")
	}
	if e.Cause >= 0 {
		c := x.w.Plan.Causes[e.Cause]
		x.line("- cause: %s%s", text(c.Name), x.cite(c.Evidence[0]))
	}
	if e.Helped != nil {
		x.line("- helped: %s%s", text(e.Helped.Text), x.cite(e.Helped.Cite))
	}
	for _, d := range e.Tried {
		x.line("- did not help: %s%s", text(d.Text), x.cite(d.Cite))
	}
}

func (x *sheet) answers() {
	x.head("Checks")
	if len(x.w.Answers) == 0 {
		x.line("None was answered.")
	}
	for i, a := range x.w.Answers {
		c := x.w.Plan.Checks[a.Check]
		x.line("%d. %s **%s**: %s%s", i+1, x.time(a.At), a.Verdict, text(c.Text), x.cite(c.Cite))
		for _, r := range a.Seen {
			x.line("   - `%s` %s", strings.ReplaceAll(guard.Line(engine.Untrusted(r.PV)), "`", "'"), text(r.said()))
		}
		if a.Note != "" {
			x.line("   - note: %s", text(a.Note))
		}
	}
}

// said is a reading in words.
func (r Reading) said() engine.Untrusted {
	switch {
	case r.Err != "":
		return engine.Untrusted("no value: " + r.Err)
	case r.Alarm != "":
		return r.Value + " " + engine.Untrusted(r.Alarm)
	}
	return r.Value
}

func (x *sheet) causes() {
	x.head("Causes")
	x.line("| cause | share | state | records |")
	x.line("|---|---|---|---|")
	for _, s := range x.w.Standing() {
		c := x.w.Plan.Causes[s.Cause]
		var marks strings.Builder
		for _, n := range c.Evidence {
			marks.WriteString(x.cite(n))
		}
		x.line("| %s | %.0f %% | %s |%s |", text(c.Name), 100*s.Share, s.State, marks.String())
	}
	x.line("| none of these | %.0f %% | | |", 100*x.w.Elsewhere())
}

func (x *sheet) contacts() {
	if len(x.w.Plan.Contacts) == 0 {
		return
	}
	x.head("Contacts")
	for _, c := range x.w.Plan.Contacts {
		x.line("- %s, last record %s%s", text(c.Name), day(c.Last), x.cite(c.Cite))
	}
}

func day(date string) string { return date[:min(len(date), len("2006-01-02"))] }

func (x *sheet) records() {
	x.head("Records")
	slices.Sort(x.cited)
	for _, n := range x.cited {
		c := x.w.Plan.Cited(n)
		x.line("- [%d] `%s` %s %s: “%s”", n, strings.ReplaceAll(guard.Line(engine.Untrusted(c.DocID)), "`", "'"), day(c.Date), text(c.Title), text(c.Quote))
	}
}
