package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"sync"
)

// pending keeps a connection open after the end of the client's input until what
// it asked is answered: the end of the input would else cancel it, and a client
// that is a pipe would hear nothing.
type pending struct {
	ctx context.Context
	in  io.Reader
	out io.Writer

	mu       sync.Mutex
	asked    int
	answered int
	changed  chan struct{}
	heard    tally
	said     tally
}

func newPending(ctx context.Context, in io.Reader, out io.Writer) *pending {
	return &pending{ctx: ctx, in: in, out: out, changed: make(chan struct{}, 1)}
}

// Read implements io.Reader.
func (p *pending) Read(b []byte) (int, error) {
	n, err := p.in.Read(b)
	p.mu.Lock()
	p.asked += p.heard.count(b[:n], func(m message) bool { return m.Method != "" })
	p.mu.Unlock()
	if err != nil && n == 0 {
		p.wait()
	}
	if n > 0 && err == io.EOF {
		err = nil // once more, when there is nothing else
	}
	return n, err
}

// Write implements io.Writer.
func (p *pending) Write(b []byte) (int, error) {
	n, err := p.out.Write(b)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answered += p.said.count(b[:n], func(m message) bool { return m.Method == "" })
	select {
	case p.changed <- struct{}{}:
	default:
	}
	return n, err
}

// Close implements io.Closer. The input and output are the process's own.
func (p *pending) Close() error { return nil }

func (p *pending) wait() {
	for {
		p.mu.Lock()
		done := p.answered >= p.asked
		p.mu.Unlock()
		if done {
			return
		}
		select {
		case <-p.changed:
		case <-p.ctx.Done():
			return
		}
	}
}

// message is what tells a request from a reply: both have an id.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

// tally counts the messages of a stream of lines.
type tally struct{ line []byte }

// count takes more of the stream and returns how many messages with an id ended in
// it that are wanted. A line that is too long is not one.
func (t *tally) count(b []byte, wanted func(message) bool) int {
	n := 0
	for {
		end := bytes.IndexByte(b, '\n')
		if end < 0 {
			if len(t.line)+len(b) <= maxLine {
				t.line = append(t.line, b...)
			}
			return n
		}
		t.line = append(t.line, b[:end]...)
		var m message
		if json.Unmarshal(t.line, &m) == nil && len(m.ID) > 0 && string(m.ID) != "null" && wanted(m) {
			n++
		}
		t.line, b = t.line[:0], b[end+1:]
	}
}
