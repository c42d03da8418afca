package wire

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"owl/app/gateway"
	"owl/engine"
	"owl/engine/count"
	"owl/engine/query"
	"owl/engine/tools"
	"owl/engine/trace"
)

// Served are the tools that an MCP client or the gateway gets: those that read the
// records, and those of an answer. None changes anything.
func (o *Owl) Served() []tools.Tool {
	return append([]tools.Tool{o.queryTool(), o.countTool(), o.askTool(), o.showTool(), o.briefTool(), o.healthTool()}, o.Tools()...)
}

// narrowed are the arguments that narrow a search down.
type narrowed struct {
	Collections []string `json:"collections"`
	Since       string   `json:"since"`
	Until       string   `json:"until"`
}

func (n narrowed) filter(now time.Time) (f engine.Filter, err error) {
	if n.Since != "" {
		f.Since, err = query.ParseTime(n.Since, now)
	}
	if n.Until != "" && err == nil {
		f.Until, err = query.ParseUntil(n.Until, now)
	}
	if err != nil {
		return f, fmt.Errorf("%w: %w", tools.ErrArguments, err)
	}
	for _, c := range n.Collections {
		f.Collections = append(f.Collections, engine.Collection(c))
	}
	return f, nil
}

type queryArgs struct {
	narrowed
	Query    string `json:"query"`
	K        int    `json:"k"`
	Channels string `json:"channels"`
}

func (o *Owl) queryTool() tools.Tool { return tools.New(gateway.QuerySpec(), o.runQuery) }

// toolPassage is what a query found in one record.
type toolPassage struct {
	Rank       int               `json:"rank"`
	Collection engine.Collection `json:"collection"`
	DocID      string            `json:"doc_id"`
	RecordID   string            `json:"record_id"`
	Title      engine.Untrusted  `json:"title"`
	Section    engine.Untrusted  `json:"section,omitempty"`
	Date       string            `json:"date"`
	URL        string            `json:"url,omitempty"`
	Score      float64           `json:"score"`
	Text       engine.Untrusted  `json:"text"`
}

func (o *Owl) runQuery(ctx context.Context, a queryArgs) (tools.Result, error) {
	filter, err := a.filter(o.now())
	if err != nil {
		return tools.Result{}, err
	}
	plan := o.Loop.Plan(engine.Request{Question: engine.Untrusted(a.Query), Filter: filter})
	plan.Request.K = cmp.Or(a.K, 10)
	notes := []string{}
	var found []engine.Passage
	if a.Channels == "hybrid" {
		found, err = o.Loop.Search(ctx, &plan, func(p trace.Payload) {
			if d, ok := p.(trace.Degraded); ok {
				notes = append(notes, d.What+": "+d.Why)
			}
		})
	} else {
		found, err = o.byWords(ctx, plan.Request.Query, plan.Request.K)
	}
	if errors.Is(err, engine.ErrNothingToSearch) {
		notes, err = append(notes, "nothing to search for: the query holds no word, PV or record id"), nil
	}
	out := make([]toolPassage, 0, len(found))
	for i, p := range found {
		out = append(out, toolPassageOf(i+1, p))
	}
	return tools.Result{Value: map[string]any{"passages": out, "notes": notes}, Found: found}, err
}

// byWords gives the chunks that the text channel ranks first, with its own scores.
func (o *Owl) byWords(ctx context.Context, q engine.Query, k int) ([]engine.Passage, error) {
	hits, err := o.Retriever.Text.Search(ctx, q, k, false)
	if err != nil {
		return nil, err
	}
	scores := map[engine.ChunkKey]float64{}
	for _, h := range hits {
		scores[h.Chunk] = h.Score
	}
	chunks, err := o.Records.Chunks(ctx, engine.KeysOf(hits))
	if err != nil {
		return nil, err
	}
	records := map[string]engine.Record{}
	if err := engine.Fetch(ctx, o.Records, records, engine.DocIDsOf(chunks)); err != nil {
		return nil, err
	}
	var out []engine.Passage
	for _, c := range chunks {
		if r, ok := records[c.DocID]; ok { // else it was deleted meanwhile
			out = append(out, engine.Passage{Record: r, Chunks: []engine.Chunk{c}, Score: scores[c.Key]})
		}
	}
	return out, nil
}

func toolPassageOf(rank int, p engine.Passage) toolPassage {
	out := toolPassage{
		Rank: rank, Collection: p.Record.Collection, DocID: p.Record.DocID, RecordID: p.Record.FileID,
		Title: p.Record.Title, Date: engine.RFC3339(p.Record.Created), URL: p.Record.URL, Score: p.Score,
	}
	if len(p.Chunks) > 0 {
		out.Section, out.Text = p.Chunks[0].Section, p.Chunks[0].Text
	}
	return out
}

type countArgs struct {
	narrowed
	Words []string `json:"words"`
}

// countListed is how many of the records that count are named.
const countListed = 50

func (o *Owl) countTool() tools.Tool {
	return tools.New(tools.Spec{
		Name: "count_records",
		Description: "Counts the records that hold every one of some words, by looking at all of them: for questions how many or how often. The parts of a work request count once. " +
			"at_least is true when there may be more.",
		Schema: json.RawMessage(`{"type":"object","properties":{"words":{"type":"array","items":{"type":"string","minLength":1,"maxLength":100},"maxItems":8,"description":"words, PV names or ids; other forms of a word count too"},` +
			gateway.FilterProperties + `},"additionalProperties":false}`),
	}, func(ctx context.Context, a countArgs) (tools.Result, error) {
		filter, err := a.filter(o.now())
		if err != nil {
			return tools.Result{}, err
		}
		if o.base == nil {
			return tools.Result{}, errNoRecords
		}
		found, err := count.Source{Lister: o.base, Text: o.Retriever.Text, Records: o.Records}.Count(ctx, count.Question{Words: a.Words, Filter: filter})
		if err != nil {
			return tools.Result{}, err
		}
		var ids []string
		for _, r := range found.Records[:min(countListed, len(found.Records))] {
			ids = append(ids, r.DocID)
		}
		return tools.Result{Value: map[string]any{"count": found.N, "at_least": found.AtLeast, "newest": append([]string{}, ids...)}}, nil
	})
}
