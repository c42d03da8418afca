package meilisearch

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	meili "github.com/meilisearch/meilisearch-go"

	"owl/engine"
	"owl/engine/mirror"
)

var _ mirror.Target = (*Client)(nil)

// document is a chunk as the server stores it.
type document struct {
	ID         int64  `json:"id"`
	IDs        string `json:"ids"` // of the record, a line each
	Title      string `json:"title"`
	Body       string `json:"body"`
	Collection string `json:"collection"` // by mirror.Facets, as the system
	System     string `json:"system"`
	Created    *int64 `json:"created"` // microseconds, null when unknown
}

func documentOf(d mirror.Doc) document {
	r := d.Record
	collection, system := mirror.Facets(r)
	out := document{
		ID: int64(d.Chunk.Key), IDs: strings.Join([]string{r.FileID, r.DocID, r.ParentID}, "\n"),
		Title: strings.Join([]string{string(r.Title), string(d.Chunk.Section), string(r.System)}, "\n"), Body: string(d.Chunk.Text),
		Collection: collection, System: system,
	}
	if !r.Created.IsZero() {
		n := mirror.Micros(r.Created)
		out.Created = &n
	}
	return out
}

// Prepare implements mirror.Target. Names and numbers are never taken for others.
func (c *Client) Prepare(ctx context.Context) error {
	task, err := c.service.CreateIndex(ctx, &meili.IndexConfig{Uid: c.name, PrimaryKey: "id"})
	if err == nil {
		err = c.wait(ctx, task.TaskUID, "index_already_exists")
	} else {
		err = c.explain(err)
	}
	if err != nil {
		return err
	}
	settings, err := c.index.UpdateSettings(ctx, &meili.Settings{
		SearchableAttributes: []string{"ids", "title", "body"}, FilterableAttributes: []string{"collection", "system", "created"}, DisplayedAttributes: []string{"id"},
		TypoTolerance: &meili.TypoTolerance{
			Enabled: true, MinWordSizeForTypos: meili.MinWordSizeForTypos{OneTypo: 5, TwoTypos: 9},
			DisableOnWords: []string{}, DisableOnAttributes: []string{"ids"}, DisableOnNumbers: true,
		},
	})
	if err != nil {
		return c.explain(err)
	}
	return c.wait(ctx, settings.TaskUID)
}

// page is how many keys are read at a time.
const page = 10_000

// Keys implements mirror.Target.
func (c *Client) Keys(ctx context.Context, yield func(engine.ChunkKey)) error {
	for from := int64(0); ; from += page {
		var found meili.DocumentsResult
		if err := c.index.GetDocuments(ctx, &meili.DocumentsQuery{Offset: from, Limit: page, Fields: []string{"id"}}, &found); err != nil {
			return c.explain(err)
		}
		for _, d := range found.Results {
			var key int64
			if err := json.Unmarshal(d["id"], &key); err != nil {
				return fmt.Errorf("meilisearch at %s: the index %s holds what is no chunk", c.host, c.name)
			}
			yield(engine.ChunkKey(key))
		}
		if len(found.Results) < page {
			return nil
		}
	}
}

// Put implements mirror.Target.
func (c *Client) Put(ctx context.Context, docs []mirror.Doc) error {
	list := make([]document, len(docs))
	for i, d := range docs {
		list[i] = documentOf(d)
	}
	key := "id"
	task, err := c.index.AddDocuments(ctx, list, &meili.DocumentOptions{PrimaryKey: &key})
	if err != nil {
		return c.explain(err)
	}
	return c.wait(ctx, task.TaskUID)
}

// Remove implements mirror.Target.
func (c *Client) Remove(ctx context.Context, keys []engine.ChunkKey) error {
	ids := make([]string, len(keys))
	for i, key := range keys {
		ids[i] = strconv.FormatInt(int64(key), 10)
	}
	task, err := c.index.DeleteDocuments(ctx, ids, nil)
	if err != nil {
		return c.explain(err)
	}
	return c.wait(ctx, task.TaskUID)
}

// poll is how often a task is looked at.
const poll = 20 * time.Millisecond

// wait waits for the end of a task. A failure with one of the codes is none.
func (c *Client) wait(ctx context.Context, task int64, fine ...string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, c.write, fmt.Errorf("meilisearch at %s did not finish task %d in %s", c.host, task, c.write))
	defer cancel()
	done, err := c.service.WaitForTask(ctx, task, poll)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return c.explain(err)
	case done.Status == meili.TaskStatusSucceeded:
		return nil
	}
	for _, code := range fine {
		if string(done.Error.Code) == code {
			return nil
		}
	}
	return fmt.Errorf("meilisearch at %s: task %d %s: %s", c.host, task, done.Status, mirror.Line(done.Error.Message))
}
