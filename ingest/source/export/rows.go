package export

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"

	"owl/engine"
	"owl/ingest/source"
)

// Rows reads a CSV file with a header row that names the fields. The columns
// may stand in any order; the required ones must be there. The separator is a
// comma, semicolon or tab, whichever the header holds most of. A quoted field
// may hold separators and line ends. Rows without any value are passed over.
func (f *File) Rows(required []string, build func(*Fields) []engine.Record) error {
	file, err := f.fsys.Open(f.Path)
	if err != nil {
		return f.Bad(0, source.Reason(err))
	}
	defer file.Close()
	text := bufio.NewReaderSize(decoded(file), 64<<10)
	t := table{file: f, rows: csv.NewReader(text), build: build}
	t.rows.Comma = separator(text)
	t.rows.FieldsPerRecord = -1 // some programs leave empty cells at the end out
	if line, err := t.header(required); err != nil {
		return f.Bad(line, err)
	}
	return t.read()
}

// separator counts in the header, which is the first line.
func separator(text *bufio.Reader) rune {
	header, _ := text.Peek(64 << 10) // a short file ends in an error here
	header, _, _ = bytes.Cut(header, []byte("\n"))
	best := ','
	for _, other := range []rune{';', '\t'} {
		if bytes.Count(header, []byte(string(other))) > bytes.Count(header, []byte(string(best))) {
			best = other
		}
	}
	return best
}

type table struct {
	file    *File
	rows    *csv.Reader
	columns map[string]int
	width   int // of the header
	line    int // of the last row
	build   func(*Fields) []engine.Record
}

func (t *table) header(required []string) (line int, err error) {
	row, err := t.rows.Read()
	if err == io.EOF {
		return 0, errors.New("is empty")
	}
	if err != nil {
		return 1, fmt.Errorf("header row: %w", rowReason(err))
	}
	t.columns, t.width = map[string]int{}, len(row)
	line, _ = t.rows.FieldPos(0)
	for i, cell := range row {
		name := fieldName(cell)
		if _, taken := t.columns[name]; taken && name != "" {
			return line, fmt.Errorf("header row: column %q stands twice", name)
		}
		t.columns[name] = i
	}
	for _, name := range required {
		if _, ok := t.columns[name]; !ok {
			return line, fmt.Errorf("header row: no column %q", name)
		}
	}
	return line, nil
}

func (t *table) read() error {
	for {
		row, err := t.rows.Read()
		var broken *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &broken):
			err = t.file.Bad(broken.StartLine, rowReason(err))
		case err != nil:
			return t.file.Bad(t.line, fmt.Errorf("read file after this row: %w", source.Reason(err)))
		case slices.ContainsFunc(row, func(cell string) bool { return Plain(cell) != "" }):
			err = t.row(row)
		}
		if err != nil {
			return err
		}
	}
}

func (t *table) row(row []string) error {
	t.line, _ = t.rows.FieldPos(0)
	fields := t.file.fields(t.line, func(key string) (string, string) {
		if i, ok := t.columns[key]; ok && i < len(row) {
			return row[i], ""
		}
		return "", ""
	})
	for i := t.width; i < len(row); i++ {
		if Plain(row[i]) != "" { // a separator in a text that was not quoted
			fields.Fail(fmt.Sprintf("column %d", i+1), fmt.Sprintf("holds a value, but the header has %d columns", t.width))
		}
	}
	return t.file.Emit(fields, t.build(fields)...)
}

// rowReason drops the line numbers from a CSV error: the report names the line.
func rowReason(err error) error {
	var broken *csv.ParseError
	if errors.As(err, &broken) {
		return fmt.Errorf("broken CSV: %w", broken.Err)
	}
	return err
}
