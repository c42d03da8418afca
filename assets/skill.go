package assets

import (
	"embed"
	"io/fs"
)

//go:embed skill
var skill embed.FS

// Skill returns what a coding agent is told about owl: SKILL.md and what it names.
func Skill() fs.FS {
	sub, err := fs.Sub(skill, "skill")
	if err != nil {
		panic(err) // "skill" is a valid path; the embed directive above made it
	}
	return sub
}
