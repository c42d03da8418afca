package demogen

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"owl/assets/demogen/calendar"
)

// checklists are the revisions of the check list: each follows a change that was
// made to the machine.
func checklists() []map[string]string {
	list := []map[string]string{
		{"date": "2024-02-05", "change": "First issue.", "permit": "80", "kickers": "6.10 kV, septum 8.72 kA", "tout": "58", "bpld": "1.0 mm horizontally and 0.7 mm vertically"},
		{"date": "2024-06-03", "change": "Point 9: limits of the orbit interlock as of 28 May 2024.", "permit": "80", "kickers": "6.10 kV, septum 8.72 kA", "tout": "58", "bpld": "1.5 mm horizontally and 0.8 mm vertically"},
		{"date": "2025-02-24", "change": "Point 4: kickers and septum after the shim of the septum.", "permit": "80", "kickers": "6.40 kV, septum 8.60 kA", "tout": "58", "bpld": "1.5 mm horizontally and 0.8 mm vertically"},
		{"date": "2025-06-09", "change": "Point 3: new permit of top-up. Point 5: new limit of the circulator outlets.", "permit": "100", "kickers": "6.40 kV, septum 8.60 kA", "tout": "60", "bpld": "1.5 mm horizontally and 0.8 mm vertically"},
		{"date": "2026-02-09", "change": "Point 4: the third kicker has a voltage of its own since its pulser was rebuilt.", "permit": "100", "kickers": "6.40 kV, the third 6.32 kV, septum 8.60 kA", "tout": "60", "bpld": "1.5 mm horizontally and 0.8 mm vertically"},
	}
	for i, m := range list {
		m["revision"], m["status"], m["before"], m["after"] = strconv.Itoa(i+1), "superseded", "", strconv.Itoa(i+2)
		if i > 0 {
			m["before"] = strconv.Itoa(i)
		}
	}
	last := list[len(list)-1]
	last["status"], last["after"] = "released", ""
	return list
}

// documents writes the check list and the schedules of the runs.
func (w *writer) documents() error {
	form, err := fs.ReadFile(data, "data/checklist.md")
	if err != nil {
		return fmt.Errorf("read check list: %w", err)
	}
	for _, values := range checklists() {
		text := string(form)
		for name, value := range values {
			text = strings.ReplaceAll(text, "{"+name+"}", value)
		}
		w.out.docs = append(w.out.docs, document{"ICMS_1820_r" + values["revision"], strings.ReplaceAll(text, ": \n", ":\n")})
	}
	for i, run := range w.cal.Runs {
		for revision := 1; revision <= 2; revision++ {
			w.out.docs = append(w.out.docs, w.schedule(1801+i, run, revision))
		}
	}
	return nil
}

// schedule is the operating schedule of a run. The first revision has the short
// fill a week later: it was moved when the beamlines had been asked.
func (w *writer) schedule(number int, run calendar.Run, revision int) document {
	id := fmt.Sprintf("ICMS_%d", number)
	issued := run.Startup.AddDate(0, 0, -42+21*revision)
	head := []string{"---", "document_id: " + id, "title: Operating schedule of run " + run.Name, "revision: " + strconv.Itoa(revision)}
	note := "Final schedule, after the meeting with the beamlines."
	if revision == 1 {
		head = append(head, "status: superseded", "effective_date: "+issued.Format(time.DateOnly), "supersedes:", "superseded_by: 2")
		note = "Draft for comments. Weeks with hybrid fill may still move."
	} else {
		head = append(head, "status: released", "effective_date: "+issued.Format(time.DateOnly), "supersedes: 1", "superseded_by:")
	}
	head = append(head, "document_type: specification", "system: Operations", "author: Karl Ubbink", fmt.Sprintf("url: https://icms.larkmere.example/doc/%s/r%d", id, revision), "---")
	body := []string{
		"# Operating schedule of run " + run.Name, "",
		note + fmt.Sprintf(" Start-up studies (SUS) from %s, user beam from %s to %s, each at 08:00.", run.Startup.Format(time.DateOnly), run.Start.Format(time.DateOnly), run.End.Format(time.DateOnly)), "",
		"| week | Tuesday | fill | Tuesday is for |", "|---|---|---|---|",
	}
	for week, day := 1, run.Start; day.Before(run.End); week, day = week+1, day.AddDate(0, 0, 7) {
		body = append(body, fmt.Sprintf("| %d | %s | %s | %s |", week, day.Format(time.DateOnly), w.plannedFill(day, revision), plannedTuesday(week)))
	}
	body = append(body, "", "Studies last from Tuesday 08:00 to Wednesday 08:00, interventions from 08:00 to 16:00. Either may be called off by the run coordinator. "+
		"Requests for timing weeks go to the run coordinator six weeks ahead. What was really run stands in the weekly reports.", "")
	return document{fmt.Sprintf("%s_r%d", id, revision), strings.Join(append(head, body...), "\n")}
}

func plannedTuesday(week int) string {
	switch {
	case week == 1:
		return "start of user beam"
	case week%2 == 0:
		return "studies"
	}
	return "intervention (MIP)"
}

func (w *writer) plannedFill(tuesday time.Time, revision int) string {
	fill := w.cal.Fill(tuesday.Add(time.Hour))
	if revision > 1 {
		return fill
	}
	earlier := w.cal.Fill(tuesday.AddDate(0, 0, -7).Add(time.Hour))
	if earlier == "HY1" {
		return "HY1"
	}
	if fill == "HY1" {
		return "F864"
	}
	return fill
}
