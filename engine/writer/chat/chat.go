// Package chat is the port to a language model: what is asked, what comes back,
// and how it can fail. Which model and which service is behind it is nobody's
// business here.
package chat

import (
	"context"
	"encoding/json"
	"errors"

	"owl/engine"
	"owl/engine/tools"
)

// Model answers conversations. Implementations are safe for concurrent use.
type Model interface {
	// Name is the model as it is shown beside an answer.
	Name() string
	// Chat asks once. onDelta gets the text piece by piece as it comes, from one
	// goroutine and before Chat returns; it may be nil. When onDelta has been
	// called the call is not repeated. Every error is one line that names the host
	// and the cause and wraps one of the errors below, or that of ctx.
	Chat(ctx context.Context, req Request, onDelta func(string)) (Reply, error)
}

// Request is a conversation that waits for its next message.
type Request struct {
	System      string
	Messages    []Message
	Tools       []tools.Spec // that may be called; none when empty
	MaxTokens   int          // of the reply; 0 leaves it to the service
	Temperature float64
	Stop        []string // texts that end the reply
}

// Role says who speaks.
type Role string

// The roles of messages; a system message is Request.System.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Returned  Role = "tool" // what a tool gave
)

// Message is one turn of a conversation.
type Message struct {
	Role   Role
	Text   string
	Calls  []Call // of an assistant
	CallID string // of a returned message: the call that it answers
}

// Call is a model's wish to call a tool.
type Call struct {
	ID   string
	Name string
	Args json.RawMessage
}

// Reply is what a model says.
type Reply struct {
	Text   engine.Untrusted
	Calls  []Call
	Usage  Usage
	Finish Finish
}

// Usage counts tokens; 0 when the service does not say.
type Usage struct {
	Prompt, Completion int
}

// Plus adds up.
func (u Usage) Plus(other Usage) Usage {
	return Usage{u.Prompt + other.Prompt, u.Completion + other.Completion}
}

// Finish says why a reply ended.
type Finish string

// The ends of a reply.
const (
	Stop   Finish = "stop"
	Length Finish = "length" // MaxTokens was reached
	Tools  Finish = "tool_calls"
	Cut    Finish = "cut" // it did not end by itself and was cut here
)

// How a model fails. The texts follow "language model at HOST".
var (
	ErrUnreachable = errors.New("cannot be reached")
	ErrBusy        = errors.New("is busy")                                // 429, or a limit of our own
	ErrServer      = errors.New("failed")                                 // 5xx, or it broke off
	ErrRefused     = errors.New("refused")                                // any other status, a redirect
	ErrStalled     = errors.New("stalled")                                // no token for too long
	ErrEnvelope    = errors.New("replied in a shape that cannot be read") // garbage
	ErrTooLarge    = errors.New("replied too much")
	ErrPaused      = errors.New("is left alone for now") // it failed several times in a row
	ErrEmpty       = errors.New("replied with nothing")  // neither text nor a call
)
