package build

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"owl/engine/wholefile"
)

// Write writes a benchmark file, as a whole or not at all.
func Write(name string, records []Record) error {
	doc, err := json.MarshalIndent(records, "", " ")
	if err != nil {
		return fmt.Errorf("write the benchmark: %w", err)
	}
	if err := wholefile.Replace(name, append(doc, '\n'), 0o644); err != nil {
		return fmt.Errorf("write the benchmark: %w", err)
	}
	return nil
}

// Read reads a file that was built. What its questions must be is checked by
// package suite.
func Read(name string) ([]Record, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read the benchmark: %w", err)
	}
	var records []Record
	if err := json.Unmarshal(data, &records); err != nil {
		return nil, fmt.Errorf("read the benchmark %s: %w", name, err)
	}
	return records, nil
}

// ReadSeeds reads seed queries, one JSON object a line.
func ReadSeeds(r io.Reader) ([]Seed, error) {
	var seeds []Seed
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		var s Seed
		decode := json.NewDecoder(strings.NewReader(line))
		decode.DisallowUnknownFields()
		if err := decode.Decode(&s); err != nil {
			return nil, fmt.Errorf("seed queries, line %d: %w", n, err)
		}
		if strings.TrimSpace(s.Question) == "" {
			return nil, fmt.Errorf("seed queries, line %d: field %q: missing", n, "question")
		}
		seeds = append(seeds, s)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the seed queries: %w", err)
	}
	return seeds, nil
}
