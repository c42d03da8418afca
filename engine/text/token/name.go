package token

import "strings"

// nameRun sorts a run with letters: a word, a compound or an identifier.
func (sc *scanner) nameRun(r run) {
	var s shape
	s.measure(r.text)
	switch {
	case s.identifier(r.text):
		sc.ident(r)
	case s.joiners > 0 || s.humps > 0:
		sc.compound(r)
	case s.plural:
		sc.word(r.text[:len(r.text)-1], r.src(0), r.end())
	default:
		sc.word(r.text, r.src(0), r.end())
	}
}

// shape is what the characters of a run say about it.
type shape struct {
	digits, small, capitals      int
	joiners, dashes, colons, low int // low: underscores and braces
	humps                        int // "aB", and "ABcd"
	plural                       bool
}

func (s *shape) measure(t string) {
	for i := 0; i < len(t); i++ {
		switch classes[t[i]] {
		case digit:
			s.digits++
		case upper:
			s.capitals++
			if i > 0 && (classes[t[i-1]] == lower || classes[t[i-1]] == high) {
				s.humps++
			}
		case joiner:
			s.joint(t[i])
		default:
			s.small++
		}
	}
	if plain := s.joiners == 0 && s.digits == 0; plain && s.humps == 0 && s.capitals > 1 {
		s.plural = s.small == 1 && t[len(t)-1] == 's'
		if s.small > 1 {
			s.humps++ // HTTPServer
		}
	}
	if len(t) < 4 && s.joiners == 0 {
		s.humps = 0 // kHz, keV
	}
}

func (s *shape) joint(c byte) {
	if c == '\'' {
		return // belongs to the word
	}
	s.joiners++
	switch c {
	case '-':
		s.dashes++
	case ':':
		s.colons++
	case '_', '{', '}':
		s.low++
	}
}

// identifier reports whether the run names one thing.
func (s *shape) identifier(t string) bool {
	switch {
	case s.colons > 0 || s.low > 0 || s.digits > 0:
		return true
	case s.dashes > 0 && s.small == 0:
		return true // DIAG-TN
	case s.joiners == 0:
		return s.humps > 1 || s.humps == 1 && classes[t[0]] == lower
	}
	return isFileName(t)
}

// isFileName reports whether s, which has no digit or underscore, ends in a
// well-known file extension.
func isFileName(s string) bool {
	dot := strings.LastIndexByte(s, '.')
	if dot < 1 {
		return false
	}
	switch strings.ToLower(s[dot+1:]) {
	case "md", "rst", "txt", "tex", "bib", "html", "htm", "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "csv", "tsv",
		"json", "jsonl", "xml", "yaml", "yml", "toml", "ini", "cfg", "conf", "properties", "env", "log",
		"py", "go", "c", "h", "cc", "cpp", "hpp", "java", "jar", "war", "js", "ts", "sh", "bash", "csh", "tcl", "pl", "rb", "lua", "sql",
		"db", "dbd", "vdb", "template", "substitutions", "proto", "cmd", "iocsh", "st", "stt", "acf", "req", "sav",
		"adl", "edl", "opi", "bob", "ui", "plt", "mda", "sdds", "ele", "lte", "mat", "nxs", "hdf", "tif", "tiff", "png", "jpg", "jpeg", "gif", "svg",
		"zip", "gz", "tar", "service", "socket", "timer":
		return true
	}
	return false
}

// ident emits an identifier: whole, without its suffix, segments, parts.
func (sc *scanner) ident(r run) {
	sc.emit(sc.name(r.text), Ident, r.src(0), r.end(), sc.pos)
	sc.stemOfWhole(r)
	// A record name before a field, a file name before its extension.
	if dot := strings.LastIndexByte(r.text, '.'); dot > 0 && isLetter(r.text, dot+1) {
		if base := r.slice(0, dot); strings.ContainsAny(base.text, ":_-.") {
			sc.emit(sc.name(base.text), Part, base.src(0), base.end(), sc.pos)
		}
	}
	sc.parts(r)
}

// compound emits a word of several parts: whole, written as one, parts.
func (sc *scanner) compound(r run) {
	whole := sc.name(r.text)
	if !isDigit(r.text, 0) { // "35-id" may stand for the identifier 35-ID
		whole = sc.memo.stem(sc.lowered(r.text))
	}
	sc.emit(whole, Word, r.src(0), r.end(), sc.pos)
	if strings.Contains(r.text, "-") {
		joined := strings.ReplaceAll(r.text, "-", "")
		sc.emit(sc.memo.stem(sc.lowered(joined)), Part, r.src(0), r.end(), sc.pos)
	}
	sc.parts(r)
}

// stemOfWhole emits the stem of an identifier that only its case tells from a
// word, so that it is found when typed in small letters.
func (sc *scanner) stemOfWhole(r run) {
	for i := 0; i < len(r.text); i++ {
		if c := classes[r.text[i]]; c == digit || c == joiner && !strings.ContainsRune("-.'", rune(r.text[i])) {
			return
		}
	}
	low := sc.lowered(r.text)
	if s := sc.memo.stem(low); s.text != low {
		sc.emit(s, Part, r.src(0), r.end(), sc.pos)
	}
}
