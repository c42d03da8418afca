package cli

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
	"owl/engine/query"
	"owl/engine/retrieve"
)

type searchFlags struct {
	filterFlags
	k        int
	channels []string
	noRerank bool
	explain  bool
}

func (s *session) searchCommand() *cobra.Command {
	var f searchFlags
	cmd := &cobra.Command{
		Use:     "search QUERY...",
		Short:   "List the records that match best",
		Example: "owl search S-DCCT:CurrentM -k 5\nowl search '\"kicker timeout\" since:7d' --explain",
		Args:    cobra.MinimumNArgs(1),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(func(ctx context.Context, args []string) error { return s.runSearch(ctx, f, args) }),
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.IntVarP(&f.k, "k", "k", 10, "how many records, at most 1000")
	flags.StringSliceVar(&f.channels, "channels", []string{"text"}, "what is searched with; this version has text")
	flags.BoolVar(&f.noRerank, "no-rerank", false, "keep the order of the channels (this version has no reranker)")
	flags.BoolVar(&f.explain, "explain", false, "show how each score came about")
	return cmd
}

func (s *session) runSearch(ctx context.Context, f searchFlags, args []string) error {
	if f.k < 1 || f.k > 1000 {
		return usagef("-k %d: want 1 to 1000", f.k)
	}
	if err := checkChannels(f.channels); err != nil {
		return err
	}
	text, err := s.question(args)
	if err != nil {
		return err
	}
	return s.withOwl(ctx, func(owl *wire.Owl) error {
		now := owl.Now()
		filter, err := f.filter(now)
		if err != nil {
			return err
		}
		q, _ := query.Parse(text, now)
		q.Filter = narrowed(q.Filter, filter)
		s.warnNotices(owl.Notices())
		found, err := owl.Retriever.Find(ctx, retrieve.Request{Query: q, K: f.k, Explain: f.explain}, nil)
		if err != nil && !errors.Is(err, engine.ErrNothingToSearch) {
			return err
		}
		return s.printHits(found, q)
	})
}

// checkChannels refuses channels that are not there.
func checkChannels(channels []string) error {
	if len(channels) == 0 {
		return usagef("--channels is empty")
	}
	for _, c := range channels {
		switch {
		case c == "dense" || c == "graph":
			return usagef("--channels %s: not in this version of owl; there is text", c)
		case c != "text":
			return usagef("--channels %s: no such channel; there is text", c)
		}
	}
	return nil
}

// narrowed adds the flags to what the query itself says.
func narrowed(a, b engine.Filter) engine.Filter {
	a.Collections = slices.Concat(a.Collections, b.Collections)
	if b.Since.After(a.Since) {
		a.Since = b.Since
	}
	if a.Until.IsZero() || !b.Until.IsZero() && b.Until.Before(a.Until) {
		a.Until = b.Until
	}
	return a
}

// hit is one line of the contract's JSON.
type hit struct {
	Rank       int                 `json:"rank"`
	DocID      string              `json:"doc_id"`
	RecordID   string              `json:"record_id"`
	Collection engine.Collection   `json:"collection"`
	Title      engine.Untrusted    `json:"title"`
	Date       string              `json:"date"`
	Score      float64             `json:"score"`
	Snippet    engine.Untrusted    `json:"snippet"`
	Explain    *engine.Explanation `json:"explain"`
}

func (s *session) printHits(found []engine.Passage, q engine.Query) error {
	hits := make([]hit, 0, len(found))
	for i, p := range found {
		hits = append(hits, hit{
			Rank: i + 1, DocID: p.Record.DocID, RecordID: p.Record.FileID, Collection: p.Record.Collection, Title: p.Record.Title,
			Date: rfc3339(p.Record.Created), Score: p.Score, Snippet: snippet(p, q), Explain: p.Explain,
		})
	}
	if s.flags.json {
		return s.out.json(map[string]any{"hits": hits})
	}
	if len(hits) == 0 {
		s.err.printf("owl: nothing found\n")
	}
	for _, h := range hits {
		s.out.printf("%3d  %7.3f  %s\n", h.Rank, h.Score, joined(s.out.strong(h.DocID), h.Title, day(h.Date)))
		s.out.text(h.Snippet, "     ")
		if h.Explain != nil {
			s.printExplanation(*h.Explain, "     ")
		}
	}
	return nil
}

func (s *session) printExplanation(e engine.Explanation, indent string) {
	s.out.printf("%s%s\n", indent, s.out.faint(joined(strconv.FormatFloat(e.Value, 'g', 5, 64), e.Label)))
	for _, part := range e.Parts {
		s.printExplanation(part, indent+"  ")
	}
}

// snippetBytes is about how long a snippet is.
const snippetBytes = 280

// snippet is the part of the best chunk around the first word of the query, on
// one line.
func snippet(p engine.Passage, q engine.Query) engine.Untrusted {
	if len(p.Chunks) == 0 {
		return ""
	}
	text := strings.Join(strings.Fields(string(p.Chunks[0].Text)), " ")
	start := 0
	lower := strings.ToLower(text)
	for word := range strings.FieldsSeq(strings.ToLower(strings.Join(append(slices.Clone(q.Phrases), q.Text), " "))) {
		if i := strings.Index(lower, word); len(word) > 3 && i >= 0 && len(lower) == len(text) {
			start = max(0, i-snippetBytes/4)
			break
		}
	}
	return engine.Untrusted(window(text, start))
}

// window cuts a snippet at blanks, so that no character is broken.
func window(text string, start int) string {
	end := min(len(text), start+snippetBytes)
	head, tail := "", ""
	if start > 0 {
		if i := strings.IndexByte(text[start:end], ' '); i >= 0 {
			start, head = start+i+1, "… "
		} else {
			start = 0
		}
	}
	if end < len(text) {
		if i := strings.LastIndexByte(text[start:end], ' '); i > 0 {
			end, tail = start+i, " …"
		} else {
			end = len(text)
		}
	}
	return head + text[start:end] + tail
}

// rfc3339 writes a time of the outer contract; empty when unknown.
func rfc3339(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}
