package demogen

import (
	"strings"
	"testing"
	"time"
)

func testWorld(t *testing.T) *world {
	t.Helper()
	return generated(t).world
}

// Every way of every scene can be told: nothing in braces is unknown, and no
// brace is left.
func TestScenesCanBeTold(t *testing.T) {
	w := testWorld(t)
	at := time.Date(2025, 11, 29, 14, 10, 0, 0, w.cal.Zone)
	ways := 0
	for _, s := range w.grammar.scenes {
		st := w.stage(s, at, throw(1, s.name))
		st.end = at.Add(time.Hour)
		for _, name := range strings.Fields("name lead second other crew before nextname every date delivered count events next kept") {
			st.vars[name] = "x"
		}
		for part, list := range s.parts {
			for _, way := range list {
				ways++
				if text := st.expand(way); strings.ContainsAny(text, "{}") || text == "" {
					t.Errorf("%s, %s: %q gives %q", s.name, part, way, text)
				}
			}
		}
		if st.err != nil {
			t.Error(st.err)
		}
	}
	t.Logf("%d scenes, %d ways to tell a part of one", len(w.grammar.scenes), ways)
	if ways < 900 {
		t.Errorf("only %d ways", ways)
	}
}

func TestScenesHaveTheirParts(t *testing.T) {
	needed := map[string]string{
		"fault": "log more cause row fix topic", "note": "log", "request": "log", "access": "log topic", "tech": "log", "mip": "log topic",
		"work": "title desc work note", "chat": "subject chat", "study": "topic plan summary log",
		"summary": "topic list next", "start": "topic log", "readings": "topic remark", "check": "topic log",
	}
	for _, s := range testWorld(t).grammar.scenes {
		parts, ok := needed[s.keys["kind"]]
		if !ok {
			t.Errorf("%s: kind %q", s.name, s.keys["kind"])
		}
		for _, part := range strings.Fields(parts) {
			if !s.has(part) {
				t.Errorf("%s has no %s", s.name, part)
			}
		}
		if !s.has("topic") && s.has("log") {
			for _, way := range s.parts["log"] {
				if !strings.Contains(way, " :: ") {
					t.Errorf("%s: no topic for %q", s.name, way)
				}
			}
		}
		if s.keys["kind"] == "fault" && s.number("max", 0) <= s.number("min", 0) {
			t.Errorf("%s lasts from %s to %s minutes", s.name, s.keys["min"], s.keys["max"])
		}
	}
}

func TestWhatTextsExpandTo(t *testing.T) {
	w := testWorld(t)
	s := &scene{
		name: "test", keys: map[string]string{"group": "RFG"}, lets: []let{{"k", "pick B"}, {"n", "07..07"}, {"p", "press 2e-9..2e-9"}},
		parts: map[string][]string{"word": {"one {n}"}},
	}
	st := w.stage(s, time.Date(2024, 10, 8, 14, 5, 0, 0, w.cal.Zone), throw(1, "x"))
	for text, want := range map[string]string{
		"plain":                 "plain",
		"<x|x> {word}":          "x one 07",
		"a < b, p < {p}":        "a < b, p < 2.0e-9",
		"<{k}|{k}>{let:3..3}":   "B3",
		"{n:BO:PS:DIPS:I}":      "B:DS:I",
		"{n:SR:RF:{k}:KV}":      "SR:RF:B:KV",
		"{t} {t+70} {d} {d-1}":  "14:05 15:15 2024-10-08 2024-10-07",
		"{let:2.50..2.50/0.25}": "2.50",
		"{pager:RFG}":           "7-2204",
	} {
		if got := st.expand(text); got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
	if st.err != nil {
		t.Error(st.err)
	}
	for _, text := range []string{"{nothing}", "{v:SR:NO:PV}", "{n:SR:NO:PV}", "{p:NOBODY}", "{let:5..x}", "{let:9..5}", "{let:1..2/x}"} {
		st.err = nil
		if st.expand(text); st.err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestBadScenesAreRefused(t *testing.T) {
	for _, text := range []string{"text", "== a\nlet x", "== a\nweight: heavy", "== a\nfrom: spring", "== a\nno key"} {
		if _, err := parseScenes(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
	scenes, err := parseScenes("# remark\n== a\nkind: chat\n[chat]\nop: one\nG: two\n--\nop: three\n[log]\nx\n+ y\nz\n")
	if err != nil || len(scenes) != 1 || len(scenes[0].parts["chat"]) != 2 || len(scenes[0].parts["log"]) != 2 || scenes[0].parts["log"][0] != "x\ny" {
		t.Errorf("scenes %+v, error %v", scenes[0], err)
	}
}
