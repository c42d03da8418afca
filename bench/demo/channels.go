package demo

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// pvName is how channels of the demo machine look in a text.
var pvName = regexp.MustCompile(`\b(?:(?:SR|FE)\d*|LN|AR|BO|TI|CF|CRY|[ABL]|G1|\d\di):[A-Za-z0-9_]+(?::[A-Za-z0-9_]+)*`)

// Served reads history/pvs.json of a demo folder: the names of the channels, those
// of before the renaming too.
func Served(fsys fs.FS) (map[string]bool, error) {
	text, err := fs.ReadFile(fsys, "history/pvs.json")
	if err != nil {
		return nil, fmt.Errorf("read channels: %w", err)
	}
	var list []struct{ Name, Legacy string }
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("read history/pvs.json: %w", err)
	}
	names := map[string]bool{}
	for _, c := range list {
		names[c.Name] = true
		if c.Legacy != "" {
			names[c.Legacy] = true
		}
	}
	return names, nil
}

// Unserved returns the channels that records name, that differ from a served one
// by numbers only, and that are not served. Others are signals that exist at the
// site and are not part of the demo machine.
func Unserved(c *Corpus, served map[string]bool) []string {
	shapes := map[string]bool{}
	for name := range served {
		shapes[shapeOf(name)] = true
	}
	var bad []string
	seen := map[string]bool{}
	for _, rec := range c.Records {
		for _, name := range pvName.FindAllString(string(rec.Content), -1) {
			if !served[name] && !seen[name] && shapes[shapeOf(name)] {
				bad = append(bad, fmt.Sprintf("%s names %s, which is not served", rec.DocID, name))
			}
			seen[name] = true
		}
	}
	return bad
}

// shapeOf replaces the digits of a name.
func shapeOf(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '#'
		}
		return r
	}, name)
}
