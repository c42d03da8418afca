package faith

import (
	"context"
	"fmt"
)

// NLI is a model of natural-language inference or groundedness: the second
// opinion on claims that the check in code lets pass. Implementations are safe
// for concurrent use.
type NLI interface {
	// Entails gives the probability that a hypothesis follows from a premise, 0..1.
	Entails(ctx context.Context, premise, hypothesis string) (float64, error)
}

// Entailed is the least probability at which a claim follows, as in the reference
// system.
const Entailed = 0.5

// Backstop asks a model about the claims that stand on a record, and notes its
// probability in each. Premise gives what a claim is held against.
func Backstop(ctx context.Context, findings []Finding, premise func(Finding) string, model NLI) error {
	for i := range findings {
		f := &findings[i]
		if !f.OnRecords {
			continue
		}
		p, err := model.Entails(ctx, premise(*f), f.Text)
		if err != nil {
			return fmt.Errorf("claim %q: %w", f.Text, err)
		}
		f.NLI = &p
	}
	return nil
}

// NLIRate is the share of the claims that stand on no cited record or, by the
// model, do not follow from what they cite; ok is false when there is no claim or
// the model was not asked.
func NLIRate(findings []Finding) (rate float64, ok bool) {
	unfounded, judged := 0, 0
	for _, f := range findings {
		switch {
		case !f.OnRecords:
			unfounded++
		case f.NLI == nil:
			return 0, false
		default:
			judged++
			if *f.NLI < Entailed {
				unfounded++
			}
		}
	}
	if len(findings) == 0 {
		return 0, false
	}
	return float64(unfounded) / float64(len(findings)), true
}
