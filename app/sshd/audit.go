package sshd

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// What an entry of the audit log tells.
const (
	Refused = "refused" // a key or a request that is not allowed
	Opened  = "opened"
	Closed  = "closed"
)

// Entry is one line of the audit log.
type Entry struct {
	At          time.Time `json:"at"`
	Event       string    `json:"event"`
	User        string    `json:"user"` // as the client says
	Name        string    `json:"name,omitempty"`
	Fingerprint string    `json:"fingerprint,omitempty"`
	Remote      string    `json:"remote"`
	Why         string    `json:"why,omitempty"`
	Seconds     float64   `json:"seconds,omitempty"` // that a console was open
}

// Audit is a log that only grows. It is safe for concurrent use.
type Audit struct {
	mu   sync.Mutex
	file *os.File
}

// OpenAudit opens the log, which is for its owner only.
func OpenAudit(file string) (*Audit, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, fmt.Errorf("open the audit log: %w", err)
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the audit log: %w", err)
	}
	return &Audit{file: f}, nil
}

// Write adds an entry.
func (a *Audit) Write(e Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, err := a.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	return nil
}

// Close ends the log.
func (a *Audit) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return errors.Join(a.file.Sync(), a.file.Close())
}
