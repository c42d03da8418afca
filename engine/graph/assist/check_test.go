package assist

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"owl/engine"
)

func TestOnlyWhatStandsInTheRecordIsKept(t *testing.T) {
	const content = "K3 tripped.\nThe  heater\u200b had sagged, prob. the supply. Not the cable. µ-metal fan stuck."
	for name, c := range map[string]struct {
		said said
		want string
	}{
		"as it is":              {said{Cause, "heater", "heater\u200b had sagged"}, "cause heater\u200b had sagged"},
		"other white space":     {said{Cause, "The heater", "The heater had\nsagged"}, "cause The  heater\u200b had sagged"},
		"a doubt":               {said{Cause, "supply", "prob. the supply"}, "suspected prob. the supply"},
		"a denial":              {said{Cause, "cable", "Not the cable"}, ""},
		"a denial, as it is":    {said{RuledOut, "cable", "Not the cable"}, "ruled_out Not the cable"},
		"not in the record":     {said{Cause, "fan", "the fan had sagged"}, ""},
		"not in the quote":      {said{Cause, "fan", "The heater had sagged"}, ""},
		"no name":               {said{Cause, " ", "The heater had sagged"}, ""},
		"no quote":              {said{Cause, "heater", ""}, ""},
		"too short to say much": {said{Cause, "K3", "K3"}, ""},
		"another relation":      {said{"owns", "heater", "The heater had sagged"}, ""},
		"wide signs":            {said{Cause, "µ-metal fan", "µ-metal fan  stuck"}, "cause µ-metal fan stuck"},
	} {
		got := ""
		for _, st := range check(content, []said{c.said, c.said}) {
			got += string(st.Says) + " " + content[st.Start:st.End]
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestRepliesAreReadOutOfWhatAModelWrites(t *testing.T) {
	for reply, want := range map[string]int{
		`{"statements":[]}`: 0,
		"Sure:\n```json\n{\"statements\":[{\"says\":\"cause\",\"name\":\"a\",\"quote\":\"b\"}]}\n```": 1,
		`{"statements":[` + strings.Repeat(`{"says":"cause"},`, 99) + `{"says":"cause"}]}`:            mostSaid,
		"": -1, "no": -1, `{"holds":[1]}`: -1, `{"statements":"none"}`: -1, `[1]`: -1,
	} {
		got, err := readSaid(reply)
		if want < 0 && !errors.Is(err, ErrNoStatements) || want >= 0 && (err != nil || len(got) != want) {
			t.Errorf("%.60s: %d, %v", reply, len(got), err)
		}
	}
}

func FuzzLocate(f *testing.F) {
	f.Add("The  heater\u200b had µ sagged", "heater had µ")
	f.Add("a\xffb c", "ab")
	f.Fuzz(func(t *testing.T, text, quote string) {
		s, ok := locate(text, quote)
		if !ok {
			return
		}
		if s.Start < 0 || s.End > len(text) || s.Start >= s.End {
			t.Fatalf("%+v of %d bytes", s, len(text))
		}
		if utf8.ValidString(text) && squeezed(text[s.Start:s.End]) != squeezed(quote) && text[s.Start:s.End] != strings.TrimSpace(quote) {
			t.Errorf("%q is not %q", text[s.Start:s.End], quote)
		}
	})
}

func FuzzCheck(f *testing.F) {
	f.Add("The heater had sagged", `{"statements":[{"says":"cause","name":"heater","quote":"The heater had sagged"}]}`)
	f.Fuzz(func(t *testing.T, content, reply string) {
		list, err := readSaid(reply)
		if err != nil {
			return
		}
		for _, st := range check(content, list) {
			if st.Start < 0 || st.End > len(content) || st.Start >= st.End || !holds(content[st.Start:st.End], string(st.Name)) {
				t.Errorf("%+v", st)
			}
		}
		_ = shownOf(engine.Record{Content: engine.Untrusted(content)})
	})
}
