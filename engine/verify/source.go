package verify

import (
	"fmt"
	"slices"
)

// Source is a text that claims are checked against, read once. It is safe for
// concurrent use.
type Source struct {
	whole     facts
	sentences []facts // only when there is a negation among them
}

// NewSource reads a text.
func NewSource(text string) Source {
	s := Source{whole: factsOf(text)}
	if s.whole.negated {
		s.sentences = sentenceFacts(text)
	}
	return s
}

// Check returns nil when a claim, without citation marks, stands on the text.
func (s Source) Check(claim string) error {
	stated := factsOf(claim)
	for _, detail := range stated.details {
		if !s.whole.has[detail.Text] {
			return fmt.Errorf("%s %q %w", kindName(detail.Kind), detail.Text, ErrDetail)
		}
	}
	if share := stated.shareIn(s.whole); share < minWords {
		return fmt.Errorf("%w (%.0f %%)", ErrWords, 100*share)
	}
	if !stated.negated && !s.whole.negated {
		return nil
	}
	if slices.ContainsFunc(sentenceFacts(claim), s.contradicts) {
		return ErrNegation
	}
	return nil
}

// contradicts compares one sentence of a claim with the sentences that it
// repeats, which are those that hold most of its words: one side is negated and
// the other is not. A sentence of the text may say more than the claim repeats,
// so its negation counts only when the claim repeats most of it.
func (s Source) contradicts(claim facts) bool {
	if !s.whole.negated {
		return claim.negated
	}
	repeated, best := []facts(nil), -1.0
	for _, f := range s.sentences {
		share := claim.shareIn(f)
		if share > best {
			repeated, best = repeated[:0], share
		}
		if share == best {
			repeated = append(repeated, f)
		}
	}
	if slices.ContainsFunc(repeated, func(f facts) bool { return f.negated == claim.negated }) {
		return false
	}
	return claim.negated || slices.ContainsFunc(repeated, func(f facts) bool { return f.shareIn(claim) >= 0.8 })
}
