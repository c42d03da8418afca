package brief

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/engine/prose"
)

// How far a brief looks for work that is due: so long before the span a request
// may have been written, and so long after it the work may be planned for.
const (
	openSince = 180 * 24 * time.Hour
	dueWithin = 24 * time.Hour
)

// work lists the work requests that were written or completed in the span, and
// those that are planned for the day after it.
func (m *maker) work(ctx context.Context) error {
	f := engine.Filter{Collections: []engine.Collection{engine.WorkOrder}, Since: m.out.From.Add(-openSince), Until: m.out.Until}
	list, _, err := m.Lister.Between(ctx, f, mostRecords)
	if err != nil {
		return fmt.Errorf("list the work requests of the brief: %w", err)
	}
	s := Section{Title: "Work requests"}
	for _, r := range list {
		what := m.due(r)
		if what == "" {
			continue
		}
		m.records[r.DocID] = r
		item := Item{At: r.Created, What: what, Head: r.Title, DocID: r.DocID}
		for _, name := range []string{"Status", "Priority", "Scheduled", "Completed", "Assigned to"} {
			if p, ok := m.field(r, name, strings.ToLower(name)); ok {
				item.Parts = append(item.Parts, p)
			}
		}
		s.Items = append(s.Items, item)
	}
	order := []string{overdue, dueSoon, isNew, completed}
	slices.SortStableFunc(s.Items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.What), slices.Index(order, b.What)), b.At.Compare(a.At))
	})
	m.add(s, mostItems)
	return nil
}

// What is told of a work request.
const (
	overdue   = "overdue"
	dueSoon   = "due"
	isNew     = "new"
	completed = "completed"
)

// due says why a work request is in the brief; empty when it is not. Its head says
// so: what was done and said of it is in records of its own.
func (m *maker) due(r engine.Record) string {
	at, ok := prose.Field(string(r.Content), "Status")
	if !ok {
		return ""
	}
	done, planned := fieldTime(r, "Completed"), fieldTime(r, "Scheduled")
	within := func(t time.Time) bool { return !t.IsZero() && !t.Before(m.out.From) && t.Before(m.out.Until) }
	open := !closed(string(r.Content[at.Start:at.End]))
	switch {
	case within(done):
		return completed
	case open && !planned.IsZero() && planned.Before(m.out.From):
		return overdue
	case open && !planned.IsZero() && planned.Before(m.out.Until.Add(dueWithin)):
		return dueSoon
	case within(r.Created):
		return isNew
	}
	return ""
}

func closed(status string) bool {
	switch strings.ToLower(strings.TrimSpace(status)) {
	case "completed", "complete", "closed", "done", "cancelled", "canceled", "rejected":
		return true
	}
	return false
}

// documents lists the controlled documents and pages that were issued in the span.
func (m *maker) documents(context.Context) error {
	s := Section{Title: "Documents issued"}
	for _, r := range m.list {
		if event(r) || r.Collection == engine.WorkOrder || r.Collection == engine.Downtime {
			continue
		}
		s.Items = append(s.Items, Item{At: r.Created, Head: r.Title, DocID: r.DocID, Parts: append([]Part{}, m.first(r, 0)...)})
	}
	m.add(s, mostItems)
	return nil
}
