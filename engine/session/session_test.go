package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/trace"
)

// clock moves a second each time that it is read.
func clock() func() time.Time {
	var mu sync.Mutex
	at := time.Date(2026, 10, 15, 6, 30, 0, 0, time.FixedZone("", -5*3600))
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		at = at.Add(time.Second)
		return at
	}
}

// parrot answers with what it was asked.
type parrot struct {
	asked *[]string
	fail  error
	tool  bool
}

func (p parrot) Ask(_ context.Context, req engine.Request, sink trace.Sink) (engine.Answer, error) {
	return p.Resume(context.TODO(), req, nil, sink)
}

func (p parrot) Resume(_ context.Context, req engine.Request, so []trace.Event, sink trace.Sink) (engine.Answer, error) {
	*p.asked = append(*p.asked, string(req.Question))
	seq := len(so)
	say := func(payload trace.Payload) {
		seq++
		sink(trace.Event{Version: 1, Run: "run", Seq: seq, Span: "1", Parent: "0", At: time.Unix(int64(seq), 0).UTC(), Payload: payload})
	}
	if len(so) == 0 {
		say(trace.Started{Question: req.Question, Mode: req.Mode})
	}
	say(trace.Understood{Text: string(req.Question)})
	if p.tool {
		say(trace.ToolCalled{Tool: "calc", Args: []byte(`{"expression":"1+1"}`)})
		say(trace.ToolReturned{Tool: "calc", Error: "no"})
	}
	if p.fail != nil {
		say(trace.FailedRun{Error: p.fail.Error()})
		return engine.Answer{}, p.fail
	}
	a := engine.Answer{Text: "About " + string(req.Question) + " [1]", Composer: "parrot", Citations: []engine.Citation{{N: 1, DocID: "bely/1", RecordID: "BELY_1", Title: "Owl shift", Quote: "Beam dumped\nat 02:47."}}}
	say(trace.Delta{Text: a.Text})
	say(trace.Answered{Answer: a})
	return a, nil
}

func read() query.Context { return query.Context{Now: clock()()} }

