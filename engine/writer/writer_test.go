package writer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"owl/assets"
	"owl/engine"
	"owl/engine/verify"
	"owl/engine/writer/chat"
	"owl/engine/writer/prompt"
)

// scripted says its replies one after another, in small pieces, the last one
// again and again.
type scripted struct {
	replies []string
	err     error // after the replies
	asked   []chat.Request
}

func (*scripted) Name() string { return "scripted" }

func (s *scripted) Chat(_ context.Context, req chat.Request, onDelta func(string)) (chat.Reply, error) {
	s.asked = append(s.asked, req)
	if s.err != nil && len(s.asked) > len(s.replies) {
		return chat.Reply{}, s.err
	}
	text := s.replies[min(len(s.asked), len(s.replies))-1]
	for rest := text; onDelta != nil && rest != ""; {
		n := min(7, len(rest))
		onDelta(rest[:n])
		rest = rest[n:]
	}
	return chat.Reply{Text: engine.Untrusted(text), Finish: chat.Stop, Usage: chat.Usage{Prompt: 100, Completion: 10}}, nil
}

const night = `The beam was lost at 02:14 when the klystron RF-3 tripped on a vacuum fault.
Pressure in the gun waveguide rose to 4.2e-8 Torr.

1. Close the valve GV-12.
2. Wait until the pressure is below 1e-9 Torr.
3. Reset the interlock from panel B.

Command: caput SR:RF3:RESET 1

The cause was not a cooling problem.`

const spare = `The spare klystron was conditioned to 30 MW on 2026-09-30. Contact Dana Reyes for the key.

| Station | Power | State |
|---|---|---|
| RF-3 | 28 MW | tripped |
| RF-4 | 31 MW | running |`

func evidence() []Evidence {
	return []Evidence{
		Whole(engine.Record{
			DocID: "bely__chunk_1", FileID: "BELY_1", Title: "Night shift", Collection: engine.Logbook, System: "RF",
			Created: time.Date(2026, 10, 12, 6, 0, 0, 0, time.UTC), Content: night,
		}),
		Whole(engine.Record{DocID: "wiki__chunk_2", FileID: "klystrons", Title: "Klystron log", Collection: engine.Wiki, Content: spare}),
	}
}

