package suite

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Suite is a benchmark that passed its checks.
type Suite struct {
	Questions []Question
	Hash      string // SHA-256 of the files in their order, in hexadecimal
}

// Question returns the question of an id.
func (s *Suite) Question(id string) (Question, bool) {
	i := slices.IndexFunc(s.Questions, func(q Question) bool { return q.ID == id })
	if i < 0 {
		return Question{}, false
	}
	return s.Questions[i], true
}

// Open reads a benchmark file, or a folder of them. Every refused record is in
// the error, as a *Fault.
func Open(name string) (*Suite, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("open benchmark: %w", err)
	}
	if info.IsDir() {
		return OpenFolder(os.DirFS(name), ".")
	}
	return openFiles(os.DirFS(filepath.Dir(name)), []string{filepath.Base(name)})
}

// OpenFolder reads the .json files of a folder of fsys.
func OpenFolder(fsys fs.FS, folder string) (*Suite, error) {
	entries, err := fs.ReadDir(fsys, folder)
	if err != nil {
		return nil, fmt.Errorf("open benchmark: %w", err)
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), ".json") {
			names = append(names, path.Join(folder, e.Name()))
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("open benchmark: folder %s holds no .json file", folder)
	}
	return openFiles(fsys, names)
}

func openFiles(fsys fs.FS, names []string) (*Suite, error) {
	s := &Suite{}
	sum := sha256.New()
	var faults []error
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("open benchmark: %w", err)
		}
		sum.Write(data)
		questions, err := Parse(name, data)
		faults = append(faults, err)
		s.Questions = append(s.Questions, questions...)
	}
	s.Hash = hex.EncodeToString(sum.Sum(nil))
	faults = append(faults, duplicates(s.Questions)...)
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return s, nil
}

// record is the wire shape; pointers tell a missing key from an empty value.
type record struct {
	ID         *string         `json:"id"`
	Type       *string         `json:"query_type"`
	Collection *string         `json:"source_collection"`
	Difficulty *string         `json:"difficulty"`
	Text       *string         `json:"question"`
	Gold       *string         `json:"gold_answer"`
	Nuggets    *[]nuggetRecord `json:"nuggets"`
	Evidence   *[]evidence     `json:"evidence"`
	Answerable *bool           `json:"answerable"`
	Split      string          `json:"split"`
	WhyNot     string          `json:"why_not"`
	Near       []string        `json:"near"`
}

type nuggetRecord struct {
	Label *string `json:"label"`
	Role  *string `json:"chain_role"`
	Text  *string `json:"text"`
	DocID string  `json:"doc_id"`
	Quote string  `json:"quote"`
}

type evidence struct {
	DocID  *string         `json:"doc_id"`
	Grade  json.RawMessage `json:"grade"`
	Quotes []string        `json:"quotes"`
}

// Parse reads the records of one file, whose name is for the errors. It returns
// the records that passed and, joined, a *Fault for each that did not.
func Parse(name string, data []byte) ([]Question, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, &Fault{File: name, Why: lineOf(data, err) + "is no JSON list: " + err.Error()}
	}
	if len(list) == 0 {
		return nil, &Fault{File: name, Why: "holds no question"}
	}
	var questions []Question
	var faults []error
	for i, raw := range list {
		q, err := parseRecord(name, i+1, raw)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		questions = append(questions, q)
	}
	return questions, errors.Join(faults...)
}

// lineOf names the line of a syntax error.
func lineOf(data []byte, err error) string {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return ""
	}
	at := min(int(syntax.Offset), len(data))
	return fmt.Sprintf("line %d: ", 1+bytes.Count(data[:at], []byte("\n")))
}

func parseRecord(file string, place int, raw json.RawMessage) (Question, error) {
	var r record
	at := Fault{File: file, Record: fmt.Sprintf("record %d", place)}
	if err := json.Unmarshal(raw, &r); err != nil {
		var mismatch *json.UnmarshalTypeError
		if errors.As(err, &mismatch) {
			at.Field = mismatch.Field
			at.Why = "is a " + mismatch.Value
		} else {
			at.Why = err.Error()
		}
		return Question{}, &at
	}
	if r.ID != nil && *r.ID != "" {
		at.Record = fmt.Sprintf("record %q", *r.ID)
	}
	q, fault := r.question()
	if fault != nil {
		at.Field, at.Why = fault.Field, fault.Why
		return Question{}, &at
	}
	q.File = file
	return q, nil
}
