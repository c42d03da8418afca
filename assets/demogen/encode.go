package demogen

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	bookFiles = "https://bely.larkmere.example/files/"
	chatFiles = "https://chat.larkmere.example/files/"
)

// object keeps the order of its keys when it is written.
type object []pair

type pair struct {
	key   string
	value any
}

// MarshalJSON writes the pairs in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, p := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		value, err := plainJSON(p.value)
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", p.key, err)
		}
		fmt.Fprintf(&out, "%q:%s", p.key, value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// plainJSON leaves <, > and & as they are.
func plainJSON(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(out.Bytes()), err
}

func indented(v any) ([]byte, error) {
	text, err := plainJSON(v)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Indent(&out, text, "", " ")
	out.WriteByte('\n')
	return out.Bytes(), err
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

// files writes the records in their native shapes, by path in the demo folder.
func (w *writer) files() (map[string][]byte, error) {
	groups := map[string][]any{}
	put := func(name string, v any) { groups[name] = append(groups[name], v) }
	for _, e := range w.sortedEntries() {
		put(w.bookFile(e), w.entryJSON(e))
	}
	for _, r := range w.out.requests {
		put(fmt.Sprintf("wrq/%d-q%d-e.json", r.created.Year(), (r.created.Month()+2)/3), requestJSON(r))
	}
	for _, t := range w.out.threads {
		put(fmt.Sprintf("teams/%s-%d-e.json", t.channel, t.messages[0].at.Year()), threadJSON(t))
	}
	files := map[string][]byte{}
	for name, list := range groups {
		var v any = list
		if strings.HasPrefix(name, "bely/") {
			v = bookJSON(name, list)
		}
		text, err := indented(v)
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", name, err)
		}
		files[name] = text
	}
	for _, p := range w.out.pages {
		files["wiki/"+p.path+"-e.html"] = []byte(p.html())
	}
	for _, d := range w.out.docs {
		files["icms/operations/"+d.name+"-e.md"] = []byte(d.text)
	}
	beam, err := indented(w.out.beam)
	if err != nil {
		return nil, fmt.Errorf("write beam: %w", err)
	}
	files["history/beam-e.json"] = beam
	if files["history/pvs.json"], err = w.table.JSON(); err != nil {
		return nil, err
	}
	return files, w.downtime(files)
}

func (w *writer) sortedEntries() []entry {
	slices.SortFunc(w.out.entries, func(a, b entry) int { return a.at.Compare(b.at) })
	slices.SortFunc(w.out.requests, func(a, b request) int { return a.created.Compare(b.created) })
	slices.SortFunc(w.out.threads, func(a, b thread) int { return a.messages[0].at.Compare(b.messages[0].at) })
	slices.SortFunc(w.out.rows, func(a, b row) int { return a.start.Compare(b.start) })
	return w.out.entries
}

// bookFile is the file of an entry: operators, studies and groups apart, one a run.
func (w *writer) bookFile(e entry) string {
	run, _ := w.cal.Run(e.at)
	kind := "systems"
	switch e.logbook {
	case "Operations":
		kind = "operations"
	case "Studies":
		kind = "studies"
	}
	return fmt.Sprintf("bely/%s-%s-e.json", kind, run.Name)
}

func bookJSON(name string, entries []any) object {
	last := entries[len(entries)-1].(object)
	return object{
		{"subfolder_name", strings.TrimSuffix(strings.TrimPrefix(name, "bely/"), "-e.json")},
		{"total_entries", len(entries)},
		{"processing_timestamp", last[len(last)-1].value},
		{"entries", entries},
	}
}

func (w *writer) entryJSON(e entry) object {
	subs := []any{}
	for _, s := range e.subs {
		subs = append(subs, object{{"entry_text", s.text}, {"attachment_urls", urls(bookFiles, s.files)}})
	}
	processed := time.Date(e.at.Year(), e.at.Month(), e.at.Day()+1, 2, 10, 0, 0, w.cal.Zone)
	if processed.After(w.now()) {
		processed = w.now().Add(-5 * time.Minute)
	}
	return object{
		{"BELY_ID", e.id},
		{"version", 1},
		{"logbook", e.logbook},
		{"machine/system", e.system},
		{"bely_filename", e.file},
		{"bely_creation_datetime", stamp(e.at)},
		{"created_by", e.by},
		{"topic", e.topic},
		{"personnel_involved", list(e.people)},
		{"keywords", list(e.words)},
		{"studies_plan", e.plan},
		{"studies_summary", e.summary},
		{"bely_sub_entries", subs},
		{"processing_timestamp", stamp(processed)},
	}
}

func urls(base string, names []string) []string {
	out := []string{}
	for _, n := range names {
		out = append(out, base+n)
	}
	return out
}

// list is never null in JSON.
func list(texts []string) []string { return append([]string{}, texts...) }

func requestJSON(r request) object {
	comments := []any{}
	for _, c := range r.comments {
		comments = append(comments, object{{"author", c.by}, {"date", stamp(c.at)}, {"text", c.text}})
	}
	return object{
		{"work_request_id", r.id},
		{"title", r.title},
		{"status", r.status},
		{"priority", r.priority},
		{"requested_by", r.by},
		{"assigned_to", r.to},
		{"group", r.group},
		{"system", r.system},
		{"location", r.location},
		{"created", stamp(r.created)},
		{"scheduled", stamp(r.scheduled)},
		{"completed", stamp(r.completed)},
		{"description", r.description},
		{"safety_notes", r.safety},
		{"work_performed", r.work},
		{"comments", comments},
		{"url", "https://wrq.larkmere.example/" + r.id},
	}
}

func threadJSON(t thread) object {
	messages := []any{}
	for _, m := range t.messages {
		files := []any{}
		for _, f := range m.files {
			files = append(files, object{{"name", f}, {"url", chatFiles + f}})
		}
		messages = append(messages, object{{"author", m.by}, {"time", stamp(m.at)}, {"text", m.text}, {"attachments", files}})
	}
	return object{
		{"thread_id", t.id},
		{"channel", t.channel},
		{"subject", t.subject},
		{"created", stamp(t.messages[0].at)},
		{"messages", messages},
		{"url", "https://chat.larkmere.example/ops/" + t.id},
	}
}

// downtime writes the rows, a file a year.
func (w *writer) downtime(files map[string][]byte) error {
	byYear := map[int][][]string{}
	for _, r := range w.out.rows {
		byYear[r.start.Year()] = append(byYear[r.start.Year()], []string{
			r.id, r.start.Format("2006-01-02 15:04"), r.end.Format("2006-01-02 15:04"),
			fmt.Sprintf("%.2f", r.hours()), r.run, r.system, r.subsystem, r.cause, r.description, r.resolution, r.by,
		})
	}
	for year, rows := range byYear {
		var out bytes.Buffer
		table := csv.NewWriter(&out)
		head := strings.Split("downtime_id,start,end,duration_h,run,system,subsystem,cause,description,resolution,reported_by", ",")
		if err := table.WriteAll(append([][]string{head}, rows...)); err != nil {
			return fmt.Errorf("write downtime of %d: %w", year, err)
		}
		files[fmt.Sprintf("downtime/%d-e.csv", year)] = out.Bytes()
	}
	return nil
}
