package cli

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	"owl/engine/guard"
)

func (s *session) modelsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "models",
		Short: "List the models that search works with",
		Long: "models loads each configured model, tests it and says what it is: the embedder, which finds records\n" +
			"by their meaning, and the reranker, which reads question and passage together. A model is builtin,\n" +
			"none, a folder in Hugging Face layout, or the address of a service; see owl config.",
		Args: cobra.NoArgs,
		RunE: s.run(s.runModels),
	}
}

// modelLine is one model in JSON.
type modelLine struct {
	Role          string  `json:"role"`
	Source        string  `json:"source"`
	State         string  `json:"state"` // ready, failed or off
	Name          string  `json:"name"`
	Dimension     int     `json:"dimension"` // of a vector; 0 for a reranker
	Pooling       string  `json:"pooling"`
	QueryPrefix   string  `json:"query_prefix"`
	PassagePrefix string  `json:"passage_prefix"`
	Hash          string  `json:"hash"`
	Millis        float64 `json:"load_ms"` // with its self-test
	Error         string  `json:"error"`
}

func (s *session) runModels(ctx context.Context, _ []string) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	if err := cfg.CheckModels(); err != nil {
		return err
	}
	lines := []modelLine{}
	for _, m := range wire.Models(ctx, cfg.Models) {
		lines = append(lines, lineOf(m))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.flags.json {
		return s.out.json(map[string]any{"models": lines})
	}
	s.printModels(lines)
	return nil
}

func lineOf(m wire.ModelInfo) modelLine {
	line := modelLine{
		Role: string(m.Role), Source: m.Source, State: "ready", Name: m.ID.Name, Dimension: m.ID.Dim, Pooling: m.ID.Pooling,
		QueryPrefix: m.ID.QueryPrefix, PassagePrefix: m.ID.PassagePrefix, Hash: m.ID.Hash, Millis: float64(m.Took.Microseconds()) / 1000,
	}
	switch {
	case m.Off():
		line.State = "off"
	case m.Err != nil:
		line.State, line.Error = "failed", engine.OneLine(m.Err)
	}
	return line
}

// shownHash is how much of a hash the table shows.
const shownHash = 12

func (s *session) printModels(lines []modelLine) {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ROLE\tSTATE\tNAME\tELEMENTS\tPOOLING\tHASH\tLOADED IN\tSOURCE")
	for _, m := range lines {
		cell := func(v string) string {
			if v = guard.Line(engine.Untrusted(v)); v == "" {
				return "-"
			}
			return v
		}
		elements, took, hash := "-", "-", m.Hash
		if m.Dimension > 0 {
			elements = fmt.Sprint(m.Dimension)
		}
		if m.State == "ready" {
			took = fmt.Sprintf("%.1f s", m.Millis/1000)
		}
		if !strings.Contains(hash, "://") {
			hash = hash[:min(len(hash), shownHash)]
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", m.Role, m.State, cell(m.Name), elements, cell(m.Pooling), cell(hash), took, cell(m.Source))
	}
	_ = w.Flush() // to memory
	s.out.write(b.String())
	for _, m := range lines {
		for _, p := range []struct{ what, text string }{{"query prefix", m.QueryPrefix}, {"passage prefix", m.PassagePrefix}} {
			if p.text != "" {
				s.out.printf("%s: %s %q\n", m.Role, p.what, p.text)
			}
		}
		if m.Error != "" {
			s.err.printf("owl: %s: %s\n", m.Role, m.Error)
		}
	}
}
