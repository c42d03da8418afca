package nuggets

// The least coverage of full and of partial support, chosen on the development
// half of the labelled pairs.
const (
	full        = 0.6
	fullOfWords = 0.5
	part        = 0.25
	partOfWords = 0.5
)

// coverage is the share of a nugget that is stated, by weight.
func (l likeness) coverage() float64 {
	if l.weight+l.words == 0 {
		return 0
	}
	return (l.weightFound + l.wordsFound) / (l.weight + l.words)
}

// turned reports that a good part of what both sides speak of is denied on one
// side only, or that the stretch says what the nugget denies.
func (l likeness) turned() bool { return l.refuted || l.against > 0 && 3*l.against >= l.shared }

// rank orders stretches: more of the nugget, then fewer statements.
func (l likeness) rank() float64 {
	r := l.coverage() - 0.04*float64(l.length)
	if l.turned() {
		r -= 0.05
	}
	return r
}

func (l likeness) verdict() Verdict {
	missing := l.details - l.detailsFound
	switch {
	case l.turned():
		return None
	case missing == 0 && l.fully():
		return Support
	case l.rivals > 0 && l.rivals >= min(missing, l.detailsFound):
		return None
	case l.partly():
		return Partial
	}
	return None
}

// fully wants most of the nugget, and of its words a share that is smaller the
// more details there are.
func (l likeness) fully() bool {
	if l.unmet || l.rivals > 0 || l.coverage() < full || !l.distinct() {
		return false
	}
	return l.details >= 3 || l.words <= 1 || l.wordsFound >= fullOfWords/float64(max(1, l.details))*l.words
}

// distinct reports that what was found does not stand in any text: a word, two
// telling details, or one with every other word over it, as in a table. Without
// a word several numbers of one statement will do, if none is tiny.
func (l likeness) distinct() bool {
	switch {
	case l.wordsFound >= 1 || l.telling >= 2:
		return true
	case l.telling == 1:
		return l.wordsFound >= headWeight*l.words
	}
	return l.words < 1 && l.detailsFound >= 2 && l.tiny == 0 && l.length == 1
}

// partly wants a word in the stretch itself besides another one or a detail: a
// device or a number alone is only the subject. All details but one do without.
func (l likeness) partly() bool {
	switch {
	case l.telling >= 2 && l.details-l.detailsFound <= 1:
		return true
	case l.wordsHere < 1 || l.wordsHere < 2 && l.telling == 0:
		return false
	case l.details == 0:
		return l.coverage() >= partOfWords
	}
	return l.coverage() >= part
}
