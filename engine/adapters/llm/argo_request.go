package llm

import (
	"encoding/json"

	"owl/engine/writer/chat"
)

// argoRequest is what a gateway is asked.
type argoRequest struct {
	User          string        `json:"user,omitempty"`
	Model         string        `json:"model"`
	Messages      []argoMessage `json:"messages"`
	Tools         []argoTool    `json:"tools,omitempty"`
	Stop          []string      `json:"stop,omitempty"`
	Temperature   *float64      `json:"temperature,omitempty"`
	MaxTokens     int           `json:"max_tokens,omitempty"`
	MaxCompletion int           `json:"max_completion_tokens,omitempty"`
	Stream        bool          `json:"stream,omitempty"`
}

type argoMessage struct {
	Role      string         `json:"role"`
	Content   string         `json:"content"`
	ToolCalls []argoToolCall `json:"tool_calls,omitempty"`
	CallID    string         `json:"tool_call_id,omitempty"`
}

type argoToolCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function argoFunction `json:"function"`
}

type argoFunction struct {
	Name        string          `json:"name"`
	Arguments   string          `json:"arguments,omitempty"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

type argoTool struct {
	Type     string       `json:"type"`
	Function argoFunction `json:"function"`
}

func (a *argo) body(req chat.Request) argoRequest {
	out := argoRequest{User: a.cfg.User, Model: a.cfg.Model, Stop: req.Stop, Stream: a.stream}
	if !a.quirks.has(noTemperature) {
		out.Temperature = &req.Temperature
	}
	if a.quirks.has(newLimit) {
		out.MaxCompletion = req.MaxTokens
	} else {
		out.MaxTokens = req.MaxTokens
	}
	if req.System != "" {
		out.Messages = append(out.Messages, argoMessage{Role: "system", Content: req.System})
	}
	for _, m := range req.Messages {
		said := argoMessage{Role: string(m.Role), Content: m.Text, CallID: m.CallID}
		for _, call := range m.Calls {
			said.ToolCalls = append(said.ToolCalls, argoToolCall{call.ID, "function", argoFunction{Name: call.Name, Arguments: string(call.Args)}})
		}
		out.Messages = append(out.Messages, said)
	}
	for _, t := range req.Tools {
		out.Tools = append(out.Tools, argoTool{"function", argoFunction{Name: t.Name, Description: t.Description, Parameters: t.Schema}})
	}
	return out
}
