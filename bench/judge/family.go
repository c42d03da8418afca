package judge

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"owl/engine"
)

//go:embed families.json
var familiesFile []byte

// NoModel is the generator that is no model: the extractive composer.
const NoModel = "extractive"

// The reasons why a model may not judge. Both are engine.ErrUsage.
var (
	ErrSameFamily    = fmt.Errorf("judge and generator are of one family: %w", engine.ErrUsage)
	ErrUnknownFamily = fmt.Errorf("family of a model is not known: %w", engine.ErrUsage)
)

// Families returns the families whose name stands in a model's name, such as
// qwen for "Qwen/Qwen2.5-7B-Instruct". A model that was distilled from one into
// another has both. None means that the table does not know it.
func Families(model string) ([]string, error) {
	var table []struct {
		Family string   `json:"family"`
		Names  []string `json:"names"`
	}
	if err := json.Unmarshal(familiesFile, &table); err != nil {
		return nil, fmt.Errorf("read families.json: %w", err)
	}
	var found []string
	for _, f := range table {
		if slices.ContainsFunc(f.Names, func(name string) bool { return names(model, name) }) {
			found = append(found, f.Family)
		}
	}
	return found, nil
}

// names tells whether a family's name stands in a model's: at the start of a
// part, and not as the start of a longer word. "o1" is in "o1-mini", "phi" is
// not in "dolphin" or "philo".
func names(model, name string) bool {
	model = strings.ToLower(model)
	for at := 0; ; {
		i := strings.Index(model[at:], name)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(name)
		before := start == 0 || !isLetterOrDigit(model[start-1])
		after := end == len(model) || !unicode.IsLetter(rune(model[end]))
		if before && after {
			return true
		}
		at = start + 1
	}
}

func isLetterOrDigit(c byte) bool { return unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) }

// apart checks that the judge is of another family than the generator. A family
// that is given overrides what the name says; without one an unknown name is
// refused, since nobody can tell.
func apart(judge, judgeFamily, generator, generatorFamily string) error {
	if generator == NoModel {
		return nil
	}
	if strings.EqualFold(judge, generator) {
		return fmt.Errorf("%q would judge itself: %w", judge, ErrSameFamily)
	}
	a, errA := familiesOf(judge, judgeFamily)
	b, errB := familiesOf(generator, generatorFamily)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	for _, f := range a {
		if slices.Contains(b, f) {
			return fmt.Errorf("%q and %q are %s: %w", judge, generator, f, ErrSameFamily)
		}
	}
	return nil
}

func familiesOf(model, given string) ([]string, error) {
	if given != "" {
		return []string{strings.ToLower(given)}, nil
	}
	found, err := Families(model)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%q: %w; it must be given", model, ErrUnknownFamily)
	}
	return found, nil
}
