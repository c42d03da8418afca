package llm

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"owl/engine"
	"owl/engine/writer/chat"
)

// collector puts a reply together.
type collector struct {
	onDelta func(string)
	limit   int // bytes of text

	thoughts thoughts
	text     strings.Builder
	calls    []*partialCall
	usage    chat.Usage
	finish   chat.Finish
	bytes    int // of everything, thoughts and arguments too
}

type partialCall struct {
	index    int
	id, name string
	args     strings.Builder
}

const maxCalls = 16

func newCollector(onDelta func(string), limit int) *collector {
	if onDelta == nil {
		onDelta = func(string) {}
	}
	return &collector{onDelta: onDelta, limit: limit}
}

// add takes a piece of the text.
func (c *collector) add(piece string) {
	if piece == "" || c.full() {
		return
	}
	c.bytes += len(piece)
	c.give(c.thoughts.filter(piece))
}

// give passes text on, up to the limit and without breaking a character.
func (c *collector) give(shown string) {
	if room := c.limit - c.text.Len(); len(shown) > room {
		for room > 0 && !utf8.RuneStart(shown[room]) {
			room--
		}
		shown = shown[:max(0, room)]
	}
	if shown != "" {
		c.text.WriteString(shown)
		c.onDelta(shown)
	}
}

// call takes a piece of a tool call. Pieces of one call share its index.
func (c *collector) call(index int, id, name, args string) {
	c.bytes += len(args) + len(name)
	for _, p := range c.calls {
		if p.index == index {
			p.name += name
			p.args.WriteString(args)
			return
		}
	}
	if len(c.calls) == maxCalls {
		return
	}
	p := &partialCall{index: index, id: id, name: name}
	p.args.WriteString(args)
	c.calls = append(c.calls, p)
}

// full reports that the reply is longer than it may be. Thoughts count less:
// they are not shown, but they have to end too.
func (c *collector) full() bool { return c.text.Len() >= c.limit || c.bytes >= 4*c.limit }

// reply is what came. done says that it ended by itself.
func (c *collector) reply() (chat.Reply, error) {
	if !c.full() {
		c.give(c.thoughts.rest())
	}
	out := chat.Reply{Text: engine.Untrusted(strings.TrimSpace(c.text.String())), Usage: c.usage, Finish: c.finish}
	for _, p := range c.calls {
		out.Calls = append(out.Calls, chat.Call{ID: p.id, Name: p.name, Args: argsOf(p.args.String())})
	}
	if c.full() {
		out.Finish = chat.Cut
		out.Calls = nil // the last one is not whole
	}
	if out.Text == "" && len(out.Calls) == 0 {
		return chat.Reply{}, &failure{kind: chat.ErrEmpty}
	}
	return out, nil
}

// argsOf keeps arguments that are no JSON as a text, which no tool takes.
func argsOf(text string) json.RawMessage {
	text = strings.TrimSpace(text)
	if text == "" {
		return json.RawMessage("{}")
	}
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		return json.RawMessage("{}")
	}
	return quoted
}

// thoughts leaves out what a reasoning model writes between <think> and
// </think> at the beginning of its reply.
type thoughts struct {
	state int // before, inside, after
	held  string
}

const (
	before = iota
	inside
	after
	opens  = "<think>"
	closes = "</think>"
)

func (t *thoughts) filter(piece string) string {
	if t.state == after {
		return piece
	}
	t.held += piece
	if t.state == before {
		text := strings.TrimLeft(t.held, " \t\r\n")
		switch {
		case strings.HasPrefix(text, opens):
			t.state, t.held = inside, text[len(opens):]
		case strings.HasPrefix(opens, text):
			return "" // more must come before this can be told
		default:
			return t.end(t.held)
		}
	}
	if _, rest, found := strings.Cut(t.held, closes); found {
		return t.end(strings.TrimLeft(rest, " \t\r\n"))
	}
	t.held = t.held[max(0, len(t.held)-len(closes)):] // the mark may come in two pieces
	return ""
}

func (t *thoughts) end(shown string) string {
	t.state, t.held = after, ""
	return shown
}

// rest is what is still held when the reply ends; thoughts that do not end are
// no reply.
func (t *thoughts) rest() string {
	if t.state != before {
		return ""
	}
	return t.end(t.held)
}
