package chains

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"time"

	"owl/bench/demo"
	"owl/engine/graph"
	"owl/engine/graph/extract"
	"owl/engine/graph/resolve"
	"owl/engine/lexicon"
)

// channel is a channel of pvs.json in a demo folder.
type channel struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	System      string `json:"system"`
	Legacy      string `json:"legacy"`
}

// Gazetteer makes the gazetteer of a demo folder.
func Gazetteer(fsys fs.FS) (*extract.Gazetteer, error) {
	file, err := fsys.Open("acronyms.json")
	if err != nil {
		return nil, fmt.Errorf("open acronyms: %w", err)
	}
	defer file.Close()
	entries, err := lexicon.Read(file)
	if err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(fsys, "history/pvs.json")
	if err != nil {
		return nil, fmt.Errorf("read channels: %w", err)
	}
	var served []channel
	if err := json.Unmarshal(data, &served); err != nil {
		return nil, fmt.Errorf("read channels: %w", err)
	}
	var channels []extract.Channel
	for _, c := range served {
		ch := extract.Channel{Name: c.Name, Description: c.Description, System: c.System}
		if c.Legacy != "" {
			ch.Aliases = []string{c.Legacy}
		}
		channels = append(channels, ch)
	}
	return extract.NewGazetteer(entries, channels), nil
}

// Build makes the graph of a demo folder.
func Build(ctx context.Context, fsys fs.FS, zone *time.Location) (*graph.Graph, *demo.Corpus, error) {
	corpus, err := demo.Read(ctx, fsys, zone)
	if err != nil {
		return nil, nil, err
	}
	gaz, err := Gazetteer(fsys)
	if err != nil {
		return nil, nil, err
	}
	x, err := extract.New(gaz)
	if err != nil {
		return nil, nil, err
	}
	r := resolve.New(gaz)
	for _, rec := range corpus.Records {
		r.Put(x.Extract(rec))
	}
	return r.Graph(), corpus, nil
}
