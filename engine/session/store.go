package session

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"owl/engine"
)

// Store is the conversations of one home. It is safe for concurrent use, also by
// several processes.
type Store struct {
	home string
	now  func() time.Time
}

// Open returns the conversations of a home. Nothing is made before the first
// question.
func Open(home string, now func() time.Time) *Store { return &Store{home: home, now: now} }

// Info is what a list shows of a conversation.
type Info struct {
	ID    string           `json:"id"`
	Name  engine.Untrusted `json:"name"` // its first question unless it was renamed
	Began time.Time        `json:"began"`
	Last  time.Time        `json:"last"` // of the last question
	Turns int              `json:"turns"`
}

const (
	folder     = "sessions"
	ext        = ".jsonl"
	journalExt = ".trace.jsonl"
)

func (s *Store) path(id, ext string) string { return filepath.Join(s.home, folder, id+ext) }

// NewID returns an id for a conversation that begins now. It sorts by time.
func (s *Store) NewID() string { return s.now().UTC().Format("20060102T150405") + "-" + random() }

func random() string {
	var bytes [4]byte
	_, _ = rand.Read(bytes[:]) // never fails, by its documentation
	return hex.EncodeToString(bytes[:])
}

// validID keeps an id from naming another file.
func validID(id string) bool {
	return id != "" && len(id) <= 64 && !strings.ContainsFunc(id, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && r != 'T' && r != '-'
	})
}

// List returns every conversation, the one with the latest question first.
func (s *Store) List(ctx context.Context) ([]Info, error) {
	ids, err := s.ids()
	if err != nil {
		return nil, err
	}
	all := make([]Info, 0, len(ids))
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := s.read(id)
		if errors.Is(err, engine.ErrNotFound) { // deleted meanwhile, or never asked anything
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, c.Info)
	}
	slices.SortFunc(all, func(a, b Info) int { return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(b.ID, a.ID)) })
	return all, nil
}

func (s *Store) ids() ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(s.home, folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	var ids []string
	for _, e := range entries {
		id, ours := strings.CutSuffix(e.Name(), ext)
		if ours && validID(id) && !e.IsDir() {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// Find returns the id that a text means: an id, the beginning of only one, or
// "last". The error is engine.ErrNotFound or engine.ErrAmbiguous.
func (s *Store) Find(ctx context.Context, text string) (string, error) {
	all, err := s.List(ctx)
	if err != nil {
		return "", err
	}
	if text == "last" && len(all) > 0 {
		return all[0].ID, nil
	}
	var like []string
	for _, i := range all {
		if i.ID == text {
			return text, nil
		}
		if text != "" && strings.HasPrefix(i.ID, text) {
			like = append(like, i.ID)
		}
	}
	switch len(like) {
	case 1:
		return like[0], nil
	case 0:
		return "", fmt.Errorf("session %.40q: %w", text, engine.ErrNotFound)
	}
	return "", fmt.Errorf("session %.40q: %w: %s", text, engine.ErrAmbiguous, strings.Join(like, ", "))
}

// Rename gives a conversation another name.
func (s *Store) Rename(id string, name engine.Untrusted) error {
	if _, err := s.read(id); err != nil {
		return err
	}
	return s.append(id, line{Kind: named, Name: name})
}

// Rate notes whether a turn's answer was good, and why. The last rating counts.
func (s *Store) Rate(id, turn string, good bool, reason engine.Untrusted) error {
	c, err := s.read(id)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(c.Turns, func(t Turn) bool { return t.ID == turn }) {
		return fmt.Errorf("turn %.40q of session %s: %w", turn, id, engine.ErrNotFound)
	}
	return s.append(id, line{Kind: rated, Turn: turn, Good: good, Reason: reason})
}

// Delete removes a conversation with its journal.
func (s *Store) Delete(id string) error {
	if !validID(id) {
		return fmt.Errorf("session %.40q: %w", id, engine.ErrNotFound)
	}
	err := os.Remove(s.path(id, ext))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("session %s: %w", id, engine.ErrNotFound)
	}
	if journal := os.Remove(s.path(id, journalExt)); !errors.Is(journal, fs.ErrNotExist) {
		err = errors.Join(err, journal)
	}
	if err != nil {
		return fmt.Errorf("delete session: %w", err)
	}
	return nil
}

// append adds a line to a conversation, which it makes when it is not there.
func (s *Store) append(id string, l line) error {
	if err := os.MkdirAll(filepath.Join(s.home, folder), 0o700); err != nil {
		return fmt.Errorf("make the folder of sessions: %w", err)
	}
	l.Version, l.At = version, s.now()
	return appendLine(s.path(id, ext), l)
}

// read reads a conversation without its journal.
func (s *Store) read(id string) (Session, error) {
	if !validID(id) {
		return Session{}, fmt.Errorf("session %.40q: %w", id, engine.ErrNotFound)
	}
	c := Session{Info: Info{ID: id}}
	err := eachLine(s.path(id, ext), func(data []byte) error {
		var l line
		if json.Unmarshal(data, &l) == nil {
			c.take(l)
		}
		return nil
	})
	if err == nil && len(c.Turns) == 0 {
		err = fmt.Errorf("session %s: %w", id, engine.ErrNotFound)
	}
	return c, err
}