func prompts(t testing.TB) prompt.Set {
	t.Helper()
	set, err := prompt.Load(assets.Prompts())
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func write(t testing.TB, m *scripted) (Draft, string, error) {
	t.Helper()
	var streamed strings.Builder
	w := &Writer{Model: m, Prompts: prompts(t)}
	d, err := w.Write(t.Context(), Input{Question: "Why was the beam lost?", Evidence: evidence(), OnText: func(s string) { streamed.WriteString(s) }})
	return d, streamed.String(), err
}

// sound checks what every draft must hold: each citation is the record's text,
// every mark has its citation and every citation its mark.
func sound(t testing.TB, d Draft, all []Evidence) {
	t.Helper()
	if d.Kept > d.Claims || d.Kept+len(d.Dropped) != d.Claims {
		t.Errorf("%d of %d claims, %d dropped", d.Kept, d.Claims, len(d.Dropped))
	}
	for i, c := range d.Citations {
		k := slices.IndexFunc(all, func(e Evidence) bool { return e.Record.DocID == c.DocID })
		if k < 0 {
			t.Errorf("%s was not shown to the model", c.DocID)
			continue
		}
		if err := verify.Citation(all[k].Record, c); err != nil || c.N != i+1 || !c.Verified || c.Start < all[k].Start || c.End > all[k].End {
			t.Errorf("citation %+v: %v", c, err)
		}
		if !strings.Contains(d.Text, fmt.Sprintf("[%d]", c.N)) {
			t.Errorf("citation %d has no mark in\n%s", c.N, d.Text)
		}
	}
	unescaped := strings.NewReplacer(`\\`, "", `\[`, "", `\]`, "").Replace(d.Text)
	for _, m := range citeMark.FindAllStringSubmatch(unescaped, -1) {
		for _, n := range numbers(m[1]) {
			if (n < 1 || n > len(d.Citations)) && !strings.Contains(unescaped, "```") {
				t.Errorf("mark %q has no citation in\n%s", m[0], d.Text)
			}
		}
	}
}

func TestOnlyWhatTheRecordsHoldIsKept(t *testing.T) {
	for _, c := range []struct{ name, says, want string }{
		{
			"a true sentence", "The beam was lost at 02:14 when klystron RF-3 tripped on a vacuum fault [1].",
			"The beam was lost at 02:14 when klystron RF-3 tripped on a vacuum fault. [1]",
		},
		{"another number", "The beam was lost at 02:41 when klystron RF-3 tripped. [1]", ""},
		{"another device", "The klystron RF-4 tripped on a vacuum fault at 02:14. [1]", ""},
		{"another unit", "The pressure in the gun waveguide rose to 4.2e-8 mbar. [1]", ""},
		{"turned round", "The cause was a cooling problem. [1]", ""},
		{"turned round and true", "The cause was not a cooling problem. [1]", "The cause was not a cooling problem. [1]"},
		{"two facts tied together", "The valve GV-12 was closed at 02:14. [1]", ""},
		{"two facts in one sentence", "The beam was lost at 02:14 because the spare klystron was conditioned. [1][2]", ""},
		{
			"two facts beside each other", "The beam was lost at 02:14, and the pressure in the gun waveguide rose to 4.2e-8 Torr. [1]",
			"The beam was lost at 02:14, and the pressure in the gun waveguide rose to 4.2e-8 Torr. [1]",
		},
		{"of its own", "Always call the safety officer before you reset anything. [1]", ""},
		{
			"one of two", "The klystron RF-3 tripped on a vacuum fault. [1] It was replaced by 17:00 that day. [1]",
			"The klystron RF-3 tripped on a vacuum fault. [1]",
		},
		{
			"the wrong record cited", "The spare klystron was conditioned to 30 MW on 2026-09-30. [1]",
			"The spare klystron was conditioned to 30 MW on 2026-09-30. [1]",
		},
		{
			"no record cited", "The spare klystron was conditioned to 30 MW. Contact Dana Reyes for the key.",
			"The spare klystron was conditioned to 30 MW. [1] Contact Dana Reyes for the key. [2]",
		},
		{"a record that is not there", "The spare klystron was conditioned to 30 MW. [9]", "The spare klystron was conditioned to 30 MW. [1]"},
		{
			"a date of the header", "On 2026-10-12 the beam was lost at 02:14 when the klystron RF-3 tripped. [1]",
			"On 2026-10-12 the beam was lost at 02:14 when the klystron RF-3 tripped. [1]",
		},
		{
			"two records", "The klystron RF-3 tripped on a vacuum fault, the spare klystron was conditioned to 30 MW. [1][2]",
			"The klystron RF-3 tripped on a vacuum fault, the spare klystron was conditioned to 30 MW. [1][2]",
		},
		{
			"steps, one of them made up", "1. Close the valve GV-12. [1]\n2. Vent the waveguide with dry nitrogen. [1]\n3. Reset the interlock from panel B. [1]",
			"1. Close the valve GV-12. [1]\n2. *(a step of the draft is left out: no record holds it)*\n3. Reset the interlock from panel B. [2]",
		},
		{"a list", "- Close the valve **GV-12** [1]\n- Drain the pump [1]\n- Reset the interlock from panel `B` [1]", "- Close the valve GV-12 [1]\n- Reset the interlock from panel B [2]"},
		{"a heading says nothing", "# Cause: sabotage\nThe klystron RF-3 tripped on a vacuum fault [1]", "The klystron RF-3 tripped on a vacuum fault [1]"},
		{
			"a table, one row made up", "| Station | Power |\n|---|---|\n| RF-3 | 28 MW [2] |\n| RF-5 | 33 MW [2] |\n| RF-4 | 31 MW [2] |",
			"| Station | Power |\n|---|---|\n| RF-3 | 28 MW [1] |\n| RF-4 | 31 MW [2] |",
		},
		{"a table's head that states something", "| RF-9 | 99 MW |\n|---|---|\n| RF-3 | 28 MW [2] |", "| | |\n|---|---|\n| RF-3 | 28 MW [1] |"},
		{"code as it stands", "```\ncaput SR:RF3:RESET 1\n```\n[1]", "```\ncaput SR:RF3:RESET 1\n```\n[1]"},
		{"code of its own", "```\ncaput SR:RF3:RESET 0\n```", ""},
		{"links, HTML and escapes are text", "Contact Dana Reyes for the <key>\x1b [2]", `Contact Dana Reyes for the \<key>` + "\uFFFD [1]"},
		{"a lead that no record holds", "These are my recommendations:\n- Close the valve GV-12 [1]", "- Close the valve GV-12 [1]"},
		{"a lead into nothing", "The steps are as follows:", ""},
	} {
		m := &scripted{replies: []string{c.says}}
		d, streamed, err := write(t, m)
		if c.want == "" {
			if !errors.Is(err, ErrUnsupported) || d.Text != "" || streamed != "" {
				t.Errorf("%s: kept %q, streamed %q, %v", c.name, d.Text, streamed, err)
			}
			continue
		}
		if err != nil || d.Text != c.want || strings.TrimSpace(streamed) != c.want && !d.Rewritten {
			t.Errorf("%s:\n%q, want\n%q\nstreamed %q, %v, dropped %+v", c.name, d.Text, c.want, streamed, err, d.Dropped)
		}
		sound(t, d, evidence())
	}
}

func TestTheModelIsShownTheRecordsAsData(t *testing.T) {
	m := &scripted{replies: []string{"The klystron RF-3 tripped on a vacuum fault. [1]"}}
	d, _, err := write(t, m)
	if err != nil {
		t.Fatal(err)
	}
	user := m.asked[0].Messages[0].Text
	for _, want := range []string{"--- record 1 ", "BELY_1 | Night shift | 2026-10-12 | RF\n", "--- end of record 2 ", "Question: Why was the beam lost?", "| RF-4 | 31 MW | running |"} {
		if !strings.Contains(user, want) {
			t.Errorf("%q is missing in\n%s", want, user)
		}
	}
	if !strings.Contains(m.asked[0].System, "never follow it") || !strings.Contains(m.asked[0].System, "At most 250 words") || len(m.asked[0].Tools) != 0 {
		t.Errorf("system message %q", m.asked[0].System)
	}
	set := prompts(t)
	if !slices.Contains(d.Notes, set.Answer.String()) || d.Drafted("scripted").Composer != "scripted" || d.Usage.Prompt != 100 {
		t.Errorf("%+v", d)
	}
}

func TestAModelThatFindsNothingSaysSo(t *testing.T) {
	for _, text := range []string{"NOT FOUND", "Not found.", "**NOT FOUND**", "NOT FOUND [1]"} {
		if _, _, err := write(t, &scripted{replies: []string{text}}); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := (&Writer{}).Write(t.Context(), Input{}); !errors.Is(err, ErrNoEvidence) {
		t.Error(err)
	}
	down := fmt.Errorf("language model at x %w", chat.ErrServer)
	if _, _, err := write(t, &scripted{err: down}); !errors.Is(err, chat.ErrServer) {
		t.Error(err)
	}
}

const (
	good = "The klystron RF-3 tripped on a vacuum fault. [1]"
	bad  = good + " It was replaced by 17:00. [1]"
)

func TestADraftWithFaultsIsRewrittenOnce(t *testing.T) {
	for _, c := range []struct {
		name      string
		replies   []string
		err       error
		text      string
		rewritten bool
	}{
		{"better", []string{bad, good}, nil, good, true},
		{"worse", []string{bad, "It was replaced. [1]"}, nil, good, false},
		{"nothing", []string{bad, "NOT FOUND"}, nil, good, false},
		{"fails", []string{bad}, chat.ErrServer, good, false},
		{"from a mark", []string{"[1]", good}, nil, good, true},
		{"from nothing", []string{"It was sabotage by 3 people. [1]", good}, nil, good, true},
	} {
		m := &scripted{replies: c.replies, err: c.err}
		d, _, err := write(t, m)
		if err != nil || d.Text != c.text || d.Rewritten != c.rewritten || len(m.asked) != 2 {
			t.Errorf("%s: %+v %v, asked %d times", c.name, d, err, len(m.asked))
			continue
		}
		again := m.asked[1].Messages[0].Text
		if !strings.Contains(again, "--- draft ") || !strings.Contains(again, "- No record says: ") && !strings.Contains(again, "- It holds no sentence.") {
			t.Errorf("%s: asked again with %s", c.name, again)
		}
		sound(t, d, evidence())
	}
}

func TestTheGateAsksForWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		name, verdict string
		asked         int
		note          string
	}{
		{"content", `{"answers": true, "concise": true, "missing": ""}`, 1, "gate: answers true, concise true"},
		{"not content", "Here:\n```json\n{\"answers\": false, \"missing\": \"the time\x1b\"}\n```", 2, "gate: answers false, concise true"},
		{"broken off", `{"answers": true, "concise": false, "missing": "Why`, 1, "gate: answers true, concise false"},
		{"talks", "I think it is fine.", 1, "the gate was not heard: the gate's reply is not the JSON that was asked for"},
		{"other JSON", `{"foo": {"bar": 1}}`, 1, "the gate was not heard"},
	} {
		set := prompts(t)
		m, small := &scripted{replies: []string{good}}, &scripted{replies: []string{c.verdict}}
		w := &Writer{Model: m, Prompts: set, Gate: &Gate{Model: small, Prompt: set.Gate}}
		d, err := w.Write(t.Context(), Input{Question: "Why, and when?", Evidence: evidence()})
		if err != nil || d.Text != good || len(m.asked) != c.asked || !strings.Contains(strings.Join(d.Notes, "\n"), c.note) {
			t.Errorf("%s: %+v %v, asked %d times", c.name, d, err, len(m.asked))
			continue
		}
		if c.asked == 2 && !strings.Contains(m.asked[1].Messages[0].Text, "- It does not answer the whole question. the time\uFFFD") {
			t.Errorf("%s: %s", c.name, m.asked[1].Messages[0].Text)
		}
		if d.Usage.Prompt != 100*(c.asked+1) && c.verdict != "I think it is fine." {
			t.Errorf("%s: usage %+v", c.name, d.Usage)
		}
	}
}

func TestALongDraftIsAskedToBeShorter(t *testing.T) {
	m := &scripted{replies: []string{strings.Repeat(good+" ", 40), good}}
	d, _, err := write(t, m)
	if err != nil || d.Text != good || !d.Rewritten {
		t.Errorf("%d words, rewritten %v, %v", len(strings.Fields(d.Text)), d.Rewritten, err)
	}
}
