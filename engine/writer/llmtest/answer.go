package llmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

type contextKey struct{}

type served struct {
	server *Server
	req    Request
}

func withServer(ctx context.Context, s *Server, req Request) context.Context {
	return context.WithValue(ctx, contextKey{}, served{s, req})
}

func of(r *http.Request) served {
	v, _ := r.Context().Value(contextKey{}).(served)
	return v
}

// Call is a tool call in an answer.
type Call struct {
	Name string
	Args string // JSON
}

// Say answers with a text and tool calls, in the shape that the request asks for:
// a stream, or one object.
func Say(text string, calls ...Call) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if of(r).req.Stream {
			Stream(text, calls...)(w, r)
			return
		}
		Object(text, calls...)(w, r)
	}
}

// Stream answers with server-sent events, a word at a time.
func Stream(text string, calls ...Call) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		begin(w)
		for _, word := range strings.SplitAfter(text, " ") {
			event(w, chunk(map[string]any{"content": word}, nil))
		}
		for i, c := range calls {
			half := len(c.Args) / 2
			event(w, chunk(map[string]any{"tool_calls": []any{callOf(i, c.Name, c.Args[:half])}}, nil))
			event(w, chunk(map[string]any{"tool_calls": []any{map[string]any{"index": i, "function": map[string]any{"arguments": c.Args[half:]}}}}, nil))
		}
		end(w, finish(calls))
	}
}

func begin(w http.ResponseWriter) { w.Header().Set("Content-Type", "text/event-stream") }

func end(w http.ResponseWriter, why string) {
	event(w, chunk(map[string]any{}, why))
	event(w, `{"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}`)
	event(w, "[DONE]")
}

func event(w http.ResponseWriter, data string) {
	fmt.Fprintf(w, "data: %s\n\n", data)
	flush(w)
}

func flush(w http.ResponseWriter) {
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}

func chunk(delta map[string]any, why any) string {
	return encode(map[string]any{"object": "chat.completion.chunk", "choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": why}}})
}

func finish(calls []Call) string {
	if len(calls) > 0 {
		return "tool_calls"
	}
	return "stop"
}

func callOf(i int, name, args string) map[string]any {
	return map[string]any{"index": i, "id": fmt.Sprintf("call_%d", i+1), "type": "function", "function": map[string]any{"name": name, "arguments": args}}
}

func message(text string, calls []Call) map[string]any {
	m := map[string]any{"role": "assistant", "content": text}
	var list []any
	for i, c := range calls {
		list = append(list, callOf(i, c.Name, c.Args))
	}
	if list != nil {
		m["tool_calls"] = list
	}
	return m
}

// Object answers with choices[0].message.
func Object(text string, calls ...Call) http.HandlerFunc {
	return JSON(map[string]any{
		"choices": []any{map[string]any{"message": message(text, calls), "finish_reason": finish(calls)}},
		"usage":   map[string]any{"prompt_tokens": 11, "completion_tokens": 7},
	})
}

// Response answers as an ARGO gateway does: the text below "response", or an
// object there when tools are called.
func Response(text string, calls ...Call) http.HandlerFunc {
	if len(calls) == 0 {
		return JSON(map[string]any{"response": text})
	}
	return JSON(map[string]any{"response": message(text, calls)})
}

// List answers with a list of blocks: texts, and tool_use for the calls.
func List(text string, calls ...Call) http.HandlerFunc {
	half := len(text) / 2
	blocks := []any{map[string]any{"type": "text", "text": text[:half]}, map[string]any{"type": "text", "text": text[half:]}}
	for i, c := range calls {
		blocks = append(blocks, map[string]any{"type": "tool_use", "id": fmt.Sprintf("call_%d", i+1), "name": c.Name, "input": json.RawMessage(c.Args)})
	}
	return JSON(blocks)
}

// Bare answers with a JSON string.
func Bare(text string) http.HandlerFunc { return JSON(text) }

// Plain answers with the text as it is, in pieces.
func Plain(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		for len(text) > 0 {
			n := min(5, len(text)) // characters are cut on purpose
			fmt.Fprint(w, text[:n])
			flush(w)
			text = text[n:]
		}
	}
}

// JSON answers with a value.
func JSON(value any) http.HandlerFunc {
	return Raw(http.StatusOK, "application/json", encode(value))
}

// Raw answers with these bytes.
func Raw(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

func encode(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("llmtest: %v", err)) // a mistake in a script
	}
	return string(data)
}
