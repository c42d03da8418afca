// Package names finds the identifiers in a question: PVs, record ids, devices,
// documents, runs, files, command flags and names out of code. An identifier is
// searched as typed: it is never corrected, taken apart or expanded.
package names

import (
	"regexp"
	"strings"

	"owl/engine/text/token"
)

// Kind says what an identifier names.
type Kind string

// The kinds of identifiers.
const (
	PV       Kind = "pv"       // SR:RF:B:CIRC:FLOW
	Record   Kind = "record"   // WRQ_43541
	Device   Kind = "device"   // ST-B3, FE12
	Document Kind = "document" // DIAG-TN-2024-018
	Run      Kind = "run"      // 2026-2
	File     Kind = "file"     // orbit.sdds, /data05
	Flag     Kind = "flag"     // --full
	Code     Kind = "code"     // mergeDuringRetrieval, std::vector
	Address  Kind = "address"  // 10.0.0.1
)

// Name is one identifier of a text.
type Name struct {
	Text       string // as typed
	Kind       Kind
	Start, End int // its bytes
}

// maxNames is how many identifiers of a text are kept.
const maxNames = 100

var (
	record   = regexp.MustCompile(`^[A-Za-z]{2,}(?:_[A-Za-z0-9]+)*_\d{2,}$|^[A-Z]{2,}-\d{5,}$`)
	document = regexp.MustCompile(`^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-(?:\d{2,}|\d+-\d+|[A-Z]+-\d+)$`)
	runName  = regexp.MustCompile(`^(?:19|20)\d\d-\d$`)
	address  = regexp.MustCompile(`^\d+(?:\.\d+){3}(?::\d+)?$`)
	path     = regexp.MustCompile(`(?:^|[\s"'(])(/[A-Za-z0-9_.][A-Za-z0-9_./-]*[A-Za-z0-9])`)
	run      = regexp.MustCompile(`(?:^|[\s"'(])((?:19|20)\d\d-\d)(?:$|[^\w-])`)
)

// Find returns the identifiers of a text in its order, without overlap.
func Find(text string) []Name {
	var all []Name
	add := func(kind Kind, start, end int) {
		if len(all) < maxNames && (len(all) == 0 || start >= all[len(all)-1].End) {
			all = append(all, Name{text[start:end], kind, start, end})
		}
	}
	extra := outside(text)
	token.Each(text, func(t token.Token) bool {
		for len(extra) > 0 && extra[0].Start <= t.Start {
			add(extra[0].Kind, extra[0].Start, extra[0].End)
			extra = extra[1:]
		}
		if t.Kind == token.Ident && (len(all) == 0 || t.Start >= all[len(all)-1].End) {
			add(kindOf(text[t.Start:t.End]), t.Start, t.End)
		}
		return len(all) < maxNames
	})
	return all
}

// outside finds what the tokenizer does not take for one identifier: paths and
// names of runs.
func outside(text string) []Name {
	var all []Name
	for _, m := range path.FindAllStringSubmatchIndex(text, maxNames) {
		all = append(all, Name{text[m[2]:m[3]], File, m[2], m[3]})
	}
	for _, m := range run.FindAllStringSubmatchIndex(text, maxNames) {
		n := Name{text[m[2]:m[3]], Run, m[2], m[3]}
		i := 0
		for i < len(all) && all[i].Start < n.Start {
			i++
		}
		all = append(all[:i:i], append([]Name{n}, all[i:]...)...)
	}
	return all
}

func kindOf(name string) Kind {
	switch {
	case strings.HasPrefix(name, "-"):
		return Flag
	case address.MatchString(name):
		return Address
	case runName.MatchString(name):
		return Run
	case strings.Contains(name, "::"):
		return Code
	case strings.Contains(name, ":"):
		return PV
	case record.MatchString(name):
		return Record
	case isFile(name):
		return File
	case strings.Count(name, "-") > 1 && document.MatchString(name):
		return Document
	case strings.ContainsAny(name, "0123456789") && !strings.ContainsAny(name, "_{}"), name == strings.ToUpper(name):
		return Device
	}
	return Code
}

// isFile reports whether a name ends like a file: in a point and letters.
func isFile(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	return dot > 0 && len(name)-dot <= 6 && strings.Trim(strings.ToLower(name[dot+1:]), "abcdefghijklmnopqrstuvwxyz0123456789") == "" &&
		strings.Trim(name[dot+1:], "0123456789") != ""
}

// At reports whether byte i belongs to one of the names.
func At(all []Name, i int) bool {
	for _, n := range all {
		if n.Start <= i && i < n.End {
			return true
		}
	}
	return false
}
