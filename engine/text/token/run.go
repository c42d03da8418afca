package token

// run is a stretch of letters, digits and joiners. Its text is a piece of the
// source, or of the folded copy when it holds runes beyond ASCII.
type run struct {
	text    string
	base    int   // source offset of text[0] when offsets is nil
	offsets []int // source offset of each byte of text, and of its end
}

func (r run) len() int { return len(r.text) }

// src returns the source offset of text[i].
func (r run) src(i int) int {
	if r.offsets == nil {
		return r.base + i
	}
	return r.offsets[i]
}

func (r run) end() int { return r.src(len(r.text)) }

// slice returns the run text[i:j].
func (r run) slice(i, j int) run {
	if r.offsets == nil {
		return run{text: r.text[i:j], base: r.base + i}
	}
	return run{text: r.text[i:j], offsets: r.offsets[i : j+1]}
}

// read returns the run that starts at source offset i.
func (sc *scanner) read(i int) run {
	end, plain := runEnd(sc.src, i, false)
	if plain {
		return run{text: sc.src[i:end], base: i}
	}
	text, offsets := sc.fold(i)
	end, _ = runEnd(text, 0, true)
	return run{text: text[:end], offsets: offsets[:end+1]}
}

// runEnd returns where the run that starts at s[i] ends. Unless the text is
// folded, it gives up at a rune beyond ASCII: plain is then false.
func runEnd(s string, i int, folded bool) (end int, plain bool) {
	start, braced, colon := i, false, false
	for ; i < len(s) && i-start < maxRun; i++ {
		switch classes[s[i]] {
		case separator:
			return i, true
		case high:
			if !folded {
				return i, false
			}
		case joiner:
			switch {
			case s[i] == '{' && colon && !braced && alnum(s, i+1):
				braced = true
			case s[i] == '}' && braced:
				braced = false
			case !joins(s, start, i):
				return i, true
			}
			colon = colon || s[i] == ':'
		}
	}
	for i < len(s) && i > start && (s[i]&0xC0 == 0x80 || classes[s[i-1]] == joiner) {
		i-- // a cut never parts a rune, nor leaves a joiner behind
	}
	return i, true
}

// joins reports whether the joiner s[i] continues the run that began at start.
func joins(s string, start, i int) bool { //nolint:gocyclo // one rule a joiner, side by side
	switch c := s[i]; c {
	case ':', '_':
		if i+1 < len(s) && s[i+1] == c && i > start && s[i-1] != c {
			return alnum(s, i+2) // std::vector
		}
		return alnum(s, i+1)
	case '-':
		return (alnum(s, i-1) || i > start && s[i-1] == '}') && alnum(s, i+1)
	case '.':
		return alnum(s, i+1)
	case '/':
		return isDigit(s, i+1) && only(s[start:i], "0123456789/")
	case '\'':
		return isLetter(s, i-1) && isLetter(s, i+1)
	case ',':
		return i > start && isDigit(s, i+1) && isDigit(s, i+2) && isDigit(s, i+3) && !alnum(s, i+4) && thousands(s[start:i])
	case '+':
		return i-1 > start && (s[i-1] == 'e' || s[i-1] == 'E') && isDigit(s, i+1) && only(s[start:i-1], "0123456789.")
	}
	return false
}

// thousands reports whether s can stand before a thousands separator.
func thousands(s string) bool {
	for len(s) > 3 && s[len(s)-4] == ',' {
		s = s[:len(s)-4]
	}
	return len(s) <= 3 && only(s, "0123456789")
}

// only reports whether s consists of bytes of the set.
func only(s, set string) bool {
	for i := 0; i < len(s); i++ {
		found := false
		for j := 0; j < len(set); j++ {
			found = found || s[i] == set[j]
		}
		if !found {
			return false
		}
	}
	return true
}
