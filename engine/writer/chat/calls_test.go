package chat

import (
	"encoding/json"
	"strings"
	"testing"
)

func known(name string) bool { return name == "channel_find" || name == "calculator" }

func shown(calls []Call) string {
	var parts []string
	for _, c := range calls {
		parts = append(parts, c.Name+string(c.Args))
	}
	return strings.Join(parts, " ")
}

func TestTextCalls(t *testing.T) {
	const find = `channel_find{"query":"x"}`
	for _, c := range []struct{ name, text, want string }{
		{"a code block", "I will look.\n```json\n{\"name\": \"channel_find\", \"arguments\": {\"query\":\"x\"}}\n```", find},
		{"tags", `<tool_call>{"name":"channel_find","arguments":{"query":"x"}}</tool_call>`, find},
		{"tags, last brace missing", `<tool_call>{"name":"channel_find","arguments":{"query":"x"}</tool_call>`, find},
		{"block, last brace missing", "```json\n{\"name\":\"channel_find\",\"arguments\":{\"query\":\"x\"}\n```", find},
		{"a prefix", `TOOL_CALL: {"tool":"channel_find","args":{"query":"x"}}`, find},
		{"bare", `{"tool":"channel_find","parameters":{"query":"x"}}`, find},
		{"in a sentence", `Calling {"action":"channel_find","action_input":{"query":"x"}} now.`, find},
		{"arguments as a text", `{"name":"channel_find","arguments":"{\"query\":\"x\"}"}`, find},
		{"nested as in the API", `{"type":"function","function":{"name":"channel_find","arguments":"{\"query\":\"x\"}"}}`, find},
		{"a list of the API", `{"tool_calls":[{"name":"channel_find","args":{"query":"x"}},{"name":"calculator","args":{}}]}`, find + " calculator{}"},
		{"a list", `[{"name":"channel_find","args":{"query":"x"}},{"name":"calculator","args":{}}]`, find + " calculator{}"},
		{"as a function", `channel_find({"query":"x"})`, find},
		{"name, then arguments", `TOOL_CALL: channel_find {"query":"x"}`, find},
		{"thought and action", "Thought: look it up\nAction: channel_find\nAction Input: {\"query\":\"x\"}", find},
		{"two calls", find + "\n" + `calculator{"expression":"1+1"}`, find + ` calculator{"expression":"1+1"}`},
		{"an unknown tool is a call too", `{"name":"rm","arguments":{"path":"/"}}`, `rm{"path":"/"}`},
		{"after broken JSON", `{"name": oops} {"name":"channel_find","args":{"query":"x"}}`, find},
		{"prose", "The pump PV is SR:C1 {see [1]}.", ""},
		{"a record in JSON", `{"name":"RF1","value":3}`, ""},
		{"unknown word before an object", `result {"query":"x"}`, ""},
		{"arguments that are a list", `{"name":"channel_find","arguments":["x"]}`, ""},
		{"arguments that are null", `{"name":"channel_find","arguments":null}`, ""},
		{"nothing", "", ""},
	} {
		if got := shown(TextCalls(c.text, known)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTextCallsAreFew(t *testing.T) {
	if got := TextCalls(strings.Repeat(`{"name":"calculator","args":{}}`, 50), known); len(got) != maxCalls {
		t.Errorf("%d calls", len(got))
	}
	if got := TextCalls(strings.Repeat(`{"a":`, 20000), known); len(got) != 0 {
		t.Errorf("%d calls", len(got))
	}
}

func FuzzTextCalls(f *testing.F) {
	f.Add(`TOOL_CALL: {"tool":"channel_find","args":{"query":"x"}}`)
	f.Add("Action: channel_find\nAction Input: {\"query\":\"x\"")
	f.Add(`{"tool_calls":[{"function":{"name":"a","arguments":"{}"}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range TextCalls(text, known) {
			var args map[string]json.RawMessage
			if c.Name == "" || c.ID == "" || json.Unmarshal(c.Args, &args) != nil {
				t.Errorf("%q gave %+v", text, c)
			}
		}
	})
}
