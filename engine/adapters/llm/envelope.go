package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"owl/engine/writer/chat"
)

// maxNest is how deep a reply may hide in its envelope.
const maxNest = 6

// envelope takes a whole reply, or one event of a stream, in any of the shapes
// in which gateways answer: an object (choices[0].message, or the gateway's own
// response), a list of blocks, a bare string. What is no JSON at all is a bare
// string without its quotes.
func (c *collector) envelope(body []byte) error {
	body = bytes.TrimSpace(body)
	if len(body) == 0 {
		return &failure{kind: chat.ErrEmpty}
	}
	if !strings.ContainsRune(`{["`, rune(body[0])) {
		return c.bare(body)
	}
	if !json.Valid(body) {
		return &failure{kind: chat.ErrEnvelope, detail: "it is broken JSON"}
	}
	if err := c.value(body, 0); err != nil {
		return err
	}
	if c.finish == "" {
		c.finish = chat.Stop
	}
	return nil
}

func (c *collector) bare(body []byte) error {
	if !utf8.Valid(body) || bytes.IndexByte(body, 0) >= 0 {
		return &failure{kind: chat.ErrEnvelope, detail: "it is not text"}
	}
	c.add(string(body))
	c.finish = chat.Stop
	return nil
}

func (c *collector) value(raw json.RawMessage, depth int) error {
	raw = bytes.TrimSpace(raw)
	if depth > maxNest {
		return &failure{kind: chat.ErrEnvelope, detail: "it nests too deep"}
	}
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	switch raw[0] {
	case '"':
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return &failure{kind: chat.ErrEnvelope, detail: "it is broken JSON"}
		}
		c.add(text)
		return nil
	case '[':
		return c.list(raw, depth)
	case '{':
		return c.object(raw, depth)
	}
	return &failure{kind: chat.ErrEnvelope, detail: fmt.Sprintf("it is the value %.20s", line(string(raw)))}
}

func (c *collector) list(raw json.RawMessage, depth int) error {
	var blocks []json.RawMessage
	if err := json.Unmarshal(raw, &blocks); err != nil {
		return &failure{kind: chat.ErrEnvelope, detail: "it is broken JSON"}
	}
	for _, block := range blocks {
		if err := c.value(block, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// fields of every object that a reply consists of.
type fields struct {
	Type      string          `json:"type"`
	Choices   []choice        `json:"choices"`
	Response  json.RawMessage `json:"response"`
	Message   json.RawMessage `json:"message"`
	Content   json.RawMessage `json:"content"`
	Text      json.RawMessage `json:"text"`
	Error     json.RawMessage `json:"error"`
	ToolCalls []toolCall      `json:"tool_calls"`
	Usage     struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
	} `json:"usage"`
	toolCall // of a block of type tool_use
}

type choice struct {
	Message json.RawMessage `json:"message"`
	Delta   json.RawMessage `json:"delta"`
	Text    json.RawMessage `json:"text"`
	Finish  string          `json:"finish_reason"`
}

// toolCall is a call in the shape of OpenAI, Anthropic or Google.
type toolCall struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
	Args  json.RawMessage `json:"args"`
}

func (c *collector) object(raw json.RawMessage, depth int) error {
	var f fields
	if err := json.Unmarshal(raw, &f); err != nil {
		return &failure{kind: chat.ErrEnvelope, detail: "its fields have other types: " + line(err.Error())}
	}
	if present(f.Error) {
		return &failure{kind: chat.ErrServer, detail: line(message(raw))}
	}
	if f.Usage.Prompt+f.Usage.Completion > 0 {
		c.usage = chat.Usage{Prompt: f.Usage.Prompt, Completion: f.Usage.Completion}
	}
	if f.Type == "thinking" || f.Type == "reasoning" {
		return nil
	}
	if f.Type == "tool_use" {
		c.take(f.toolCall)
		return nil
	}
	if len(f.Choices) > 0 {
		return c.choice(f.Choices[0], depth)
	}
	for i, call := range f.ToolCalls {
		if call.Index == nil {
			call.Index = &i
		}
		c.take(call)
	}
	for _, part := range []json.RawMessage{f.Response, f.Message, f.Content, f.Text} {
		if present(part) {
			return c.value(part, depth+1)
		}
	}
	return c.nothing(raw, f)
}

// nothing tells an object without text from one that is no reply.
func (c *collector) nothing(raw json.RawMessage, f fields) error {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keys); err != nil {
		return &failure{kind: chat.ErrEnvelope, detail: "it is broken JSON"}
	}
	if len(keys) == 0 {
		return nil // the last piece of a stream
	}
	for _, known := range []string{"choices", "response", "message", "content", "text", "role", "usage", "tool_calls"} {
		if _, ok := keys[known]; ok {
			return nil
		}
	}
	return &failure{kind: chat.ErrEnvelope, detail: "it is an object of " + line(strings.Join(slices.Sorted(maps.Keys(keys)), ", "))}
}

func (c *collector) choice(ch choice, depth int) error {
	if ch.Finish != "" {
		c.finish = chat.Finish(ch.Finish)
	}
	for _, part := range []json.RawMessage{ch.Message, ch.Delta, ch.Text} {
		if present(part) {
			return c.value(part, depth+1)
		}
	}
	return nil
}

func (c *collector) take(call toolCall) {
	name, args := call.Function.Name, call.Function.Arguments
	if name == "" {
		name = call.Name
	}
	for _, other := range []json.RawMessage{call.Input, call.Args} {
		if len(args) == 0 {
			args = other
		}
	}
	var text string
	if json.Unmarshal(args, &text) != nil { // an object, not a text of one
		text = string(args)
	}
	index := 1000 + len(c.calls)
	if call.Index != nil {
		index = *call.Index
	}
	c.call(index, call.ID, name, text)
}

func present(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }
