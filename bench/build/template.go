package build

import (
	"context"
	"crypto/sha256"
	_ "embed" // the wordings
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"owl/bench/suite"
)

//go:embed templates.json
var templatesFile []byte

// templates word questions without a language model.
type templates struct {
	wordings map[string][]string
	hash     string // SHA-256 of the file, hexadecimal
}

func readTemplates() (templates, error) {
	sum := sha256.Sum256(templatesFile)
	t := templates{hash: hex.EncodeToString(sum[:])}
	if err := json.Unmarshal(templatesFile, &t.wordings); err != nil {
		return t, fmt.Errorf("read the templates: %w", err)
	}
	return t, nil
}

// draft is a question with its facts, before it was looked at.
type draft struct {
	sample
	question string
	gold     string // of a model; empty to make it of the facts
}

// generator words a question for a sample. A refusal says why it cannot be
// worded; an error that nothing more can be generated.
type generator interface {
	generate(ctx context.Context, s sample) (d draft, refusal string, err error)
	provenance(s sample) Generator
}

// written is the generator of templates.
type written struct {
	templates
	seed uint64
}

var slot = regexp.MustCompile(`\{([a-z]+)\}`)

func (w written) generate(_ context.Context, s sample) (draft, string, error) {
	list := w.wordings[s.template]
	if len(list) == 0 {
		return draft{}, "", fmt.Errorf("there is no template %q", s.template)
	}
	wording := list[choose(w.seed, s.key()).IntN(len(list))]
	refusal := ""
	question := slot.ReplaceAllStringFunc(wording, func(m string) string {
		value := strings.TrimSpace(s.slots[m[1:len(m)-1]])
		if value == "" {
			refusal = "nothing to name it by"
		}
		return value
	})
	return draft{sample: s, question: question}, refusal, nil
}

func (w written) provenance(s sample) Generator {
	return Generator{Name: "templates", Template: s.template, Hash: w.hash}
}

// choose is a source of choices that depends on seed and name alone, whatever
// was chosen before.
func choose(seed uint64, name string) *rand.Rand {
	sum := sha256.Sum256([]byte(name))
	var b uint64
	for _, x := range sum[:8] {
		b = b<<8 | uint64(x)
	}
	return rand.New(rand.NewPCG(seed, b))
}

// lead stands before a fact in a gold answer.
func lead(role suite.Role) string {
	switch role {
	case suite.Cause:
		return "Cause: "
	case suite.Effect:
		return "Seen: "
	case suite.Resolution:
		return "Done: "
	}
	return ""
}

// answer makes the gold answer of facts, in their order.
func answer(facts []fact) string {
	var parts []string
	last := suite.Role("")
	for _, f := range facts {
		text := f.text
		if f.role != last {
			text = lead(f.role) + text
		}
		last = f.role
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ") + "."
}
