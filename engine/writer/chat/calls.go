package chat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

const (
	maxScan     = 32 << 10 // bytes of a text that are looked at
	maxAttempts = 64       // objects that are tried
	maxCalls    = 8
)

// TextCalls finds the tool calls that a model wrote into its text because it
// cannot call natively: a JSON object with the tool's name and arguments, bare or
// in a code block, in <tool_call> tags, behind TOOL_CALL:, or the name of a known
// tool directly before an object of arguments. The names need not be those of
// tools, except in the last form.
func TextCalls(text string, known func(name string) bool) []Call {
	text = text[:min(len(text), maxScan)]
	var calls []Call
	at := 0
	for range maxAttempts {
		open := strings.IndexByte(text[at:], '{')
		if open < 0 || len(calls) >= maxCalls {
			break
		}
		open += at
		object, raw, size := objectAt(text[open:])
		if size == 0 {
			at = open + 1
			continue
		}
		found := shaped(object)
		if len(found) == 0 {
			if name := nameBefore(text[at:open]); name != "" && known(name) {
				found = []Call{{Name: name, Args: raw}}
			}
		}
		calls = append(calls, found...)
		at = open + size
	}
	calls = calls[:min(len(calls), maxCalls)]
	for i := range calls {
		calls[i].ID = fmt.Sprintf("text_%d", i+1)
	}
	return calls
}

// objectAt decodes the object that text begins with. One that lacks only its
// last braces is completed when the text ends with it: small models forget them.
func objectAt(text string) (object map[string]json.RawMessage, raw json.RawMessage, size int) {
	d := json.NewDecoder(strings.NewReader(text))
	if d.Decode(&object) == nil {
		size = int(d.InputOffset())
		return object, json.RawMessage(text[:size]), size
	}
	rest := strings.TrimRight(text, " \t\r\n`")
	if i := strings.LastIndex(rest, "</"); i > 0 {
		rest = strings.TrimRight(rest[:i], " \t\r\n")
	}
	for missing := 1; missing <= 2; missing++ {
		raw = json.RawMessage(rest + strings.Repeat("}", missing))
		if json.Unmarshal(raw, &object) == nil {
			return object, raw, len(text)
		}
	}
	return nil, nil, 0
}

// shaped reads the shapes in which models write calls.
func shaped(object map[string]json.RawMessage) []Call {
	if list, ok := object["tool_calls"]; ok {
		var objects []map[string]json.RawMessage
		if json.Unmarshal(list, &objects) != nil {
			return nil
		}
		var calls []Call
		for _, o := range objects {
			calls = append(calls, shaped(o)...)
		}
		return calls
	}
	for _, key := range []string{"function", "tool_call", "function_call"} {
		var inner map[string]json.RawMessage
		if json.Unmarshal(object[key], &inner) == nil && len(inner) > 0 {
			return shaped(inner)
		}
	}
	name := textOf(object, "name", "tool", "tool_name", "function", "action")
	args, ok := argsOf(object, "arguments", "args", "parameters", "input", "action_input", "tool_input")
	if name == "" || !ok {
		return nil
	}
	return []Call{{Name: name, Args: args}}
}

func textOf(object map[string]json.RawMessage, keys ...string) string {
	for _, key := range keys {
		var text string
		if json.Unmarshal(object[key], &text) == nil && text != "" {
			return text
		}
	}
	return ""
}

// argsOf returns an object of arguments, which may be written as a text.
func argsOf(object map[string]json.RawMessage, keys ...string) (json.RawMessage, bool) {
	for _, key := range keys {
		raw, ok := object[key]
		if !ok {
			continue
		}
		var text string
		if json.Unmarshal(raw, &text) == nil {
			raw = json.RawMessage(text)
		}
		var inner map[string]json.RawMessage
		if json.Unmarshal(raw, &inner) == nil && inner != nil {
			return bytes.TrimSpace(raw), true
		}
	}
	return nil, false
}

var before = regexp.MustCompile(`(?s)([A-Za-z_][A-Za-z0-9_]*)["'` + "`" + `*]*\s*(?:\(|:|Action Input:|with)?\s*$`)

// nameBefore is the word that stands directly before an object.
func nameBefore(text string) string {
	text = text[max(0, len(text)-100):]
	if i := strings.LastIndex(text, "Action Input:"); i >= 0 {
		text = strings.TrimSpace(text[:i])
	}
	m := before.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return m[1]
}
