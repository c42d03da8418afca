package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"owl/app/wire"
	"owl/bench/ranker"
	"owl/bench/retrieval"
	"owl/bench/suite"
	"owl/engine/rerank"
	"owl/engine/retrieve"
)

// training gathers what a ranker learns from.
type training struct {
	session  *session
	flags    benchTrainFlags
	settings retrieve.Settings // of the last benchmark; what they start from is the same
	examples []ranker.Example
}

// collect adds the questions of one benchmark.
func (t *training) collect(ctx context.Context, name, corpus string) error {
	s := t.session
	questions, err := s.judgedQuestions(name)
	if err != nil {
		return err
	}
	bench, err := s.openBench(ctx, corpus, t.flags.keepOf(corpus))
	if err != nil {
		return err
	}
	return errors.Join(t.look(ctx, bench, filepath.Base(name), inSplit(questions, t.flags.split)), bench.Close())
}

// look collects the candidates of each question.
func (t *training) look(ctx context.Context, bench *wire.Bench, set string, questions []suite.Question) error {
	if err := bench.Embed(ctx, t.session.embedding); err != nil {
		return err
	}
	if t.flags.fusions {
		if err := t.session.chooseFusions(ctx, bench, questions); err != nil {
			return err
		}
	}
	found, err := t.session.examples(ctx, bench, questions)
	if err != nil {
		return err
	}
	for i := range found {
		found[i].Set, found[i].ID = set, set+" "+found[i].ID
	}
	t.examples = append(t.examples, found...)
	cross := t.settings.Ranker.Cross
	t.settings = bench.Retriever.Settings
	if t.flags.cross {
		t.settings.Ranker.Cross = cross
		return t.cross(ctx, bench, found)
	}
	return nil
}

// cross chooses the cross-encoder's weights. Where benchmarks differ the least
// one stands: it must not harm any of them.
func (t *training) cross(ctx context.Context, bench *wire.Bench, examples []ranker.Example) error {
	chosen, err := t.session.chooseCross(ctx, bench, examples)
	if err != nil {
		return err
	}
	for intent, w := range t.settings.Ranker.Cross {
		if mine, ok := chosen[intent]; !ok || w < mine {
			chosen[intent] = w
		}
	}
	t.settings.Ranker.Cross = chosen
	return nil
}

// judgedQuestions reads a benchmark, or a folder in BEIR layout.
func (s *session) judgedQuestions(name string) ([]suite.Question, error) {
	queries := filepath.Join(s.path(name), "queries.jsonl")
	if _, err := os.Stat(queries); name == demoName || err != nil {
		asked, err := s.openSuite(name)
		if err != nil {
			return nil, err
		}
		return asked.Questions, nil
	}
	list, err := readInput(s, "bench", queries, retrieval.ReadQueries)
	if err != nil {
		return nil, err
	}
	qrels, err := readInput(s, "bench", filepath.Join(s.path(name), "qrels.tsv"), retrieval.ReadQrels)
	if err != nil {
		return nil, err
	}
	var out []suite.Question
	for _, q := range list {
		judged := suite.Question{ID: q.ID, Text: q.Text}
		for id, grade := range qrels[q.ID] {
			if grade > 0 {
				judged.Evidence = append(judged.Evidence, suite.Evidence{DocID: id, Grade: suite.Grade(grade)})
			}
		}
		out = append(out, judged)
	}
	return out, nil
}

// write writes the settings with what was learned.
func (t *training) write() error {
	if t.flags.out == "" {
		return nil
	}
	t.settings.Ranker = trained(t.examples, t.settings.Ranker, t.flags)
	data, err := json.MarshalIndent(t.settings, "", "  ")
	if err != nil {
		return fmt.Errorf("write the ranking's settings: %w", err)
	}
	return os.WriteFile(t.session.path(t.flags.out), append(data, '\n'), 0o644)
}

// featureLine is one question in the file of features.
type featureLine struct {
	Set        string               `json:"set"`
	ID         string               `json:"id"`
	Intent     string               `json:"intent"`
	Features   []string             `json:"features,omitempty"` // names, on the first line
	Candidates []featuresOfDocument `json:"candidates"`
	Grades     map[string]int       `json:"grades"`
}

type featuresOfDocument struct {
	DocID  string    `json:"doc_id"`
	Vector []float64 `json:"vector"`
}

// writeFeatures lets another program learn from the same candidates.
func (t *training) writeFeatures() (err error) {
	if t.flags.features == "" {
		return nil
	}
	file, err := os.Create(t.session.path(t.flags.features))
	if err != nil {
		return fmt.Errorf("write the features: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	out := bufio.NewWriter(file)
	lines := json.NewEncoder(out)
	for i, e := range t.examples {
		line := featureLine{Set: e.Set, ID: e.ID, Intent: e.Intent, Grades: e.Grades}
		if i == 0 {
			line.Features = rerank.Features()
		}
		for _, it := range e.Items {
			line.Candidates = append(line.Candidates, featuresOfDocument{it.DocID, it.Vector})
		}
		if err := lines.Encode(line); err != nil {
			return fmt.Errorf("write the features: %w", err)
		}
	}
	return out.Flush()
}
