// Package review keeps what a person decided about the questions of a benchmark
// file: accepted, accepted with a change, rejected with a reason.
//
// Decisions are lines of a file beside the benchmark, which is itself never
// changed. A line is appended for every decision and the last one of a question
// counts, so a review can be stopped and gone on with, and its history stays. A
// decision names the question as it was: when the file was built anew and the
// question is another one, it is open again.
//
//	review.go   files: the questions, their decisions
//	edit.go     changed questions, and what they are checked for
//	export.go   the accepted questions as a benchmark
package review

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"owl/bench/build"
	"owl/bench/suite"
	"owl/engine"
)

// Verdict is what was decided about a question.
type Verdict string

// The verdicts. Open is none.
const (
	Open     Verdict = ""
	Accepted Verdict = "accepted"
	Edited   Verdict = "edited" // accepted with a change
	Rejected Verdict = "rejected"
)

// Decision is one line of the file of decisions.
type Decision struct {
	ID      string          `json:"id"`
	Hash    string          `json:"hash"` // SHA-256 of the question that was decided about
	Verdict Verdict         `json:"verdict"`
	Reason  string          `json:"reason,omitempty"` // of a rejection
	Record  json.RawMessage `json:"record,omitempty"` // the question after a change
	At      time.Time       `json:"at"`               // UTC
}

// Item is a question with what was decided about it.
type Item struct {
	Question build.Record // as it is now: after the change, if there was one
	Verdict  Verdict
	Reason   string

	raw     json.RawMessage // as the file has it
	changed json.RawMessage // nil without a change
	hash    string
}

// JSON is the question as it is now, indented.
func (i Item) JSON() []byte {
	var out bytes.Buffer
	if json.Indent(&out, i.now(), "", "  ") != nil {
		return i.now()
	}
	return append(out.Bytes(), '\n')
}

func (i Item) now() json.RawMessage {
	if i.changed != nil {
		return i.changed
	}
	return i.raw
}

// Review is a benchmark file under review. It is not safe for concurrent use.
type Review struct {
	Items []Item
	file  string
}

// DecisionsOf names the file of decisions about a benchmark file.
func DecisionsOf(file string) string { return file + ".review.jsonl" }

// Load reads a benchmark file and what was decided about it. Records that the
// benchmark's checks refuse are in the error, as *suite.Fault.
func Load(file string) (*Review, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("open benchmark: %w", err)
	}
	if _, err := suite.Parse(file, data); err != nil {
		return nil, err
	}
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("read benchmark %s: %w", file, err)
	}
	r := &Review{file: file}
	for _, raw := range list {
		item := Item{raw: raw, hash: hashOf(raw)}
		if err := json.Unmarshal(raw, &item.Question); err != nil {
			return nil, fmt.Errorf("read benchmark %s: %w", file, err)
		}
		r.Items = append(r.Items, item)
	}
	return r, r.readDecisions()
}

// hashOf identifies a question, however it is indented.
func hashOf(raw json.RawMessage) string {
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		compact.Write(raw)
	}
	sum := sha256.Sum256(compact.Bytes())
	return hex.EncodeToString(sum[:])
}

// readDecisions takes the decisions in their order. What stands behind the last
// end of a line was cut off, and counts for nothing.
func (r *Review) readDecisions() error {
	name := DecisionsOf(r.file)
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the decisions: %w", err)
	}
	n := 0
	for line := range bytes.Lines(data[:bytes.LastIndexByte(data, '\n')+1]) {
		n++
		var d Decision
		if err := json.Unmarshal(line, &d); err != nil {
			return fmt.Errorf("%s:%d is no decision: %w", name, n, engine.ErrDamaged)
		}
		if err := r.take(d); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	return nil
}

// take applies a decision to its question. One about another question changes
// nothing.
func (r *Review) take(d Decision) error {
	for i := range r.Items {
		item := &r.Items[i]
		if item.Question.ID != d.ID || item.hash != d.Hash {
			continue
		}
		item.Verdict, item.Reason = d.Verdict, d.Reason
		if len(d.Record) == 0 {
			return nil
		}
		var changed build.Record
		if err := json.Unmarshal(d.Record, &changed); err != nil {
			return fmt.Errorf("the changed question %s: %w", d.ID, err)
		}
		item.Question, item.changed = changed, d.Record
	}
	return nil
}

// Decide appends a decision about the question at a place and applies it. At is
// when; changed is the question after a change, nil without one.
func (r *Review) Decide(place int, v Verdict, reason string, changed json.RawMessage, at time.Time) error {
	d := Decision{ID: r.Items[place].Question.ID, Hash: r.Items[place].hash, Verdict: v, Reason: reason, Record: changed, At: at.UTC()}
	line, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("keep a decision: %w", err)
	}
	if err := appendLine(DecisionsOf(r.file), line); err != nil {
		return fmt.Errorf("keep a decision: %w", err)
	}
	return r.take(d)
}

// appendLine appends a line to a file, in the place of one that was cut off.
func appendLine(name string, line []byte) error {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(file)
	if err == nil {
		end := int64(bytes.LastIndexByte(data, '\n') + 1)
		err = file.Truncate(end)
		if err == nil {
			_, err = file.WriteAt(append(line, '\n'), end)
		}
	}
	return errors.Join(err, file.Sync(), file.Close())
}

// Counts is how many questions there are of each verdict.
func (r *Review) Counts() map[Verdict]int {
	out := map[Verdict]int{}
	for _, item := range r.Items {
		out[item.Verdict]++
	}
	return out
}
