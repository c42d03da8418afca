package suite

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Fault says which record of which file was refused, and why.
type Fault struct {
	File   string
	Record string // `record "demo-a-001"`, or by its place when it has no id; empty for the whole file
	Field  string // with its place in a list, as in nuggets[2].label; may be empty
	Why    string
}

// Error reads `q.json: record "demo-a-001": field "question": missing`.
func (f *Fault) Error() string {
	parts := []string{f.File}
	if f.Record != "" {
		parts = append(parts, f.Record)
	}
	if f.Field != "" {
		parts = append(parts, fmt.Sprintf("field %q", f.Field))
	}
	return strings.Join(append(parts, f.Why), ": ")
}

func fault(field, why string, args ...any) *Fault {
	return &Fault{Field: field, Why: fmt.Sprintf(why, args...)}
}

// question checks the wire shape and turns it into a Question.
func (r record) question() (Question, *Fault) {
	for _, f := range []struct {
		name  string
		value *string
	}{
		{"id", r.ID},
		{"query_type", r.Type},
		{"source_collection", r.Collection},
		{"difficulty", r.Difficulty},
		{"question", r.Text},
		{"gold_answer", r.Gold},
	} {
		if why := wanting(f.value); why != "" {
			return Question{}, fault(f.name, "%s", why)
		}
	}
	if r.Nuggets == nil {
		return Question{}, fault("nuggets", "missing")
	}
	if r.Evidence == nil {
		return Question{}, fault("evidence", "missing")
	}
	q := Question{
		ID: *r.ID, Type: *r.Type, Collection: *r.Collection, Difficulty: *r.Difficulty, Text: *r.Text, Gold: *r.Gold,
		Split: r.Split, WhyNot: r.WhyNot, Near: r.Near,
	}
	if f := q.addNuggets(*r.Nuggets); f != nil {
		return Question{}, f
	}
	if f := q.addEvidence(*r.Evidence); f != nil {
		return Question{}, f
	}
	if f := q.settle(r.Answerable); f != nil {
		return Question{}, f
	}
	return q, nil
}

func wanting(value *string) string {
	switch {
	case value == nil:
		return "missing"
	case strings.TrimSpace(*value) == "":
		return "empty"
	}
	return ""
}

// settle decides whether the question is answerable, and that the rest agrees.
func (q *Question) settle(said *bool) *Fault {
	q.Answerable = len(q.Nuggets)+len(q.Evidence) > 0
	if said != nil {
		q.Answerable = *said
	}
	switch {
	case q.Answerable && len(q.Nuggets) == 0:
		return fault("nuggets", "empty, though the question is answerable")
	case q.Answerable && len(q.Evidence) == 0:
		return fault("evidence", "empty, though the question is answerable")
	case !q.Answerable && len(q.Nuggets)+len(q.Evidence) > 0:
		return fault("answerable", "is false, though there are nuggets or evidence")
	}
	return nil
}

func (q *Question) addNuggets(list []nuggetRecord) *Fault {
	for i, n := range list {
		at := func(field string) string { return fmt.Sprintf("nuggets[%d].%s", i, field) }
		for _, f := range []struct {
			name  string
			value *string
		}{{"label", n.Label}, {"chain_role", n.Role}, {"text", n.Text}} {
			if why := wanting(f.value); why != "" {
				return fault(at(f.name), "%s", why)
			}
		}
		label, role := Label(*n.Label), Role(*n.Role)
		if label != Vital && label != Okay {
			return fault(at("label"), "is %q, want vital or okay", *n.Label)
		}
		if role != Cause && role != Effect && role != Resolution && role != NoRole {
			return fault(at("chain_role"), "is %q, want cause, effect, resolution or none", *n.Role)
		}
		q.Nuggets = append(q.Nuggets, Nugget{Label: label, Role: role, Text: *n.Text, DocID: n.DocID, Quote: n.Quote})
	}
	return nil
}

func (q *Question) addEvidence(list []evidence) *Fault {
	seen := map[string]bool{}
	for i, e := range list {
		at := fmt.Sprintf("evidence[%d].", i)
		if why := wanting(e.DocID); why != "" {
			return fault(at+"doc_id", "%s", why)
		}
		if seen[*e.DocID] {
			return fault(at+"doc_id", "%q stands here twice", *e.DocID)
		}
		seen[*e.DocID] = true
		grade, ok := parseGrade(e.Grade)
		if !ok {
			return fault(at+"grade", "is %s, want primary (or 2) or supporting (or 1)", orMissing(e.Grade))
		}
		q.Evidence = append(q.Evidence, Evidence{DocID: *e.DocID, Grade: grade, Quotes: e.Quotes})
	}
	return nil
}

// parseGrade reads a grade by its name or by its gain.
func parseGrade(raw json.RawMessage) (Grade, bool) {
	switch string(raw) {
	case `"primary"`, "2":
		return Primary, true
	case `"supporting"`, "1":
		return Supporting, true
	}
	return 0, false
}

func orMissing(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "missing"
	}
	return string(raw)
}

func duplicates(questions []Question) []error {
	first := map[string]string{}
	var faults []error
	for _, q := range questions {
		if file, seen := first[q.ID]; seen {
			faults = append(faults, &Fault{File: q.File, Record: fmt.Sprintf("record %q", q.ID), Field: "id", Why: "used before, in " + file})
			continue
		}
		first[q.ID] = q.File
	}
	return faults
}

// CheckRecords checks that every record that the benchmark names is there: those
// of evidence, of nuggets and of near. Every one that is not is in the error, as
// a *Fault.
func (s *Suite) CheckRecords(known func(docID string) bool) error {
	var faults []error
	for _, q := range s.Questions {
		for _, ref := range q.records() {
			if !known(ref.id) {
				faults = append(faults, &Fault{
					File: q.File, Record: fmt.Sprintf("record %q", q.ID), Field: ref.field, Why: fmt.Sprintf("no record %q in the corpus", ref.id),
				})
			}
		}
	}
	return errors.Join(faults...)
}

type reference struct{ field, id string }

func (q Question) records() []reference {
	var refs []reference
	for i, e := range q.Evidence {
		refs = append(refs, reference{fmt.Sprintf("evidence[%d].doc_id", i), e.DocID})
	}
	for i, n := range q.Nuggets {
		if n.DocID != "" {
			refs = append(refs, reference{fmt.Sprintf("nuggets[%d].doc_id", i), n.DocID})
		}
	}
	for i, id := range q.Near {
		refs = append(refs, reference{fmt.Sprintf("near[%d]", i), id})
	}
	return refs
}
