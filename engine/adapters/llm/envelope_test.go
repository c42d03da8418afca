package llm

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestEnvelopesOfOtherMakes(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"content as blocks":    {`{"choices":[{"message":{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}}]}`, "ab"},
		"thinking left out":    {`[{"type":"thinking","thinking":"hm","text":"no"},{"type":"text","text":"b"}]`, "b"},
		"strings in a list":    {`["a","b"]`, "ab"},
		"messages in a list":   {`[{"choices":[{"message":{"content":"a"}}]}]`, "a"},
		"text of a completion": {`{"choices":[{"text":"a"}]}`, "a"},
		"content at the top":   {`{"role":"assistant","content":"a"}`, "a"},
		"response in response": {`{"response":{"content":"a"}}`, "a"},
	} {
		col := newCollector(nil, 1000)
		if err := col.envelope([]byte(c.body)); err != nil || col.text.String() != c.want {
			t.Errorf("%s: %q %v", name, col.text.String(), err)
		}
	}
}

func TestCallsOfOtherMakes(t *testing.T) {
	for name, body := range map[string]string{
		"Google":              `{"response":{"content":null,"tool_calls":[{"id":null,"name":"calculator","args":{"x":1}}]}}`,
		"Anthropic":           `{"response":{"content":"","tool_calls":[{"id":"t","name":"calculator","input":{"x":1},"type":"tool_use"}]}}`,
		"arguments an object": `{"choices":[{"message":{"tool_calls":[{"function":{"name":"calculator","arguments":{"x":1}}}]}}]}`,
	} {
		col := newCollector(nil, 1000)
		err := col.envelope([]byte(body))
		reply, rerr := col.reply()
		if err != nil || rerr != nil || len(reply.Calls) != 1 || reply.Calls[0].Name != "calculator" || string(reply.Calls[0].Args) != `{"x":1}` {
			t.Errorf("%s: %+v %v %v", name, reply, err, rerr)
		}
	}
}

func TestArgumentsThatAreNoJSONBecomeAText(t *testing.T) {
	if got := string(argsOf(`{"a": oops`)); got != `"{\"a\": oops"` {
		t.Error(got)
	}
}

// However a reply is cut into pieces, the same text comes out.
func TestThoughtsAreLeftOutHoweverTheyAreCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.StringMatching(`[a-z<>/ ]{0,20}`).Draw(t, "text")
		whole := want
		if rapid.Bool().Draw(t, "thinks") {
			want = strings.TrimLeft(want, " ")
			whole = rapid.StringMatching(`[ \n]{0,3}`).Draw(t, "space") + opens + rapid.StringMatching(`[a-z ]{0,20}`).Draw(t, "thought") + closes + want
		} else if strings.HasPrefix(opens, strings.TrimLeft(want, " ")) || strings.HasPrefix(strings.TrimLeft(want, " "), opens) {
			return
		}
		c := newCollector(nil, 1000)
		for len(whole) > 0 {
			n := rapid.IntRange(1, len(whole)).Draw(t, "piece")
			c.add(whole[:n])
			whole = whole[n:]
		}
		_, _ = c.reply()
		if got := strings.TrimLeft(c.text.String(), " "); got != strings.TrimLeft(want, " ") {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

func FuzzEnvelope(f *testing.F) {
	f.Add([]byte(`{"choices":[{"message":{"content":"a","tool_calls":[{"function":{"name":"b","arguments":"{}"}}]}}]}`))
	f.Add([]byte(`[{"type":"tool_use","name":"x","input":{}},"y"]`))
	f.Add([]byte(`"bare"`))
	f.Add([]byte("plain \xc2\xb5"))
	f.Fuzz(func(t *testing.T, body []byte) {
		c := newCollector(nil, 1000)
		if c.envelope(body) != nil {
			return
		}
		reply, err := c.reply()
		if err != nil {
			return
		}
		if len(reply.Text) > 1000 {
			t.Errorf("%d bytes of text", len(reply.Text))
		}
		for _, call := range reply.Calls {
			if !json.Valid(call.Args) {
				t.Errorf("%q gave arguments %q", body, call.Args)
			}
		}
	})
}
