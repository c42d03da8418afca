package session

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"owl/engine"
	"owl/engine/trace"
)

// Audited is one line of the audit log: a question with what was read for it.
type Audited struct {
	Version   int              `json:"v"`
	At        time.Time        `json:"at"`
	Session   string           `json:"session,omitempty"`
	Run       string           `json:"run"`
	Question  engine.Untrusted `json:"question"`
	Mode      engine.Mode      `json:"mode"`
	Ended     trace.Kind       `json:"ended"`
	Abstained bool             `json:"abstained,omitempty"`
	Composer  string           `json:"composer,omitempty"`
	Sources   []string         `json:"sources"` // doc_ids of what the answer cites
	Tools     []AuditedCall    `json:"tools"`
	Degraded  []string         `json:"degraded,omitempty"`
	Error     string           `json:"error,omitempty"`
}

// AuditedCall is a tool call.
type AuditedCall struct {
	Tool  string          `json:"tool"`
	Args  json.RawMessage `json:"args,omitempty"`
	Error string          `json:"error,omitempty"` // why it gave nothing, or was refused
}

const auditFile = "audit.jsonl"

// Audit adds a run that has ended to the log of a home. A home that is not there
// is not made: nothing was asked of it.
func (s *Store) Audit(session string, run trace.State) error {
	if _, err := os.Stat(s.home); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return appendLine(filepath.Join(s.home, auditFile), audited(session, run))
}

func audited(session string, run trace.State) Audited {
	a := Audited{
		Version: version, At: run.Last, Session: session, Run: run.Run, Question: run.Question, Mode: run.Mode, Ended: run.Ended, Error: run.Error,
		Sources: []string{}, Tools: []AuditedCall{},
	}
	for _, d := range run.Degraded {
		a.Degraded = append(a.Degraded, d.What+": "+d.Why)
	}
	if run.Answer != nil {
		a.Abstained, a.Composer, a.Mode = run.Answer.Abstained, run.Answer.Composer, run.Answer.Mode
		a.cite(run.Answer.Citations)
	}
	for _, e := range run.Events {
		a.call(e.Payload)
	}
	return a
}

func (a *Audited) cite(citations []engine.Citation) {
	seen := map[string]bool{}
	for _, c := range citations {
		if !seen[c.DocID] {
			seen[c.DocID] = true
			a.Sources = append(a.Sources, c.DocID)
		}
	}
}

// call notes a call, and its failure at the call that it belongs to.
func (a *Audited) call(p trace.Payload) {
	switch p := p.(type) {
	case trace.ToolCalled:
		a.Tools = append(a.Tools, AuditedCall{Tool: p.Tool, Args: p.Args})
	case trace.ToolReturned:
		if p.Error == "" {
			return
		}
		if last := len(a.Tools) - 1; last >= 0 && a.Tools[last].Tool == p.Tool && a.Tools[last].Error == "" {
			a.Tools[last].Error = p.Error
			return
		}
		a.Tools = append(a.Tools, AuditedCall{Tool: p.Tool, Error: p.Error})
	}
}

// AuditLog reads the audit log, the first question first.
func (s *Store) AuditLog() ([]Audited, error) {
	var out []Audited
	err := eachLine(filepath.Join(s.home, auditFile), func(data []byte) error {
		var a Audited
		if json.Unmarshal(data, &a) == nil {
			out = append(out, a)
		}
		return nil
	})
	return out, err
}
