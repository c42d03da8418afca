package compose

import (
	"regexp"
	"strconv"
	"strings"

	"owl/engine"
)

var (
	revisionTitle = regexp.MustCompile(`(?i)\s*[,(]?\s*\b(?:revision|rev\.?|version)\s*(\d+)[^)]*\)?`)
	revisionID    = regexp.MustCompile(`[_-]r(\d+)$`)
)

// document names what a record is a revision of, and which one it is. ok is
// false when neither title nor id say that it is one.
func document(r engine.Record) (name string, revision int, ok bool) {
	if m := revisionID.FindStringSubmatch(r.DocID); m != nil {
		n, err := strconv.Atoi(m[1])
		return strings.TrimSuffix(r.DocID, m[0]), n, err == nil
	}
	if m := revisionTitle.FindStringSubmatch(string(r.Title)); m != nil {
		n, err := strconv.Atoi(m[1])
		return r.FileID + " " + revisionTitle.ReplaceAllString(string(r.Title), ""), n, err == nil
	}
	return "", 0, false
}

func isSuperseded(r engine.Record) bool { return supersededTitle.MatchString(string(r.Title)) }

// newest sorts out what a newer revision among the passages replaces. When an
// earlier one is asked for all stay.
func (a *asked) newest(list []*passage) (kept, replaced []*passage) {
	if a.Old {
		return list, nil
	}
	latest := map[string]int{}
	for _, p := range list {
		if name, revision, ok := document(p.rec); ok {
			latest[name] = max(latest[name], revision)
		}
	}
	for _, p := range list {
		if name, revision, ok := document(p.rec); ok && revision < latest[name] {
			replaced = append(replaced, p)
		} else {
			kept = append(kept, p)
		}
	}
	return kept, replaced
}
