package channels

import (
	"fmt"
	"strings"
)

// onlyNames tells a question that holds nothing but names and globs.
func (f *Finder) onlyNames(words string) ([]string, bool) {
	var names []string
	for _, t := range tokenise(words) {
		switch {
		case t == "," || t == "and" || t == "or":
		case nameLike(t) || f.exact(t) >= 0:
			names = append(names, t)
		default:
			return nil, false
		}
	}
	return names, len(names) > 0
}

// exact is the channel of a name that has more than letters; -1 when there is
// none.
func (f *Finder) exact(name string) int {
	if !strings.ContainsAny(name, ":_-.0123456789") {
		return -1
	}
	other := -1
	for i := range f.entries {
		have := f.entries[i].PV
		if len(have) != len(name) {
			continue
		}
		if have == name {
			return i
		}
		if strings.EqualFold(have, name) {
			other = i
		}
	}
	return other
}

// named answers a question of names.
func (f *Finder) named(names []string) Result {
	r := Result{Channels: []Channel{}}
	seen := map[int]bool{}
	for _, name := range names {
		members, note := f.lookup(name)
		if note != "" {
			r.Notes = append(r.Notes, note)
		}
		for _, i := range members {
			if !seen[i] {
				seen[i] = true
				r.Channels = append(r.Channels, f.channel(i, 1))
			}
		}
	}
	rank(r.Channels)
	return r
}

func (f *Finder) channel(i int, score float64) Channel {
	return Channel{PV: f.entries[i].PV, Description: f.entries[i].Description, Score: score}
}

// lookup gives the channels of a name: the one that has it, those of a glob, or
// those of which it is a part between separators. A note says when none has it.
func (f *Finder) lookup(name string) (members []int, note string) {
	if i := f.exact(name); i >= 0 {
		if have := f.entries[i].PV; have != name {
			note = fmt.Sprintf("there is no %s; read as %s", name, have)
		}
		return []int{i}, note
	}
	if i := f.former(name); i >= 0 {
		return []int{i}, fmt.Sprintf("%s is another name of %s", name, f.entries[i].PV)
	}
	if strings.ContainsAny(name, "*?{") {
		g, err := newGlob(name)
		if err != nil {
			return nil, err.Error()
		}
		for i := range f.entries {
			if g.match(f.entries[i].PV) {
				members = append(members, i)
			}
		}
		if len(members) == 0 && strings.HasSuffix(name, "?") {
			return f.lookup(strings.TrimRight(name, "?"))
		}
		if len(members) == 0 {
			note = "no channel matches " + told(name)
		}
		return members, note
	}
	if members = f.partial(name); len(members) > 0 {
		return members, fmt.Sprintf("no channel is called %s; these have it in their names", told(name))
	}
	return nil, f.missing(name)
}

// former is the channel that has a name as its alias or its name of before; -1
// when there is none.
func (f *Finder) former(name string) int {
	for i := range f.entries {
		for _, field := range []string{"legacy", "alias", "aliases"} {
			for alias := range strings.SplitSeq(f.entries[i].Fields[field], ",") {
				if alias = strings.TrimSpace(alias); alias != "" && strings.EqualFold(alias, name) {
					return i
				}
			}
		}
	}
	return -1
}

// partial lists the channels that have a name as whole parts of theirs.
func (f *Finder) partial(name string) []int {
	part := strings.ToLower(strings.Trim(name, ":."))
	if len(part) < 2 {
		return nil
	}
	var out []int
	for i := range f.entries {
		pv := strings.ToLower(f.entries[i].PV)
		at := strings.Index(pv, part)
		if at < 0 {
			continue
		}
		end := at + len(part)
		if (at == 0 || separator(pv[at-1])) && (end == len(pv) || separator(pv[end])) {
			out = append(out, i)
		}
	}
	return out
}

func separator(c byte) bool { return c == ':' || c == '.' || c == '_' || c == '-' }

// missing says that a name does not exist, with the nearest ones.
func (f *Finder) missing(name string) string {
	near := nearest(name, func(yield func(string) bool) {
		for i := range f.entries {
			if !yield(f.entries[i].PV) {
				return
			}
		}
	}, nearLimit)
	if len(near) == 0 {
		return fmt.Sprintf("no channel is called %s, and none is near it", told(name))
	}
	return fmt.Sprintf("no channel is called %s; the nearest are %s", told(name), strings.Join(near, ", "))
}

// shownName is how much of a name that does not exist is told.
const shownName = 80

// told cuts a name that is too long for a line.
func told(name string) string {
	if len(name) <= shownName {
		return name
	}
	return strings.ToValidUTF8(name[:shownName], "") + "..."
}
