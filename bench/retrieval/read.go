package retrieval

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"owl/bench/metrics"
)

// Query is one question of a collection.
type Query struct {
	ID   string `json:"_id"`
	Text string `json:"text"`
}

// Qrels holds the grades of every judged query.
type Qrels map[string]metrics.Grades

// maxLine is the longest line that is read, in bytes.
const maxLine = 1 << 20

// ReadQueries reads one JSON object a line. The error names the line.
func ReadQueries(r io.Reader) ([]Query, error) {
	var out []Query
	seen := map[string]bool{}
	err := eachLine(r, func(line string) error {
		var q Query
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			return err
		}
		switch {
		case q.ID == "":
			return fmt.Errorf(`field "_id": missing`)
		case strings.TrimSpace(q.Text) == "":
			return fmt.Errorf(`query %q: field "text": missing`, q.ID)
		case seen[q.ID]:
			return fmt.Errorf("query %q stands here again", q.ID)
		}
		seen[q.ID] = true
		out = append(out, q)
		return nil
	})
	return out, err
}

// ReadQrels reads lines of query, document and grade separated by tabs, or of
// query, iteration, document and grade as trec_eval has them. A head line is
// passed over.
func ReadQrels(r io.Reader) (Qrels, error) {
	out := Qrels{}
	first := true
	err := eachLine(r, func(line string) error {
		fields := strings.Fields(line)
		if len(fields) == 4 {
			fields = append(fields[:1], fields[2:]...)
		}
		if len(fields) != 3 {
			return fmt.Errorf("has %d fields, want query, document and grade", len(fields))
		}
		grade, err := strconv.Atoi(fields[2])
		if err != nil && first {
			first = false
			return nil
		}
		first = false
		if err != nil {
			return fmt.Errorf("grade %q is no whole number", fields[2])
		}
		if out[fields[0]] == nil {
			out[fields[0]] = metrics.Grades{}
		}
		out[fields[0]][fields[1]] = grade
		return nil
	})
	return out, err
}

func eachLine(r io.Reader, do func(string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		if err := do(lines.Text()); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return lines.Err()
}
