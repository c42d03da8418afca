package build

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"owl/engine"
)

// header is the first line of a journal: a build goes on only where the same
// things decide.
type header struct {
	Corpus    string    `json:"corpus"`
	Seed      uint64    `json:"seed"`
	Index     string    `json:"index_hash"`
	Generator Generator `json:"generator"`
	Seeds     []Seed    `json:"seeds,omitempty"`
	Searchers []string  `json:"searchers"`
	Given     int       `json:"given"` // how many questions were not to be asked again
	Embedder  string    `json:"embedder,omitempty"`
}

func (b *builder) header() header {
	h := header{Corpus: b.Corpus, Seed: b.Seed, Index: b.Index, Generator: b.generator.provenance(sample{}), Seeds: b.Seeds, Given: len(b.Given)}
	for _, s := range b.Searchers {
		h.Searchers = append(h.Searchers, s.Name())
	}
	if b.Embedder != nil {
		h.Embedder = b.Embedder.ID().Hash
	}
	return h
}

// journal keeps the verdicts, one a line, behind a header.
type journal struct {
	file *os.File
	made map[string]verdict
}

// openJournal opens the journal of a build, or begins one. A last line that was
// cut off, because the program was, is written anew.
func openJournal(name string, want header) (*journal, error) {
	first, err := json.Marshal(want)
	if err != nil {
		return nil, fmt.Errorf("begin the journal: %w", err)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	j := &journal{file: file, made: map[string]verdict{}}
	if err := j.read(first); err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", name, err), file.Close())
	}
	return j, nil
}

func (j *journal) read(first []byte) error {
	data, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	if err := errors.Join(j.file.Truncate(int64(len(whole))), seekEnd(j.file)); err != nil {
		return err
	}
	if len(whole) == 0 {
		_, err := j.file.Write(append(first, '\n'))
		return err
	}
	lines := slices.Collect(bytes.Lines(whole))
	if !bytes.Equal(bytes.TrimSpace(lines[0]), first) {
		return fmt.Errorf("%w: it is of a build with another seed, corpus, model or seed queries; give another file, or remove it", engine.ErrUsage)
	}
	for n, line := range lines[1:] {
		var v verdict
		if err := json.Unmarshal(line, &v); err != nil || v.Key == "" {
			return fmt.Errorf("line %d is no decision: %w", n+2, engine.ErrDamaged)
		}
		j.made[v.Key] = v
	}
	return nil
}

func seekEnd(file *os.File) error {
	_, err := file.Seek(0, io.SeekEnd)
	return err
}

func (j *journal) known(key string) (verdict, bool) {
	v, ok := j.made[key]
	return v, ok
}

func (j *journal) add(v verdict) error {
	line, err := json.Marshal(v)
	if err == nil {
		_, err = j.file.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep a decision: %w", err)
	}
	return nil
}

func (j *journal) close() error { return j.file.Close() }

// JournalOf names the journal of a benchmark file.
func JournalOf(file string) string { return file + ".journal" }

// CorpusOf is what the records of a benchmark file were called when it was
// built; empty when its journal is not there.
func CorpusOf(file string) (string, error) {
	f, err := os.Open(JournalOf(file))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("open the journal: %w", err)
	}
	defer f.Close()
	line, err := bufio.NewReader(f).ReadBytes('\n')
	var h header
	if err = errors.Join(err, json.Unmarshal(line, &h)); err != nil {
		return "", fmt.Errorf("read the journal of %s: %w", file, err)
	}
	return h.Corpus, nil
}
