package llm

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"owl/engine"
	"owl/engine/tools/calc"
	"owl/engine/writer/chat"
	"owl/engine/writer/llmtest"
)

const said = "The pump tripped at 02:14, µA rose. [1]"

var calls = []llmtest.Call{{Name: "calculator", Args: `{"expression":"1+1"}`}, {Name: "calculator", Args: `{"expression":"2+2"}`}}

// shapes are the replies that each dialect must understand.
func shapes(text string, calls ...llmtest.Call) map[string]llmtest.Step {
	return map[string]llmtest.Step{
		"stream":   {Do: llmtest.Stream(text, calls...)},
		"object":   {Do: llmtest.Object(text, calls...)},
		"response": {Do: llmtest.Response(text, calls...)},
		"list":     {Do: llmtest.List(text, calls...)},
	}
}

func TestEveryShapeOfAReplyIsRead(t *testing.T) {
	for _, dialect := range []Dialect{OpenAI, Argo} {
		texts := shapes(said)
		texts["bare string"] = llmtest.Step{Do: llmtest.Bare(said)}
		texts["plain text"] = llmtest.Step{Do: llmtest.Plain(said)}
		texts["thoughts first"] = llmtest.Step{Do: llmtest.Stream("<think> is it [2]? </think> " + said)}
		texts["an object of another gateway"] = llmtest.Step{Do: llmtest.JSON(map[string]any{"message": map[string]any{"content": said}})}
		for name, step := range texts {
			var d deltas
			reply, err := client(t, Config{URL: server(t, step).URL, Dialect: dialect}).Chat(t.Context(), asked("why?"), d.take)
			if err != nil || string(reply.Text) != said || strings.TrimSpace(d.String()) != said || reply.Finish != chat.Stop {
				t.Errorf("%s, %s: %+v %v, streamed %q", dialect, name, reply, err, d.String())
			}
		}
	}
}

func TestEveryShapeOfAToolCallIsRead(t *testing.T) {
	for _, dialect := range []Dialect{OpenAI, Argo} {
		for name, step := range shapes("", calls...) {
			reply, err := client(t, Config{URL: server(t, step).URL, Dialect: dialect}).Chat(t.Context(), asked("add"), nil)
			if err != nil || len(reply.Calls) != 2 {
				t.Errorf("%s, %s: %+v %v", dialect, name, reply, err)
				continue
			}
			for i, c := range reply.Calls {
				if c.Name != "calculator" || string(c.Args) != calls[i].Args || c.ID == "" {
					t.Errorf("%s, %s: call %d is %+v", dialect, name, i, c)
				}
			}
		}
	}
}

func TestTheRequestHoldsTheWholeConversation(t *testing.T) {
	t.Setenv("OWL_TEST_KEY", "sk-secret")
	for dialect, path := range map[Dialect]string{OpenAI: "/v1/chat/completions", Argo: "/v1/chat/completions"} {
		s := server(t, llmtest.Step{Do: llmtest.Say("ok")})
		c := client(t, Config{URL: s.URL, Dialect: dialect, KeyEnv: "OWL_TEST_KEY", User: "operator"})
		req := asked("add")
		req.Stop = []string{"END"}
		req.Messages = append(req.Messages,
			chat.Message{Role: chat.Assistant, Calls: []chat.Call{{ID: "c1", Name: "calculator", Args: json.RawMessage(`{"expression":"1+1"}`)}}},
			chat.Message{Role: chat.Returned, CallID: "c1", Text: `{"value":2}`})
		req.Tools = append(req.Tools, calc.Tool().Spec)
		reply, err := c.Chat(t.Context(), req, nil)
		if err != nil || reply.Text != "ok" || reply.Usage != (chat.Usage{Prompt: 11, Completion: 7}) {
			t.Fatalf("%s: %+v %v", dialect, reply, err)
		}
		got := s.Requests()[0]
		if got.Path != path || got.Header.Get("Authorization") != "Bearer sk-secret" || got.Model != "owl-test" || (got.User == "operator") != (dialect == Argo) {
			t.Errorf("%s: %+v", dialect, got)
		}
		for _, want := range []string{
			`"role":"system"`, `"content":"Be brief."`, `"tool_calls":[`, `"id":"c1"`, `"tool_call_id":"c1"`, `"max_tokens":50`,
			`"temperature":0`, `"stop":["END"]`, `"additionalProperties":false`, `"arguments":"{\"expression\":\"1+1\"}"`,
		} {
			if !strings.Contains(string(got.Body), want) {
				t.Errorf("%s: the request lacks %s:\n%s", dialect, want, got.Body)
			}
		}
	}
}

