// Package sdds reads the manual pages of a data toolkit: text files in man
// layout. One page is one record.
package sdds

import (
	"cmp"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"owl/engine"
	"owl/ingest/source/export"
)

// New returns a connector for the .txt files below fsys.
func New(fsys fs.FS, opt export.Options) *export.Connector {
	return export.New(fsys, opt, export.Shape{
		Collection: engine.Toolkit,
		Exts:       []string{".txt"},
		Read: func(f *export.File) error {
			return f.Document(func(fields *export.Fields, text string) engine.Record {
				return page(fields, strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path)), text)
			})
		},
	})
}

// typeset is how a manual page sent to a file sets bold and underlined letters:
// "N\bN" and "_\bN", or terminal colours.
var typeset = regexp.MustCompile(".\x08|\x1b\\[[0-9;]*m")

func page(fields *export.Fields, name, text string) engine.Record {
	rec := fields.Named("file name", name)
	text = strings.Trim(typeset.ReplaceAllString(text, ""), "\n")
	lines := strings.Split(text, "\n")
	rec.Title = engine.Untrusted(cmp.Or(nameLine(lines), name))
	rec.Created = date(fields, lines)
	rec.Content = engine.Untrusted(strings.TrimRight(text, " \t\n"))
	return rec
}

// nameLine returns the text of the NAME section, which may be wrapped.
func nameLine(lines []string) string {
	start := slices.IndexFunc(lines, func(line string) bool { return strings.TrimRight(line, " \t:") == "NAME" })
	if start < 0 {
		return ""
	}
	var text []string
	for _, line := range lines[start+1:] {
		blank := strings.TrimSpace(line) == ""
		if isHeading(line) || blank && len(text) > 0 {
			break
		}
		if !blank {
			text = append(text, strings.TrimSpace(line))
		}
	}
	return export.OneLine(strings.Join(text, " "))
}

// isHeading tells a section: words in upper case at the start of a line.
func isHeading(line string) bool {
	outside := func(r rune) bool { return r != ' ' && r != ':' && (r < 'A' || r > 'Z') }
	return line != "" && line[0] != ' ' && !strings.ContainsFunc(line, outside)
}

func date(fields *export.Fields, lines []string) time.Time {
	for _, line := range lines {
		if day, ok := strings.CutPrefix(line, "DATE:"); ok {
			return fields.Date("DATE", day)
		}
	}
	return time.Time{}
}
