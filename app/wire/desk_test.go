package wire

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"owl/app/config"
	"owl/app/shell"
)

func deskOf(t *testing.T, home, owner string) *desk {
	t.Helper()
	o := &Owl{config: config.Config{Home: home}, now: time.Now}
	d, ok := o.Desk(owner).(*desk)
	if !ok {
		t.Fatal("a desk of another kind")
	}
	return d
}

func load(t *testing.T, d *desk) shell.DeskState {
	t.Helper()
	s, err := d.Load()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func save(t *testing.T, d *desk, s shell.DeskState) {
	t.Helper()
	if err := d.Save(s); err != nil {
		t.Fatal(err)
	}
}

func TestALostConsoleIsTakenUpOnceByItsOwner(t *testing.T) {
	home := t.TempDir()
	splits := map[string][]int{"two": {60, 40, 1, 2, 3, 4}}
	if got := load(t, deskOf(t, home, "")); !reflect.DeepEqual(got, shell.DeskState{}) {
		t.Errorf("the first start finds %+v", got)
	}
	save(t, deskOf(t, home, ""), shell.DeskState{Splits: splits, Conversation: "talk", Draft: "why", Left: true})
	if got := load(t, deskOf(t, home, "somebody else")); got.Conversation != "" || !reflect.DeepEqual(got.Splits, splits) {
		t.Errorf("another user finds %+v", got)
	}
	if got := load(t, deskOf(t, home, "")); got.Conversation != "talk" || got.Draft != "why" {
		t.Errorf("found %+v", got)
	}
	if got := load(t, deskOf(t, home, "")); got.Conversation != "" {
		t.Errorf("taken up twice: %+v", got)
	}
}

func TestAConsoleThatRunsOrWasQuitLeavesNothing(t *testing.T) {
	home := t.TempDir()
	d := deskOf(t, home, "")
	save(t, d, shell.DeskState{Conversation: "talk"})
	if got := load(t, deskOf(t, home, "")); got.Conversation != "" {
		t.Errorf("a running console was taken over: %+v", got)
	}
	save(t, d, shell.DeskState{})
	if left, _ := filepath.Glob(filepath.Join(home, "consoles", "*"+openEnding)); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

func TestADamagedDeskIsNoDesk(t *testing.T) {
	home := t.TempDir()
	save(t, deskOf(t, home, ""), shell.DeskState{Conversation: "talk", Left: true})
	files, _ := filepath.Glob(filepath.Join(home, "consoles", "*"))
	for _, f := range files {
		if err := os.WriteFile(f, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := deskOf(t, home, "").Load(); err == nil {
		t.Error("a damaged layout is not said")
	}
}
