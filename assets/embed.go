// Package assets holds the files that are part of the binary.
package assets

import (
	"embed"
	"io"
	"io/fs"
	"strings"
)

//go:embed demo
var demo embed.FS

// Demo returns the demo facility: demo.json, which names it and fixes its
// clock, and one folder a collection in that collection's native shape.
func Demo() fs.FS {
	sub, err := fs.Sub(demo, "demo")
	if err != nil {
		panic(err) // "demo" is a valid path; the embed directive above made it
	}
	return sub
}

//go:embed ranking.json
var ranking string

// Ranking returns the settings of the ranking: how the channels are joined, and
// the weights of the ranker.
func Ranking() io.Reader { return strings.NewReader(ranking) }

//go:embed vectors.bin
var vectors string

// Vectors returns the vectors of the demo's records by the built-in embedder.
func Vectors() io.Reader { return strings.NewReader(vectors) }