func TestAddresses(t *testing.T) {
	for in, want := range map[string]string{
		"/v1/chat/completions": "/v1/chat/completions", "/v1/": "/v1/chat/completions", "": "/v1/chat/completions",
		"/argoapi/v1": "/argoapi/v1/chat/completions", "/api/v1/resource/chat/": "/api/v1/resource/chat/",
		"/api/v1/resource/streamchat": "/api/v1/resource/streamchat/",
	} {
		s := server(t, llmtest.Step{Do: llmtest.Say("ok")})
		c := client(t, Config{URL: strings.TrimSuffix(s.URL, "/v1") + in, Dialect: Argo})
		if _, err := c.Chat(t.Context(), asked("hi"), nil); err != nil || s.Requests()[0].Path != want {
			t.Errorf("%q: %v %v", in, s.Requests(), err)
		}
	}
}

func TestConfigurationsThatCannotWorkAreRefused(t *testing.T) {
	for name, cfg := range map[string]Config{
		"no address":      {},
		"no scheme":       {URL: "localhost:8080/v1"},
		"a file":          {URL: "file:///etc/passwd"},
		"a key in it":     {URL: "http://user:secret@localhost/v1"},
		"a query":         {URL: "http://localhost/v1?key=secret"},
		"a dialect":       {URL: "http://localhost", Dialect: "smoke"},
		"no key in there": {URL: "http://localhost", KeyEnv: "OWL_TEST_NO_KEY"},
	} {
		_, err := New(cfg)
		if !errors.Is(err, engine.ErrUsage) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOptionsThatAServiceRefusesAreLeftOutFromThenOn(t *testing.T) {
	refuse := func(text string) llmtest.Step {
		return llmtest.Step{Times: 1, Do: llmtest.Status(400, text, "")}
	}
	for _, dialect := range []Dialect{OpenAI, Argo} {
		s := server(t, refuse("unsupported 'max_tokens', use 'max_completion_tokens'; temperature must be 1"), llmtest.Step{Do: llmtest.Say("ok")})
		c := client(t, Config{URL: s.URL, Dialect: dialect})
		for range 2 {
			if _, err := c.Chat(t.Context(), asked("hi"), nil); err != nil {
				t.Fatal(err)
			}
		}
		got := s.Requests()
		if len(got) != 3 {
			t.Fatalf("%s: %d requests", dialect, len(got))
		}
		for _, r := range got[1:] {
			if body := string(r.Body); strings.Contains(body, "temperature") || strings.Contains(body, `"max_tokens"`) || !strings.Contains(body, `"max_completion_tokens":50`) {
				t.Errorf("%s: %s", dialect, body)
			}
		}
	}
}

func TestARecordingIsReplayed(t *testing.T) {
	s := server(t, llmtest.Step{Do: llmtest.Say(said, calls...)})
	rec := llmtest.Record(s.URL)
	first, err := client(t, Config{URL: rec.URL}).Chat(t.Context(), asked("why?"), nil)
	if err != nil {
		t.Fatal(err)
	}
	rec.Close()
	var file strings.Builder
	if err := rec.Save(&file); err != nil {
		t.Fatal(err)
	}
	script, err := llmtest.Replay(strings.NewReader(file.String()))
	if err != nil {
		t.Fatal(err)
	}
	again, err := client(t, Config{URL: server(t, script...).URL}).Chat(t.Context(), asked("why?"), nil)
	if err != nil || again.Text != first.Text || len(again.Calls) != 2 || string(again.Calls[1].Args) != string(first.Calls[1].Args) {
		t.Errorf("%+v %v, recorded %+v", again, err, first)
	}
}

func TestModels(t *testing.T) {
	list := llmtest.Step{Do: llmtest.JSON(map[string]any{"data": []any{map[string]any{"id": "a"}, map[string]any{"id": "b"}}})}
	for name, c := range map[string]struct {
		step llmtest.Step
		want string
		err  error
	}{
		"a list":    {list, "a b", nil},
		"a page":    {llmtest.Step{Do: llmtest.Raw(200, "text/html", "<html>")}, "", chat.ErrEnvelope},
		"no key":    {llmtest.Step{Do: llmtest.Status(401, "who?", "")}, "", chat.ErrRefused},
		"a failure": {llmtest.Step{Do: llmtest.Status(500, "", "")}, "", chat.ErrServer},
	} {
		s := server(t, c.step)
		names, err := client(t, Config{URL: s.URL}).Models(t.Context())
		if strings.Join(names, " ") != c.want || !errors.Is(err, c.err) || s.Requests()[0].Path != "/v1/models" {
			t.Errorf("%s: %v %v", name, names, err)
		}
	}
}
