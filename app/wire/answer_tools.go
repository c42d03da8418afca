package wire

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"owl/app/gateway"
	"owl/engine"
	"owl/engine/brief"
	"owl/engine/tools"
	"owl/engine/trace"
)

type askArgs struct {
	narrowed
	Question string `json:"question"`
	Mode     string `json:"mode"`
}

func (o *Owl) askTool() tools.Tool {
	return tools.New(tools.Spec{
		Name: "ask",
		Description: "Answers a question from the facility's records. Every citation was checked in code: its quote stands in its record. abstained is true when the records do not hold enough; then say so instead of guessing. " +
			"coverage says what was searched and how fresh it is.",
		Schema: json.RawMessage(`{"type":"object","properties":{` +
			`"question":{"type":"string","minLength":1,"maxLength":4000},` +
			`"mode":{"type":"string","enum":["auto","fast","thinking","troubleshoot"],"default":"auto","description":"how much work the answer may cost"},` +
			gateway.FilterProperties + `},"required":["question"],"additionalProperties":false}`),
	}, func(ctx context.Context, a askArgs) (tools.Result, error) {
		filter, err := a.filter(o.now())
		if err != nil {
			return tools.Result{}, err
		}
		answer, err := o.Single().Ask(ctx, engine.Request{Question: engine.Untrusted(a.Question), Mode: engine.Mode(cmp.Or(a.Mode, string(engine.Auto))), Filter: filter}, func(e trace.Event) {
			if line := step(e.Payload); line != "" {
				tools.Progress(ctx, line)
			}
		})
		if errors.Is(err, engine.ErrAbstained) {
			err = nil
		}
		return tools.Result{Value: answer}, err
	})
}

// step says what a run does, empty for what takes no time.
func step(p trace.Payload) string {
	switch p := p.(type) {
	case trace.Entered:
		return fmt.Sprintf("%s, round %d", p.State, p.Round)
	case trace.Degraded:
		return p.What + ": " + p.Why
	}
	return ""
}

type showArgs struct {
	ID     string `json:"id"`
	Offset int    `json:"offset"`
}

// shownBytes is how much of a record's text one call gives.
const shownBytes = 24_000

func (o *Owl) showTool() tools.Tool {
	return tools.New(tools.Spec{
		Name:        "show_record",
		Description: "Gives one record whole, by its doc_id or its native id such as WRQ_43541: metadata, text, attachments. A long text comes in parts: pass next_offset as offset for the next one.",
		Schema: json.RawMessage(`{"type":"object","properties":{"id":{"type":"string","minLength":1,"maxLength":400},` +
			`"offset":{"type":"integer","minimum":0,"default":0,"description":"byte of the text to begin at"}},"required":["id"],"additionalProperties":false}`),
	}, func(ctx context.Context, a showArgs) (tools.Result, error) {
		r, err := o.Records.Record(ctx, a.ID)
		if err != nil {
			return tools.Result{}, err
		}
		return tools.Result{Value: shownRecord(r, a.Offset), Found: []engine.Passage{{Record: r}}}, nil
	})
}

// recordPart is a record with a part of its text.
type recordPart struct {
	DocID       string              `json:"doc_id"`
	RecordID    string              `json:"record_id"`
	Collection  engine.Collection   `json:"collection"`
	Title       engine.Untrusted    `json:"title"`
	Author      engine.Untrusted    `json:"author,omitempty"`
	System      engine.Untrusted    `json:"system,omitempty"`
	Date        string              `json:"date"`
	URL         string              `json:"url,omitempty"`
	Attachments []engine.Attachment `json:"attachments"`
	Text        engine.Untrusted    `json:"text"`
	Offset      int                 `json:"offset"`
	Bytes       int                 `json:"bytes"` // of the whole text
	NextOffset  int                 `json:"next_offset,omitempty"`
}

func shownRecord(r engine.Record, from int) recordPart {
	from = letterStart(r.Content, min(from, len(r.Content)))
	to := letterStart(r.Content, min(from+shownBytes, len(r.Content)))
	out := recordPart{
		DocID: r.DocID, RecordID: r.FileID, Collection: r.Collection, Title: r.Title, Author: r.Author, System: r.System,
		Date: engine.RFC3339(r.Created), URL: r.URL, Attachments: append([]engine.Attachment{}, r.Attachments...),
		Text: r.Content[from:to], Offset: from, Bytes: len(r.Content),
	}
	if to < len(r.Content) {
		out.NextOffset = to
	}
	return out
}

// letterStart moves a place back to where a letter begins.
func letterStart(text engine.Untrusted, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

type briefArgs struct {
	Since string `json:"since"`
	Until string `json:"until"`
}

func (o *Owl) briefTool() tools.Tool {
	return tools.New(tools.Spec{
		Name:        "brief",
		Description: "Tells what a span of time held: beam lost, what to watch, faults with cause and remedy, work requests, documents, the log; every part is quoted from a record. Without since it is that of the shift.",
		Schema: json.RawMessage(`{"type":"object","properties":{"since":{"type":"string","maxLength":40,"description":"24h, 7d, yesterday, 2024-10-08 07:00"},` +
			`"until":{"type":"string","maxLength":40}},"additionalProperties":false}`),
	}, func(ctx context.Context, a briefArgs) (tools.Result, error) {
		p, err := o.period(a)
		if err != nil {
			return tools.Result{}, err
		}
		b, err := o.Brief(ctx, p)
		return tools.Result{Value: b}, err
	})
}

func (o *Owl) period(a briefArgs) (brief.Period, error) {
	f, err := narrowed{Since: a.Since, Until: a.Until}.filter(o.now())
	if err != nil {
		return brief.Period{}, err
	}
	p, ok := o.Period(f.Since, f.Until)
	if !ok {
		return brief.Period{}, fmt.Errorf("%w: since is not before until", tools.ErrArguments)
	}
	return p, nil
}

// sourceHealth is how a source stands, for a program.
type sourceHealth struct {
	Name      string `json:"name"`
	Records   int    `json:"records"`
	FreshAsOf string `json:"fresh_as_of"`
	Errors    int    `json:"errors"`
}

func (o *Owl) healthTool() tools.Tool {
	return tools.New(gateway.HealthSpec(), func(ctx context.Context, _ struct{}) (tools.Result, error) {
		list, err := o.AllSources(ctx)
		if err != nil {
			return tools.Result{}, err
		}
		sources, records := []sourceHealth{}, 0
		for _, s := range list {
			records += s.Records
			sources = append(sources, sourceHealth{s.Name, s.Records, engine.RFC3339(s.FreshAsOf), len(s.Errors)})
		}
		notices := []string{}
		for _, n := range o.Notices() {
			if line := n.What + ": " + n.Why; !slices.Contains(notices, line) {
				notices = append(notices, line)
			}
		}
		return tools.Result{Value: map[string]any{"ready": records > 0, "records": records, "sources": sources, "notices": notices}}, nil
	})
}
