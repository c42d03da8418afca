package cli

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"owl/app/wire"
	"owl/engine"
)

func (s *session) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "show ID",
		Short:   "Print one record with its metadata, attachments and links",
		Example: "owl show WRQ_43541/description\nowl show BELY_10423 --json",
		Args:    cobra.ExactArgs(1),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(s.runShow),
	}
}

// shownRecord is the JSON form of a record: corpus_v2 and what Owl knows beyond
// it.
type shownRecord struct {
	DocID       string              `json:"doc_id"`
	FileID      string              `json:"file_id"`
	Collection  engine.Collection   `json:"collection"`
	Title       engine.Untrusted    `json:"title"`
	Author      engine.Untrusted    `json:"author"`
	System      engine.Untrusted    `json:"system"`
	Created     string              `json:"creation_datetime"`
	ParentID    string              `json:"parent_id,omitempty"`
	ChunkIndex  int                 `json:"chunk_index,omitempty"`
	ChunkType   string              `json:"chunk_type,omitempty"`
	URL         string              `json:"url"`
	Format      engine.Format       `json:"format"`
	Attachments []engine.Attachment `json:"attachments"`
	Links       []string            `json:"links"`
	Content     engine.Untrusted    `json:"content"`
}

func (s *session) runShow(ctx context.Context, args []string) error {
	return s.withOwl(ctx, func(owl *wire.Owl) error {
		r, err := owl.Records.Record(ctx, args[0])
		switch {
		case errors.Is(err, engine.ErrNotFound):
			return fmt.Errorf("no record has the id %q; owl search looks for words", args[0])
		case err != nil:
			return err
		}
		if !s.flags.json {
			s.printRecord(r)
			return nil
		}
		return s.out.json(shownRecord{
			DocID: r.DocID, FileID: r.FileID, Collection: r.Collection, Title: r.Title, Author: r.Author, System: r.System,
			Created: engine.RFC3339(r.Created), ParentID: r.ParentID, ChunkIndex: r.ChunkIndex, ChunkType: r.ChunkType, URL: r.URL,
			Format: r.Format, Attachments: append([]engine.Attachment{}, r.Attachments...), Links: append([]string{}, links(r)...), Content: r.Content,
		})
	})
}

func (s *session) printRecord(r engine.Record) {
	s.out.printf("%s\n", s.out.strong(r.Title))
	created := ""
	if !r.Created.IsZero() {
		created = r.Created.Format("2006-01-02 15:04:05 -07:00")
	}
	for _, field := range []struct{ name, value string }{
		{"doc_id", r.DocID},
		{"file_id", r.FileID},
		{"collection", string(r.Collection)},
		{"system", string(r.System)},
		{"author", string(r.Author)},
		{"created", created},
		{"part of", r.ParentID},
		{"part", r.ChunkType},
		{"url", r.URL},
	} {
		if field.value != "" {
			s.out.printf("%-12s%s\n", field.name, field.value)
		}
	}
	for _, a := range r.Attachments {
		s.out.printf("%-12s%s\n", "attachment", joined(a.Name, a.Caption, a.URL))
	}
	for _, link := range links(r) {
		s.out.printf("%-12s%s\n", "link", link)
	}
	s.out.printf("\n")
	s.out.text(r.Content, "")
}

// links lists the addresses that stand in a record's text, each once.
func links(r engine.Record) []string {
	var out []string
	for _, link := range regexp.MustCompile(`https?://[^\s<>"'()\[\]]+[^\s<>"'()\[\].,;:!?]`).FindAllString(string(r.Content), -1) {
		if !slices.Contains(out, link) && link != r.URL {
			out = append(out, link)
		}
	}
	return out
}
