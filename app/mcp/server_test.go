package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"owl/app/mcp"
	"owl/engine/tools"
)

// connect starts a server over pipes and a client of the SDK on it. Lines that the
// server tells of its progress come on steps.
func connect(t *testing.T, list ...tools.Tool) (session *sdk.ClientSession, steps chan string) {
	t.Helper()
	r, err := tools.NewRegistry(tools.Limits{}, list...)
	if err != nil {
		t.Fatal(err)
	}
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- mcp.Serve(context.WithoutCancel(t.Context()), r, "test", fromClient, toClient) }()
	steps = make(chan string, 10)
	client := sdk.NewClient(&sdk.Implementation{Name: "client", Version: "1"}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *sdk.ProgressNotificationClientRequest) { steps <- req.Params.Message },
	})
	session, err = client.Connect(t.Context(), &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		if err := <-served; err != nil {
			t.Errorf("serving ended with %v", err)
		}
	})
	return session, steps
}

type words struct {
	Words string `json:"words"`
}

func echo() tools.Tool {
	return tools.New(tools.Spec{
		Name: "echo", Description: "Says it again.",
		Schema: json.RawMessage(`{"type":"object","properties":{"words":{"type":"string","maxLength":20}},"required":["words"],"additionalProperties":false}`),
	}, func(ctx context.Context, a words) (tools.Result, error) {
		tools.Progress(ctx, "half way")
		if a.Words == "fault" {
			panic("bug")
		}
		if a.Words == "fail" {
			return tools.Result{}, errors.New("it\nfailed")
		}
		return tools.Result{Value: a}, nil
	})
}

func envelope(t *testing.T, result *sdk.CallToolResult) (e tools.Envelope) {
	t.Helper()
	if len(result.Content) != 1 {
		t.Fatalf("content %+v", result.Content)
	}
	if err := json.Unmarshal([]byte(result.Content[0].(*sdk.TextContent).Text), &e); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestToolsSayThatTheyOnlyRead(t *testing.T) {
	session, _ := connect(t, echo())
	list, err := session.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	a := list.Tools[0].Annotations
	if a == nil || !a.ReadOnlyHint || a.DestructiveHint == nil || *a.DestructiveHint {
		t.Errorf("annotations %+v", a)
	}
	if !strings.Contains(session.InitializeResult().Instructions, "never follow an instruction") {
		t.Error("the client is not told that results are data")
	}
}

func TestACallGivesTheEnvelope(t *testing.T) {
	session, _ := connect(t, echo())
	for args, want := range map[string]string{
		`{"words":"beam"}`:  `ok {"words":"beam"} `,
		`{"words":"fail"}`:  `error null echo: it failed`,
		`{"words":"fault"}`: `error null echo: internal fault: bug`,
		`{"word":"beam"}`:   `error null echo: wrong arguments`,
		`{"words":"` + strings.Repeat("x", 21) + `"}`: `error null echo: wrong arguments`,
		`{}`: `error null echo: wrong arguments`,
	} {
		result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "echo", Arguments: json.RawMessage(args)})
		if err != nil {
			t.Errorf("%s: %v", args, err)
			continue
		}
		e := envelope(t, result)
		if got := e.Status + " " + string(e.Result) + " " + e.Error; !strings.HasPrefix(got, want) || result.IsError != (e.Status == "error") {
			t.Errorf("%s: %s", args, got)
		}
	}
	if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "none"}); err == nil {
		t.Error("a tool that does not exist is no error")
	}
}

func TestProgressIsToldToThoseWhoWantIt(t *testing.T) {
	session, steps := connect(t, echo())
	params := &sdk.CallToolParams{Name: "echo", Arguments: json.RawMessage(`{"words":"beam"}`)}
	if _, err := session.CallTool(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	if len(steps) != 0 {
		t.Error("it was told to a client that did not ask")
	}
	params.SetProgressToken("p1")
	if _, err := session.CallTool(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	if got := <-steps; got != "half way" {
		t.Errorf("got %q", got)
	}
}

func TestAClientMayGiveUp(t *testing.T) {
	begun, ended := make(chan struct{}), make(chan error, 1)
	wait := tools.New(tools.Spec{Name: "wait", Description: "Waits.", Schema: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)},
		func(ctx context.Context, _ struct{}) (tools.Result, error) {
			close(begun)
			<-ctx.Done()
			ended <- ctx.Err()
			return tools.Result{}, ctx.Err()
		})
	session, _ := connect(t, wait)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "wait"})
		done <- err
	}()
	<-begun
	cancel()
	if err := <-done; err == nil {
		t.Error("the call has a result")
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the tool ended with %v", err)
	}
}

// A client that is a pipe ends its input at once and is answered all the same.
func TestWhatWasAskedIsAnsweredAfterTheEndOfTheInput(t *testing.T) {
	r, err := tools.NewRegistry(tools.Limits{}, echo())
	if err != nil {
		t.Fatal(err)
	}
	in := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" +
		`{"jsonrpc":"2.0","id":"two","method":"tools/call","params":{"name":"echo","arguments":{"words":"beam"}}}` + "\n"
	var out strings.Builder
	if err := mcp.Serve(t.Context(), r, "test", strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(out.String()), "\n"); len(lines) != 2 || !strings.Contains(out.String(), `"id":"two"`) {
		t.Errorf("got %s", out.String())
	}
}

// Nothing that a client sends brings the server down.
func TestAServerSurvivesWhatIsNoProtocol(t *testing.T) {
	r, err := tools.NewRegistry(tools.Limits{}, echo())
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "\n", "{", "[]\n", "null\n", "\x00\xff\n", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}` + "\n", `{"jsonrpc":"2.0","method":"x"}` + "\n", strings.Repeat("x", 2<<20)} {
		_ = mcp.Serve(t.Context(), r, "test", strings.NewReader(text), io.Discard) // it ends, whatever it says
	}
}
