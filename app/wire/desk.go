package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"owl/app/shell"
)

// desk remembers the consoles of one user: the layout in one file, and what each
// console is at in a file of its own, so that many may run at once.
type desk struct {
	dir   string
	owner string // of a console over SSH; empty for this process's own terminal
	file  string // of this console
}

// openDesk is what one console has on its desk.
type openDesk struct {
	Owner string          `json:"owner,omitempty"`
	PID   int             `json:"pid"` // that holds it; 0 when the link was lost
	State shell.DeskState `json:"state"`
}

// Home is the folder that holds what this knowledge base keeps.
func (o *Owl) Home() string { return o.config.Home }

// Desk is the desk of one more console.
func (o *Owl) Desk(owner string) shell.Desk {
	dir := filepath.Join(o.config.Home, "consoles")
	return &desk{dir: dir, owner: owner, file: filepath.Join(dir, o.Sessions().NewID()+openEnding)}
}

const (
	layoutFile = "layout.json"
	openEnding = ".open.json"
)

// Load takes over the newest desk of this owner that nobody holds.
func (d *desk) Load() (shell.DeskState, error) {
	var state shell.DeskState
	if err := readJSON(filepath.Join(d.dir, layoutFile), &state); err != nil {
		return shell.DeskState{}, err
	}
	left, err := d.abandoned()
	if err != nil || left == "" {
		return state, err
	}
	var open openDesk
	if err := readJSON(left, &open); err != nil {
		return state, err
	}
	state.Conversation, state.Draft = open.State.Conversation, open.State.Draft
	return state, os.Remove(left)
}

// abandoned is the newest desk of this owner whose console is gone.
func (d *desk) abandoned() (string, error) {
	files, err := filepath.Glob(filepath.Join(d.dir, "*"+openEnding))
	if err != nil {
		return "", fmt.Errorf("look for consoles that were left: %w", err)
	}
	slices.SortFunc(files, func(a, b string) int { return changed(b).Compare(changed(a)) })
	for _, file := range files {
		var open openDesk
		if readJSON(file, &open) == nil && open.Owner == d.owner && !runs(open.PID) {
			return file, nil
		}
	}
	return "", nil
}

// Save writes layout and desk. An orderly end leaves no desk.
func (d *desk) Save(s shell.DeskState) error {
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return fmt.Errorf("remember the desk: %w", err)
	}
	err := writeJSON(filepath.Join(d.dir, layoutFile), shell.DeskState{Splits: s.Splits})
	if s.Conversation == "" && s.Draft == "" {
		if gone := os.Remove(d.file); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
		return err
	}
	open := openDesk{Owner: d.owner, PID: os.Getpid(), State: s}
	if s.Left {
		open.PID = 0
	}
	return errors.Join(err, writeJSON(d.file, open))
}

// runs reports whether a process is there.
func runs(pid int) bool {
	if pid <= 0 {
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

func changed(file string) time.Time {
	info, err := os.Stat(file)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// readJSON reads a file of the desk; one that is not there says nothing.
func readJSON(file string, to any) error {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the desk: %w", err)
	}
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("read the desk %s: %w", strings.TrimSuffix(filepath.Base(file), ".json"), err)
	}
	return nil
}

// writeJSON writes a file that is whole at any time.
func writeJSON(file string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("remember the desk: %w", err)
	}
	if err := errors.Join(os.WriteFile(file+".new", data, 0o600), os.Rename(file+".new", file)); err != nil {
		return fmt.Errorf("remember the desk: %w", err)
	}
	return nil
}
