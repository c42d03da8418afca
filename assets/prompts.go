package assets

import (
	"embed"
	"io/fs"
)

//go:embed prompts/*.md
var prompts embed.FS

// Prompts returns what a language model is told, one file a task. Above the line
// of dashes stands the system message, below it the user's.
func Prompts() fs.FS {
	sub, err := fs.Sub(prompts, "prompts")
	if err != nil {
		panic(err) // "prompts" is a valid path; the embed directive above made it
	}
	return sub
}
