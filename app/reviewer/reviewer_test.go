package reviewer

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"owl/bench/review"
	"owl/engine"
)

const bench = `[
{"id":"a","query_type":"causal","source_collection":"bely","difficulty":"easy","question":"Why did P1 stop?","gold_answer":"It was dry.","nuggets":[{"label":"vital","chain_role":"cause","text":"dry","doc_id":"log/1","quote":"bearing was dry"}],"evidence":[{"doc_id":"log/1","grade":2}]},
{"id":"b","query_type":"causal","source_collection":"bely","difficulty":"easy","question":"Who greased it?","gold_answer":"Ada.","nuggets":[{"label":"vital","chain_role":"none","text":"Ada"}],"evidence":[{"doc_id":"log/1","grade":2}]},
{"id":"c","query_type":"causal","source_collection":"bely","difficulty":"easy","question":"Where?","gold_answer":"There.","nuggets":[{"label":"vital","chain_role":"none","text":"there"}],"evidence":[{"doc_id":"gone","grade":2}]}
]`

// records holds one record.
type records struct{ engine.Records }

func (records) Record(_ context.Context, id string) (engine.Record, error) {
	if id != "log/1" {
		return engine.Record{}, engine.ErrNotFound
	}
	return engine.Record{DocID: id, Title: "Pump P1", Content: "The bearing was dry."}, nil
}

func load(t *testing.T, name string) *review.Review {
	t.Helper()
	r, err := review.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func file(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "q.json")
	if err := os.WriteFile(name, []byte(bench), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// drive runs the screen without a terminal: each message and then every command
// that it led to, one after the other.
func drive(m *model, msgs ...tea.Msg) {
	queue := []tea.Cmd{}
	for _, msg := range append(msgs, nil) {
		if msg != nil {
			_, cmd := m.Update(msg)
			queue = append(queue, cmd)
		}
		for len(queue) > 0 {
			cmd := queue[0]
			queue = queue[1:]
			if cmd == nil {
				continue
			}
			switch out := cmd().(type) {
			case tea.BatchMsg:
				queue = append(queue, out...)
			case nil:
			default:
				_, next := m.Update(out)
				queue = append(queue, next)
			}
		}
	}
}

func screen(t *testing.T, name string, env ...string) *model {
	t.Helper()
	m := newModel(t.Context(), Options{NoColor: true, Env: env}, Deps{Review: load(t, name), Records: records{}, Now: func() time.Time { return time.Unix(0, 0) }})
	drive(m, tea.WindowSizeMsg{Width: 80, Height: 24}, m.Init()().(tea.BatchMsg)[1]())
	return m
}

func keys(text string) []tea.Msg {
	var out []tea.Msg
	for _, r := range text {
		msg := tea.KeyPressMsg{Code: r, Text: string(r)}
		if r == '\n' {
			msg = tea.KeyPressMsg{Code: tea.KeyEnter}
		}
		out = append(out, msg)
	}
	return out
}

func TestAReviewFromKeysToFile(t *testing.T) {
	name := file(t)
	m := screen(t, name)
	if view := ansi.Strip(m.View().Content); !strings.Contains(view, "Why did P1 stop?") || !strings.Contains(view, "The bearing was dry.") {
		t.Fatalf("%s", view)
	}
	drive(m, keys("arnobody asks\ne today\n")...)
	r := load(t, name)
	if r.Items[0].Verdict != review.Accepted || r.Items[1].Verdict != review.Rejected || r.Items[1].Reason != "nobody asks" {
		t.Errorf("%+v", r.Counts())
	}
	if r.Items[2].Verdict != review.Edited || r.Items[2].Question.Text != "Where? today" {
		t.Errorf("%+v", r.Items[2])
	}
	if view := ansi.Strip(m.View().Content); !strings.Contains(view, "every question was decided") || !strings.Contains(view, "2 accepted, 1 rejected, 0 open") {
		t.Error(view)
	}
}

func TestKeysWaitForADecision(t *testing.T) {
	name := file(t)
	m := screen(t, name)
	var commands []tea.Cmd
	for _, msg := range keys("aaq") {
		_, cmd := m.Update(msg)
		commands = append(commands, cmd)
	}
	if commands[0] == nil || commands[1] != nil || commands[2] != nil {
		t.Fatal("a key did not wait")
	}
	drive(m, commands[0]())
	if r := load(t, name); r.Items[0].Verdict != review.Accepted || r.Items[1].Verdict != review.Accepted || r.Items[2].Verdict != review.Open {
		t.Errorf("%+v", r.Counts())
	}
}

func TestTheEditor(t *testing.T) {
	name := file(t)
	m := screen(t, name, "EDITOR=false", "VISUAL=sed -i s/stop/halt/")
	edit := func() {
		_, cmd := m.Update(keys("E")[0])
		w := cmd().(written)
		drive(m, closed{written: w, failed: w.editor.Run()})
		if _, err := os.Stat(w.file); !errors.Is(err, os.ErrNotExist) {
			t.Error("the file of the editor stays")
		}
	}
	edit()
	if r := load(t, name); r.Items[0].Question.Text != "Why did P1 halt?" || r.Items[0].Verdict != review.Edited {
		t.Errorf("%+v", r.Items[0])
	}
	edit() // of the next question, which has no such word
	if view := ansi.Strip(m.View().Content); !strings.Contains(view, "nothing was changed") {
		t.Error(view)
	}
	m = screen(t, name, "EDITOR=sed -i s/Ada/{/")
	edit() // still JSON
	m = screen(t, name, "EDITOR=sed -i s/Where//")
	m.keeper.editor = []string{"sed", "-i", `s/"id"/id/`}
	edit()
	if view := ansi.Strip(m.View().Content); !strings.Contains(view, "no JSON") {
		t.Error(view)
	}
	m.keeper.editor = []string{"false"}
	edit()
	if view := ansi.Strip(m.View().Content); !strings.Contains(view, "set EDITOR") {
		t.Error(view)
	}
}

func TestARecordThatIsGoneIsSaid(t *testing.T) {
	m := screen(t, file(t))
	drive(m, keys("nn")...)
	if view := ansi.Strip(m.View().Content); !strings.Contains(view, "Could not open the record") {
		t.Error(view)
	}
}

// shown is an output that tells when a text was drawn.
type shown struct {
	mu    sync.Mutex
	text  bytes.Buffer
	waits string
	seen  chan struct{}
}

func (s *shown) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.Write(p)
	if s.waits != "" && strings.Contains(s.text.String(), s.waits) {
		s.waits = ""
		close(s.seen)
	}
	return len(p), nil
}

func TestTheProgramRunsAndEnds(t *testing.T) {
	name := file(t)
	in, typing := io.Pipe()
	out := &shown{waits: "P1 stop", seen: make(chan struct{})}
	go func() {
		<-out.seen
		_, _ = typing.Write([]byte("aq"))
	}()
	err := Run(t.Context(), Options{NoColor: true, Env: []string{"TERM=xterm"}, In: in, Out: out, Width: 80, Height: 24}, Deps{Review: load(t, name), Records: records{}, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	if r := load(t, name); r.Items[0].Verdict != review.Accepted {
		t.Error("the decision before the end was lost")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Run(ctx, Options{NoColor: true, In: in, Out: io.Discard, Width: 80, Height: 24}, Deps{Review: load(t, name), Records: records{}, Now: time.Now}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
