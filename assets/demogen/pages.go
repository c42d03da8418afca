package demogen

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/assets/demogen/calendar"
)

// pages writes the wiki's lists of intervention jobs and the weekly reports of
// those runs that have them.
func (w *writer) pages() {
	for _, run := range w.cal.Runs {
		for day := run.Start; day.Before(run.End); day = day.AddDate(0, 0, 7) {
			if w.cal.Tuesday(day) == calendar.Intervention && day.Before(w.now()) {
				w.jobs(day)
			}
			if run.Faults > 0 && run.Name >= "2025-3" {
				w.weekly(run, day)
			}
		}
	}
}

// jobs is the list of an intervention: the work requests that are scheduled.
func (w *writer) jobs(day time.Time) {
	d := throw(w.seed, "jobs", day.Format(time.DateOnly))
	var rows strings.Builder
	n := 0
	for _, r := range w.out.requests {
		if r.scheduled.Equal(day) && r.status != "cancelled" {
			n++
			fmt.Fprintf(&rows, "<tr><td>%d</td><td><a href=\"https://wrq.larkmere.example/%s\">%s</a></td><td>%s</td><td>%s</td><td>%s</td></tr>\n",
				n, r.id, r.id, r.group, escape(r.title), escape(r.location))
		}
	}
	if n < 2 {
		return
	}
	body := fmt.Sprintf("<h1>Intervention of %s</h1>\n<p>Beam off 08:00, keys back %s, beam to users 16:00. %s</p>\n<h2 id=\"jobs\">Jobs</h2>\n<table>\n"+
		"<tr><th>no</th><th>request</th><th>group</th><th>job</th><th>place</th></tr>\n%s</table>\n<h2 id=\"notes\">Notes</h2>\n<p>%s</p>",
		day.Format("2 January 2006"), one(d, []string{"14:45", "14:50", "15:00"}), one(d, []string{"Crane in EH3 until noon.", "No crane.", "Z3 opens first.", "LCW-3 stays on.", "Visitors at 10:00 in the hall only."}),
		rows.String(), one(d, []string{"Jobs without a number are not done.", "Bring the JHA for lifts.", "Search starts at 14:55 whether or not you are finished.", "Write the result into the request the same day."}))
	w.out.pages = append(w.out.pages, page{
		path: "mip/" + day.Format(time.DateOnly), title: "Intervention of " + day.Format("2 January 2006"),
		author: "Karl Ubbink", system: "Operations", date: day.AddDate(0, 0, -1).Format(time.DateOnly), body: body,
	})
}

// weekly is the report of a week of user beam, from its Tuesday.
func (w *writer) weekly(run calendar.Run, from time.Time) {
	to := from.AddDate(0, 0, 7)
	if to.After(run.End) {
		to = run.End
	}
	week := int(from.Sub(run.Start).Hours()+12)/(7*24) + 1
	var table strings.Builder
	lost := 0.0
	rows := slices.Concat(w.hand.down, w.out.rows)
	slices.SortFunc(rows, func(a, b row) int { return a.start.Compare(b.start) })
	n := 0
	for _, r := range rows {
		if r.start.Before(from) || !r.start.Before(to) || w.cal.Kind(r.start) != calendar.User {
			continue
		}
		n++
		lost += r.hours()
		fmt.Fprintf(&table, "<tr><td>%s</td><td>%.2f</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", r.start.Format("01-02 15:04"), r.hours(), escape(r.system), escape(r.subsystem), escape(r.cause))
	}
	scheduled := w.userHours(from, to)
	d := throw(w.seed, "weekly", from.Format(time.DateOnly))
	body := fmt.Sprintf("<h1>Run %s, week %d</h1>\n<p>%s to %s, fill %s. %s</p>\n<table>\n<tr><th>scheduled</th><th>lost</th><th>faults</th><th>availability</th></tr>\n"+
		"<tr><td>%.0f h</td><td>%.2f h</td><td>%d</td><td>%.1f %%</td></tr>\n</table>\n<h2 id=\"faults\">Faults</h2>\n%s\n<h2 id=\"remarks\">Remarks</h2>\n<p>%s</p>",
		run.Name, week, from.Format(time.DateOnly), to.Format(time.DateOnly), w.cal.Fill(from.Add(time.Hour)), tuesdayText(w.cal.Tuesday(from)),
		scheduled, lost, n, 100*(1-lost/scheduled), faultTable(n, table.String()),
		one(d, []string{
			"Figures from Tally, checked against the table of downtime.", "No complaint of the beamlines beyond the log.", "Longest stretch without a fault is counted in the run report.",
			"Causes as booked by the crews; later corrections are not shown here.", "Access on request of a group counts as down time.",
		}))
	w.out.pages = append(w.out.pages, page{
		path: fmt.Sprintf("ops/weekly/%s-w%02d", run.Name, week), title: fmt.Sprintf("Weekly report, run %s week %d", run.Name, week),
		author: "Karl Ubbink", system: "Operations", date: to.Format(time.DateOnly), body: body,
	})
}

func faultTable(n int, rows string) string {
	if n == 0 {
		return "<p>None.</p>"
	}
	return "<table>\n<tr><th>start</th><th>h</th><th>system</th><th>subsystem</th><th>cause</th></tr>\n" + rows + "</table>"
}

func tuesdayText(kind calendar.Kind) string {
	switch kind {
	case calendar.Studies:
		return "Tuesday was for studies."
	case calendar.Intervention:
		return "Tuesday was for interventions."
	}
	return "Start of user beam on Tuesday."
}

// userHours are the hours of scheduled user beam between two times.
func (w *world) userHours(from, to time.Time) float64 {
	n := 0.0
	for t := from; t.Before(to); t = t.Add(30 * time.Minute) {
		if w.cal.Kind(t) == calendar.User {
			n += 0.5
		}
	}
	return n
}

// html is a page as the crawler has stored it, with the site's navigation.
func (p page) html() string {
	top, _, _ := strings.Cut(p.path, "/")
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>` + escape(p.title) + ` - Larkmere wiki</title>
<link rel="canonical" href="https://wiki.larkmere.example/` + p.path + `">
<meta name="author" content="` + p.author + `">
<meta name="last-modified" content="` + p.date + `">
<meta name="system" content="` + p.system + `">
<style>body{font-family:sans-serif} .nav li{display:inline}</style>
</head>
<body>
<header><a href="/">Larkmere wiki</a> <form action="/search"><input name="q" placeholder="Search the wiki"></form></header>
<nav class="nav"><ul><li><a href="/ops">Operations</a></li><li><a href="/rf">RF</a></li><li><a href="/vacuum">Vacuum</a></li><li><a href="/beamlines">Beamlines</a></li><li><a href="/safety">Safety</a></li><li><a href="/recent">Recent changes</a></li></ul></nav>
<div class="breadcrumb" role="navigation">Home &raquo; <a href="/` + top + `">` + top + `</a> &raquo; ` + escape(p.title) + `</div>
<main>
` + p.body + `
</main>
<footer>Larkmere Photon Ring &middot; page last saved ` + p.date + ` by ` + p.author + ` &middot; <a href="/history/` + p.path + `">history</a> &middot; internal use</footer>
</body>
</html>
`
}

func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
