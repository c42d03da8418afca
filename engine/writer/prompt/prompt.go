// Package prompt makes the messages for a language model out of prompt files, and
// fences text that others wrote, so that it stays data.
package prompt

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// Prompt is one prompt file.
type Prompt struct {
	Name   string
	Hash   string // SHA-256 of the file, hexadecimal
	system string
	user   string
}

// Set is the prompts that Owl uses.
type Set struct {
	Answer, Rewrite, Gate, Tools, Advice Prompt
}

// slots are the places that a file may leave open.
func slots() []string {
	return []string{"question", "records", "mark", "words", "draft", "faults", "tools"}
}

var slot = regexp.MustCompile(`\{\{([^{}]*)\}\}`)

// Load reads the prompt files of a folder. A missing file and an unknown slot
// are errors.
func Load(folder fs.FS) (Set, error) {
	var set Set
	for name, into := range map[string]*Prompt{"answer": &set.Answer, "rewrite": &set.Rewrite, "gate": &set.Gate, "tools": &set.Tools, "advice": &set.Advice} {
		var err error
		if *into, err = Read(folder, name); err != nil {
			return Set{}, err
		}
	}
	return set, nil
}

func parse(name, text string) (Prompt, error) {
	system, user, found := strings.Cut(text, "\n---\n")
	if !found {
		return Prompt{}, errors.New("there is no line of dashes between system and user message")
	}
	for _, m := range slot.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(slots(), m[1]) {
			return Prompt{}, fmt.Errorf("unknown slot %s", m[0])
		}
	}
	sum := sha256.Sum256([]byte(text))
	return Prompt{Name: name, Hash: hex.EncodeToString(sum[:]), system: strings.TrimSpace(system), user: strings.TrimSpace(user)}, nil
}

// Fill puts values into the slots of both messages. What a value holds is never
// taken for a slot.
func (p Prompt) Fill(values map[string]string) (system, user string) {
	put := func(text string) string {
		return slot.ReplaceAllStringFunc(text, func(s string) string { return values[s[2:len(s)-2]] })
	}
	return put(p.system), put(p.user)
}

// String names the version of the prompt, for the trace.
func (p Prompt) String() string { return fmt.Sprintf("prompt %s, SHA-256 %s", p.Name, p.Hash) }

// Read reads one prompt file of a folder.
func Read(folder fs.FS, name string) (Prompt, error) {
	text, err := fs.ReadFile(folder, name+".md")
	if err != nil {
		return Prompt{}, fmt.Errorf("read prompt %s: %w", name, err)
	}
	p, err := parse(name, string(text))
	if err != nil {
		return Prompt{}, fmt.Errorf("read prompt %s: %w", name, err)
	}
	return p, nil
}
