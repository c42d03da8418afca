// Package assets holds the files that are part of the binary.
package assets

import (
	"embed"
	"io/fs"
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
