package run

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"owl/engine"
)

// recordsFile holds the records that the answers cite, in corpus_v2: claims can
// be checked against them when the corpus is gone.
const recordsFile = "records.jsonl"

// WriteRecords keeps the cited records of every run in a benchmark's folder. A
// record that the base no longer has stays as it was kept before.
func WriteRecords(ctx context.Context, dir string, base engine.Records) error {
	folders, err := Read(dir)
	if err != nil {
		return err
	}
	kept, err := ReadRecords(dir)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	encode := json.NewEncoder(&out)
	seen := map[string]bool{}
	for _, id := range cited(folders) {
		if seen[id] {
			continue
		}
		seen[id] = true
		rec, err := base.Record(ctx, id)
		if errors.Is(err, engine.ErrNotFound) && kept[id].DocID != "" {
			rec, err = kept[id], nil
		}
		if err == nil {
			err = encode.Encode(wire(rec))
		}
		if err != nil {
			return fmt.Errorf("keep the cited record %s: %w", id, err)
		}
	}
	return writeFile(filepath.Join(dir, recordsFile), out.Bytes())
}

// cited lists the doc_ids that answers cite, in a stable order.
func cited(folders []Folder) []string {
	var out []string
	for _, f := range folders {
		for _, id := range f.ids() {
			if answer := f.Runs[id].Answer; answer != nil {
				for _, c := range answer.Citations {
					out = append(out, c.DocID)
				}
			}
		}
	}
	return out
}

// wire is the corpus_v2 form of a record.
func wire(r engine.Record) map[string]any {
	created := ""
	if !r.Created.IsZero() {
		created = r.Created.Format(time.RFC3339Nano)
	}
	return map[string]any{
		"doc_id": r.DocID, "content": r.Content, "title": r.Title, "author": r.Author, "collection": r.Collection,
		"system": r.System, "creation_datetime": created, "file_id": r.FileID,
	}
}

// ReadRecords reads the cited records that were kept, by doc_id; none when none
// were.
func ReadRecords(dir string) (map[string]engine.Record, error) {
	file, err := os.Open(filepath.Join(dir, recordsFile))
	out := map[string]engine.Record{}
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the cited records: %w", err)
	}
	defer file.Close()
	lines := bufio.NewReader(file)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			return out, nil
		}
		rec, err := engine.ParseRecord(line)
		if err != nil {
			return nil, fmt.Errorf("read the cited records: %s:%d: %w", file.Name(), n, err)
		}
		out[rec.DocID] = rec
	}
}
