package query

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"owl/engine"
	"owl/engine/query/intent"
	"owl/engine/query/names"
	"owl/engine/trace"
)

// Adviser is a model that may add to what was understood. Advise returns soon
// after its context has ended.
type Adviser interface {
	Advise(ctx context.Context, question string) (Advice, error)
}

// Advice is what a model says about a question. It can add words, paraphrases
// and an intent; it can neither filter nor take anything away.
type Advice struct {
	Intent      engine.Untrusted
	Expansions  []engine.Untrusted // words that records may use
	Paraphrases []engine.Untrusted
}

// Limits of advice.
const (
	maxAdvised     = 300 // bytes of one text
	adviceWeight   = 0.25
	maxAdviceTerms = 8
)

// Consult asks an adviser, which may be nil, and waits for it no longer than the
// limit. The error says why there is no advice; WithAdvice turns it into a step.
func Consult(ctx context.Context, a Adviser, question string, limit time.Duration) (advice Advice, err error) {
	if a == nil {
		return Advice{}, errNoAdviser
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("ask for advice: internal fault: %v", p)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	question, _ = head(question)
	advice, err = a.Advise(ctx, question)
	if err == nil {
		err = ctx.Err() // too late is too late
	}
	if err != nil {
		return Advice{}, fmt.Errorf("ask for advice: %w", err)
	}
	return advice, nil
}

var errNoAdviser = errors.New("no model is configured")

// WithAdvice adds the outcome of Consult. What does not pass as a plain line, or
// names identifiers that the question does not, is left out; both are said.
func (u Understanding) WithAdvice(a Advice, err error) Understanding {
	u.Steps = slices.Clone(u.Steps)
	say := func(format string, args ...any) {
		u.Steps = append(u.Steps, trace.Step{Name: "advice", Did: fmt.Sprintf(format, args...)})
	}
	switch {
	case errors.Is(err, errNoAdviser):
		say("off: %v", err)
		return u
	case errors.Is(err, context.DeadlineExceeded):
		say("late: the model did not answer in time; without its advice")
		return u
	case err != nil:
		say("failed: %v; without its advice", err)
		return u
	}
	var did []string
	refused := 0
	terms := u.lines(a.Expansions, &refused)
	u.Synonyms = slices.Clone(u.Synonyms)
	for _, t := range terms[:min(len(terms), maxAdviceTerms)] {
		u.Synonyms = append(u.Synonyms, Synonym{Text: t, Weight: adviceWeight})
		did = append(did, fmt.Sprintf("word %q", t))
	}
	if u.multiQuery {
		ours := u.phrasings()
		for _, p := range u.lines(a.Paraphrases, &refused) {
			if ours.add(p, "by the model") {
				did = append(did, fmt.Sprintf("paraphrase %q", p))
			}
		}
		u.Paraphrases = ours.all
	}
	if i := Intent(strings.ToLower(strings.TrimSpace(string(a.Intent)))); slices.Contains(intent.All(), i) && i != u.Intent {
		did = append(did, fmt.Sprintf("intent %s in place of %s", i, u.Intent))
		u.Intent, u.Reasons = i, []intent.Reason{{For: i, Why: "the model says so"}}
	}
	if refused > 0 {
		did = append(did, fmt.Sprintf("%d of its texts were refused", refused))
	}
	if len(did) == 0 {
		did = []string{"the model added nothing"}
	}
	say("%s", strings.Join(did, "; "))
	return u
}

// lines are the texts that pass.
func (u Understanding) lines(texts []engine.Untrusted, refused *int) []string {
	var out []string
	for _, t := range texts {
		line := strings.Join(strings.Fields(string(t)), " ")
		if !u.passes(line) {
			*refused++
			continue
		}
		out = append(out, line)
	}
	return out
}

func (u Understanding) passes(line string) bool {
	if line == "" || len(line) > maxAdvised || strings.ToValidUTF8(line, "") != line || strings.ContainsFunc(line, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
	}) {
		return false
	}
	for _, n := range names.Find(line) {
		if !slices.ContainsFunc(u.Identifiers, func(own names.Name) bool { return strings.EqualFold(own.Text, n.Text) }) {
			return false
		}
	}
	return true
}
