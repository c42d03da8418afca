package shell

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"owl/engine"
)

func TestThePaletteFindsAndDoesWhatAKeyDoes(t *testing.T) {
	t.Parallel()
	c, _ := openDefault(t, 80, 24)
	c.ask("why?")
	c.press(":")
	c.mustShow("▸ Commands", "▸ Do", "open the record at the quote")
	c.typeText("go to trace")
	c.press("enter")
	c.mustShow("▸ Trace", "Asked: why?")
	c.press(":")
	c.typeText("record at quote citations")
	c.press("enter")
	c.mustShow("▸ Record", "▌ Beam dumped at 02:14")
	c.press(":", "esc")
	c.mustShow("▸ Record")
	c.mustNotShow("Commands")
}

func TestTheSourcesAreShownOverThePanes(t *testing.T) {
	t.Parallel()
	c, _ := openDefault(t, 80, 24)
	c.ask("why?")
	c.press(":")
	c.typeText("how fresh")
	c.press("enter")
	c.mustShow("▸ Start", "downtime  34 records, newest 2025-03-14", "the folder cannot be read", "Esc close")
	c.press("esc")
	c.mustShow("▸ Answer")
	c.press(":")
	c.typeText("how fresh")
	c.press("enter", "2")
	c.mustShow("▸ Answer", "how is a circulator load inspected?")
}

func TestThePaletteListsEveryKey(t *testing.T) {
	m := bare(t)
	m.focus(atTrace)
	m.commands()
	text := fmt.Sprint(m.stage.offers)
	for in, mt := range m.mounts {
		for _, b := range mt.keys {
			if in < places && m.exists(in) && !strings.Contains(text, b.Does) && b.Label != "1-9" && b.Label != ":" {
				t.Errorf("%q of %s is not in the palette", b.Does, mt.name)
			}
		}
	}
}

func TestModeAndFilterGoWithTheQuestionAndAreShown(t *testing.T) {
	t.Parallel()
	c, asker := openDefault(t, 120, 40)
	c.program.Send(tea.KeyPressMsg{Code: 't', Mod: tea.ModCtrl})
	c.program.Send(tea.KeyPressMsg{Code: 'f', Mod: tea.ModCtrl})
	c.settle()
	c.mustShow("▸ Only (since:")
	c.typeText("since:2025-03-13 collection:wiki collection:downtime system:RF")
	c.press("enter")
	c.mustShow("[fast] [wiki] [downtime] [RF] [since 2025-03-13]")
	c.ask("why?")
	got := asker.asked[0]
	since := time.Date(2025, 3, 13, 0, 0, 0, 0, clock0.Location())
	if got.Mode != engine.Fast || len(got.Filter.Collections) != 2 || got.Filter.Systems[0] != "RF" || !got.Filter.Since.Equal(since) {
		t.Errorf("asked %+v", got)
	}
	c.press("/")
	c.program.Send(tea.KeyPressMsg{Code: 'f', Mod: tea.ModCtrl})
	c.program.Send(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	c.typeText("beam dump")
	c.press("enter")
	c.mustShow("not a filter: beam dump", "[wiki]")
	c.program.Send(tea.KeyPressMsg{Code: 'f', Mod: tea.ModCtrl})
	c.program.Send(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	c.press("enter")
	c.mustShow("all records are asked")
	c.mustNotShow("[wiki]")
}

type fakeExports map[string]string

func (f fakeExports) Export(name, text string) (string, error) {
	f[name] = text
	return "/exports/" + name, nil
}

func TestWhatAPaneShowsIsCopiedAndWritten(t *testing.T) {
	t.Parallel()
	deps, _ := testDeps()
	files := fakeExports{}
	deps.Exports = files
	c := open(t, 80, 24, looks()["truecolor"], testOptions(), deps)
	c.ask("why?")
	c.press("tab", "y")
	c.mustShow("copied the citation")
	clip := base64.StdEncoding.EncodeToString([]byte("RF station 3 tripped on reflected power; the\ninterlock"))
	if raw := c.screen.written(); !bytes.Contains(raw, []byte("\x1b]52;c;"+clip[:40])) {
		t.Error("nothing was copied by OSC 52")
	}
	c.press("o")
	c.mustShow("https://log.example.org/DT_2025_0113")
	if raw := c.screen.written(); !bytes.Contains(raw, []byte("\x1b]8;;https://log.example.org/DT_2025_0113")) {
		t.Error("the address is no link")
	}
	for _, place := range []string{"1", "3"} {
		c.press(place, "S")
		c.mustShow("written to /exports/")
	}
	if !strings.Contains(files["answer.md"], "reflected power") || !strings.Contains(files["trace.txt"], "0.113 date") {
		t.Errorf("wrote %q", files)
	}
}

func TestAHostileAddressIsNoLinkAndNothingHostileIsCopied(t *testing.T) {
	m := bare(t)
	m.linked("https://x/\x1b]0;owned\x07")
	if strings.Contains(m.stage.said, "\x1b") {
		t.Errorf("said %q", m.stage.said)
	}
	m.linked("javascript:alert(1)")
	if strings.Contains(m.stage.said, "\x1b") {
		t.Errorf("said %q", m.stage.said)
	}
	m.opened(recordMsg{record: hostileRecord()})
	m.focus(atRecord)
	if _, _, text := m.shownText(); strings.ContainsAny(text, "\x1b\u202e\u009b") {
		t.Errorf("would copy %q", text)
	}
}
