package build

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/graph"
)

// corpus is all records, cut into pages.
type corpus struct {
	pages      []*page // in the order of the doc_ids
	byID       map[string]*page
	titles     map[string]int // native ids by collection, title and month
	superseded map[string]bool
	graph      *graph.Graph // nil without one
}

func readCorpus(records []engine.Record, g *graph.Graph) *corpus {
	c := &corpus{byID: map[string]*page{}, superseded: map[string]bool{}, graph: g}
	for _, rec := range records {
		p := readPage(rec)
		c.pages = append(c.pages, p)
		c.byID[rec.DocID] = p
	}
	slices.SortFunc(c.pages, func(a, b *page) int { return cmp.Compare(a.rec.DocID, b.rec.DocID) })
	c.countTitles()
	c.findSuperseded()
	return c
}

// titleKey is what a question names a record by.
func titleKey(rec engine.Record) string {
	return string(rec.Collection) + "\n" + rec.Created.Format("2006-01") + "\n" + strings.ToLower(topic(string(rec.Title)))
}

func (c *corpus) countTitles() {
	ids := map[string]map[string]bool{}
	for _, p := range c.pages {
		key := titleKey(p.rec)
		if ids[key] == nil {
			ids[key] = map[string]bool{}
		}
		ids[key][cmp.Or(p.rec.ParentID, p.rec.FileID, p.rec.DocID)] = true
	}
	c.titles = map[string]int{}
	for key, set := range ids {
		c.titles[key] = len(set)
	}
}

// oneOf tells whether title and month of a record mean it alone.
func (c *corpus) oneOf(p *page) bool { return c.titles[titleKey(p.rec)] == 1 }

// findSuperseded notes the records that a later revision has replaced, by the
// graph or by what they say of themselves in their first lines.
func (c *corpus) findSuperseded() {
	for _, p := range c.pages {
		head := strings.ToLower(string(p.rec.Title) + " " + p.of(graph.Span{End: min(len(p.rec.Content), 200)}))
		if strings.Contains(head, "superseded") || strings.Contains(head, "withdrawn") {
			c.superseded[p.rec.DocID] = true
		}
	}
	if c.graph == nil {
		return
	}
	for e := range c.graph.Edges() {
		if e.Relation == graph.Supersedes {
			for _, id := range c.graph.Records(e.To) {
				c.superseded[id] = true
			}
		}
	}
}

// samples lists all that questions can be made of, in a fixed order.
func (c *corpus) samples(ctx context.Context) ([]sample, error) {
	chains, err := c.fromChains(ctx)
	if err != nil {
		return nil, err
	}
	return slices.Concat(chains, c.fromLosses(), c.fromRequests(), c.fromTables(), c.fromSteps()), nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