func TestAConversationIsKeptListedSearchedAndExported(t *testing.T) {
	home := t.TempDir()
	s := Open(home, clock())
	var asked []string
	c := s.Converse(parrot{asked: &asked}, read)
	var live []trace.Event
	sink := func(e trace.Event) { live = append(live, e) }
	for _, q := range []engine.Untrusted{"why did RFB trip?", "who fixed it?"} {
		live = nil
		if _, err := c.Ask(t.Context(), engine.Request{Question: q, Mode: engine.Fast, Filter: engine.Filter{Systems: []string{"RF"}}}, sink); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"why did RFB trip?", "RFB trip: who fixed it?"}; !reflect.DeepEqual(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
	got, err := s.Load(t.Context(), c.ID())
	if err != nil {
		t.Fatal(err)
	}
	last := got.Turns[1]
	if got.Name != "why did RFB trip?" || got.Info.Turns != 2 || last.Question != "who fixed it?" || last.Read != "RFB trip: who fixed it?" || last.Answer == nil || last.Filter.Systems[0] != "RF" {
		t.Errorf("loaded %+v", got)
	}
	if !reflect.DeepEqual(last.Events, live) {
		t.Errorf("the journal differs from the live run:\n%+v\n%+v", last.Events, live)
	}
	if st := last.State(); st.Question != "who fixed it?" || st.Missed != 0 || st.Draft != last.Answer.Text {
		t.Errorf("replayed %+v", st)
	}
	found, err := s.Search(t.Context(), "FIXED rfb", 5)
	if err != nil || len(found) != 1 || found[0].Turn != last.ID {
		t.Errorf("found %+v, %v", found, err)
	}
	if text := got.Markdown(); !strings.Contains(text, "# why did RFB trip?") || !strings.Contains(text, "Read as: RFB trip: who fixed it?") || !strings.Contains(text, "  > at 02:47.") {
		t.Errorf("exported\n%s", text)
	}
}

func TestNamesRatingsAndDeletion(t *testing.T) {
	s := Open(t.TempDir(), clock())
	var asked []string
	for range 2 {
		if _, err := s.Converse(parrot{asked: &asked}, read).Ask(t.Context(), engine.Request{Question: "why?"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.List(t.Context())
	if err != nil || len(all) != 2 || !all[0].Last.After(all[1].Last) {
		t.Fatalf("listed %+v, %v", all, err)
	}
	id := all[0].ID
	c, _ := s.Load(t.Context(), id)
	if err := errors.Join(s.Rename(id, "The RFB night"), s.Rate(id, c.Turns[0].ID, false, "wrong station")); err != nil {
		t.Fatal(err)
	}
	c, _ = s.Load(t.Context(), id)
	if c.Name != "The RFB night" || c.Turns[0].Rating == nil || c.Turns[0].Rating.Good || c.Turns[0].Rating.Reason != "wrong station" {
		t.Errorf("loaded %+v", c)
	}
	rated, err := s.Feedback(t.Context(), id)
	if err != nil || len(rated) != 1 || rated[0].ID != id+"/"+c.Turns[0].ID || rated[0].Verdict != "bad" || rated[0].Question != "why?" || rated[0].Reason != "wrong station" || len(rated[0].Citations) == 0 {
		t.Errorf("feedback %+v, %v", rated, err)
	}
	if got, err := s.Find(t.Context(), "last"); err != nil || got != id {
		t.Errorf("last is %s, %v", got, err)
	}
	if err := s.Delete(id); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{s.Delete(id), s.Rename(id, "x"), s.Rate(id, "x", true, ""), s.Delete("../" + id), loadError(s, "../x"), loadError(s, id)} {
		if !errors.Is(err, engine.ErrNotFound) {
			t.Errorf("err = %v", err)
		}
	}
	if _, err := s.Find(t.Context(), "2026"); err != nil {
		t.Errorf("the beginning of the only id: %v", err)
	}
}

func loadError(s *Store, id string) error {
	_, err := s.Load(context.TODO(), id)
	return err
}

func TestFilesAreForTheirOwnerOnly(t *testing.T) {
	home := t.TempDir()
	var asked []string
	c := Open(home, clock()).Converse(parrot{asked: &asked}, read)
	if _, err := c.Ask(t.Context(), engine.Request{Question: "why?"}, nil); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{folder: 0o700, folder + "/" + c.ID() + ext: 0o600, folder + "/" + c.ID() + journalExt: 0o600, auditFile: 0o600} {
		info, err := os.Stat(filepath.Join(home, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

func TestAReopenedConversationGoesOnAndATurnThatWasCutOffIsResumed(t *testing.T) {
	home := t.TempDir()
	s := Open(home, clock())
	var asked []string
	first := s.Converse(parrot{asked: &asked}, read)
	if _, err := first.Ask(t.Context(), engine.Request{Question: "why did RFB trip?"}, nil); err != nil {
		t.Fatal(err)
	}
	cutOff(t, s, first.ID())
	again := s.Converse(parrot{asked: &asked}, read)
	stored, err := again.Reopen(t.Context(), first.ID())
	if err != nil {
		t.Fatal(err)
	}
	turn := stored.Turns[0]
	if turn.Ended != "" || len(turn.Events) == 0 || turn.State().Ended != "" {
		t.Fatalf("the turn is whole: %+v", turn)
	}
	var events []trace.Event
	if _, err := again.Resume(t.Context(), turn, func(e trace.Event) { events = append(events, e) }); err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		if e.Seq != i+1 {
			t.Errorf("event %d has seq %d", i+1, e.Seq)
		}
	}
	if _, err := again.Ask(t.Context(), engine.Request{Question: "who fixed it?"}, nil); err != nil {
		t.Fatal(err)
	}
	stored, _ = s.Load(t.Context(), first.ID())
	if len(stored.Turns) != 2 || stored.Turns[0].Answer == nil || asked[len(asked)-1] != "RFB trip: who fixed it?" {
		t.Errorf("stored %+v, asked %q", stored, asked)
	}
}

// cutOff leaves files as a process does that is killed in the middle of a line.
func cutOff(t *testing.T, s *Store, id string) {
	t.Helper()
	for path, keep := range map[string]int{s.path(id, ext): 1, s.path(id, journalExt): 2} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(data), "\n")
		half := lines[keep][:len(lines[keep])/2]
		if err := os.WriteFile(path, []byte(strings.Join(lines[:keep], "")+half), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTwoProcessesAndAKillLoseNoWholeLine(t *testing.T) {
	if home := os.Getenv("OWL_TEST_SESSION_HOME"); home != "" {
		writeForever(home)
	}
	home := t.TempDir()
	var writers []*exec.Cmd
	for range 2 {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestTwoProcessesAndAKillLoseNoWholeLine$")
		cmd.Env = append(os.Environ(), "OWL_TEST_SESSION_HOME="+home)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		writers = append(writers, cmd)
	}
	s := Open(home, clock())
	const id = "20261015T113000-00000000"
	for n := 0; n < 200; { // both are at it
		c, err := s.read(id)
		if err != nil && !errors.Is(err, engine.ErrNotFound) {
			t.Fatal(err)
		}
		n = len(c.Turns)
	}
	for _, w := range writers {
		_ = w.Process.Kill()
		_ = w.Wait() // killed
	}
	before, _ := s.read(id)
	if err := s.append(id, line{Kind: asked, Turn: "last", Question: "still here?"}); err != nil {
		t.Fatal(err)
	}
	after, err := s.read(id)
	if err != nil || len(after.Turns) != len(before.Turns)+1 || after.Turns[len(after.Turns)-1].ID != "last" {
		t.Errorf("%d turns, then %d, %v", len(before.Turns), len(after.Turns), err)
	}
	next := map[string]int{} // of each process, numbers without a gap
	for _, turn := range after.Turns[:len(before.Turns)] {
		who, number, _ := strings.Cut(turn.ID, ":")
		if number != fmt.Sprint(next[who]) {
			t.Fatalf("%s wrote %s after %d", who, number, next[who])
		}
		next[who]++
	}
	if len(next) != 2 {
		t.Errorf("%d processes wrote", len(next))
	}
}

func writeForever(home string) {
	s := Open(home, clock())
	for n := range 20_000 { // it is killed long before
		l := line{Kind: asked, Turn: fmt.Sprintf("%d:%d", os.Getpid(), n), Question: engine.Untrusted(strings.Repeat("long ", 200))}
		if err := s.append("20261015T113000-00000000", l); err != nil {
			panic(err)
		}
	}
	select {} // to be killed
}

func TestWhatCannotBeKeptIsSaidAndAnswered(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	if err := os.WriteFile(home, nil, 0o600); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	var asked []string
	c := Open(home, clock()).Converse(parrot{asked: &asked}, read)
	var state trace.State
	answer, err := c.Ask(t.Context(), engine.Request{Question: "why?"}, func(e trace.Event) { state = trace.Reduce(state, e) })
	if err != nil || answer.Text == "" || state.Missed != 0 || len(state.Degraded) != 1 || state.Degraded[0].What != "history" || c.Trouble() == nil {
		t.Errorf("state %+v, trouble %v, err %v", state, c.Trouble(), err)
	}
}

func TestTheAuditLogHoldsQuestionsSourcesAndCalls(t *testing.T) {
	home := t.TempDir()
	s := Open(home, clock())
	var asked []string
	single := s.Audited(parrot{asked: &asked, tool: true}, read)
	if _, err := single.Ask(t.Context(), engine.Request{Question: "why?"}, nil); err != nil {
		t.Fatal(err)
	}
	c := s.Converse(parrot{asked: &asked, fail: errors.New("disk on fire")}, read)
	if _, err := c.Ask(t.Context(), engine.Request{Question: "who?"}, nil); err == nil {
		t.Error("no error")
	}
	if err := s.Delete(c.ID()); err != nil {
		t.Fatal(err)
	}
	log, err := s.AuditLog()
	if err != nil || len(log) != 2 {
		t.Fatalf("log %+v, %v", log, err)
	}
	if log[0].Question != "why?" || log[0].Sources[0] != "bely/1" || len(log[0].Tools) != 1 || log[0].Tools[0].Error != "no" || log[0].Session != "" {
		t.Errorf("first %+v", log[0])
	}
	if log[1].Error != "disk on fire" || log[1].Session != c.ID() || log[1].Ended != trace.KindFailed {
		t.Errorf("second %+v", log[1])
	}
	if all, _ := s.List(t.Context()); len(all) != 0 {
		t.Errorf("a single question is a conversation: %+v", all)
	}
}

func TestSingleQuestionsDoNotMakeAHome(t *testing.T) {
	home := filepath.Join(t.TempDir(), "none")
	var asked []string
	c := Open(home, clock()).Audited(parrot{asked: &asked}, read)
	if _, err := c.Ask(t.Context(), engine.Request{Question: "why?"}, nil); err != nil || c.Trouble() != nil {
		t.Fatal(err, c.Trouble())
	}
	if _, err := os.Stat(home); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the home was made: %v", err)
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte(`{"v":1,"at":"2026-10-15T06:30:00Z","kind":"asked","turn":"a","question":"why?"}`), []byte(`{"turn":"a","event":{"v":1,"seq":1,"kind":"started","payload":{}}}`))
	f.Fuzz(func(t *testing.T, conversation, journal []byte) {
		s := Open(t.TempDir(), clock())
		if err := os.MkdirAll(filepath.Join(s.home, folder), 0o700); err != nil {
			t.Fatal(err)
		}
		_ = os.WriteFile(s.path("a", ext), conversation, 0o600)
		_ = os.WriteFile(s.path("a", journalExt), journal, 0o600)
		c, err := s.Load(t.Context(), "a")
		if err != nil && !errors.Is(err, engine.ErrNotFound) {
			t.Fatal(err)
		}
		_ = c.Markdown()
		if err := s.append("a", line{Kind: asked, Turn: "mine", Question: "q"}); err != nil {
			t.Fatal(err)
		}
		if c, err = s.read("a"); err != nil || c.turn("mine") == nil {
			t.Errorf("the appended line is lost: %v", err)
		}
	})
}
