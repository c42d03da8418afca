package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"owl/engine"
	"owl/ingest/source"
)

// Elements reads a JSON file whose items are objects in a list: the list is
// the file itself or, with a listKey, stands under that key of an object.
// Objects one after the other, without a list, are read as well. The list is
// streamed; build is called for one element at a time.
func (f *File) Elements(listKey string, build func(*Object) []engine.Record) error {
	file, err := f.fsys.Open(f.Path)
	if err != nil {
		return f.Bad(0, source.Reason(err))
	}
	defer file.Close()
	l := &list{file: f, scan: newScanner(decoded(file)), key: listKey, build: build}
	err = l.read()
	if l.scan.err != nil && !errors.Is(l.scan.err, io.EOF) && err == nil {
		return f.Bad(l.scan.line, fmt.Errorf("read file: %w", source.Reason(l.scan.err)))
	}
	return err
}

// list reads the elements of one JSON file. Its methods return the error that
// ends the read.
type list struct {
	file  *File
	scan  *scanner
	key   string
	build func(*Object) []engine.Record
	cut   bool // the file ends inside a value, and that was reported
}

func (l *list) read() error {
	if _, ok := l.scan.peek(); !ok {
		return l.file.Bad(0, errors.New("is empty"))
	}
	for {
		b, ok := l.scan.peek()
		if !ok {
			return nil
		}
		var err error
		switch {
		case b == '[':
			err = l.elements()
		case b == '{' && l.key != "":
			err = l.wrapper()
		case b == '{':
			err = l.element()
		default:
			return l.file.Bad(l.scan.line, fmt.Errorf("want a JSON list here, got %q; the rest of the file is not read", string(rune(b))))
		}
		if err != nil {
			return err
		}
	}
}

func (l *list) elements() error {
	l.scan.next()
	for {
		b, ok := l.scan.peek()
		if !ok {
			return l.cutOff(l.scan.line, errors.New("the list is not closed: the file ends too early"))
		}
		if b == ']' {
			l.scan.next()
			return nil
		}
		if err := l.element(); err != nil {
			return err
		}
	}
}

// wrapper reads an object and the list under key in it.
func (l *list) wrapper() error {
	line, found := l.scan.line, false
	l.scan.next()
	for {
		b, ok := l.scan.peek()
		if !ok {
			return l.cutOff(l.scan.line, errors.New("the object is not closed: the file ends too early"))
		}
		if b == '}' {
			l.scan.next()
			break
		}
		key := l.scan.value()
		if key.cut {
			return l.cutOff(l.scan.line, errors.New("the object is not closed: the file ends too early"))
		}
		isKey := string(key.raw) == `"`+l.key+`"`
		found = found || isKey
		if err := l.member(isKey); err != nil {
			return err
		}
	}
	if !found {
		return l.file.Bad(line, fmt.Errorf("no %q list", l.key))
	}
	return nil
}

// member reads what follows a key of the wrapper.
func (l *list) member(isKey bool) error {
	b, ok := l.scan.peek()
	if ok && b == ':' {
		l.scan.next()
		b, ok = l.scan.peek()
	}
	if !ok {
		return nil // wrapper reports it
	}
	if isKey && b == '[' {
		return l.elements()
	}
	v := l.scan.value()
	if v.cut {
		return l.cutOff(v.line, errCut)
	}
	if isKey && string(v.raw) != "null" {
		return l.file.Bad(v.line, fmt.Errorf("%q is not a list", l.key))
	}
	return nil
}

var errCut = errors.New("the file ends inside this element")

// cutOff reports a file that ends too early, once. A file that could not be
// read to its end is reported with that error instead.
func (l *list) cutOff(line int, err error) error {
	if l.cut || !errors.Is(l.scan.err, io.EOF) {
		return nil
	}
	l.cut = true
	return l.file.Bad(line, err)
}

func (l *list) element() error {
	v := l.scan.value()
	switch {
	case v.cut:
		return l.cutOff(v.line, errCut)
	case v.over:
		return l.file.Bad(v.line, fmt.Errorf("the element is larger than %d bytes", l.scan.max))
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(v.raw, &members); err != nil {
		return l.file.Bad(elementError(v, err))
	}
	if members == nil {
		return l.file.Bad(v.line, errors.New("the element is null, want an object"))
	}
	o := &Object{members: members}
	o.Fields = l.file.fields(v.line, o.text)
	return l.file.Emit(o.Fields, l.build(o)...)
}

// elementError says what is wrong with an element, and in which line.
func elementError(v value, err error) (int, error) {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		before := v.raw[:min(max(int(syntax.Offset)-1, 0), len(v.raw))]
		return v.line + bytes.Count(before, []byte("\n")), fmt.Errorf("broken JSON: %w", err)
	}
	return v.line, fmt.Errorf("the element is %s, want an object", kind(v.raw))
}
