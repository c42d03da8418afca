// Package judge lets a language model decide what the matcher of package nuggets
// decides in code.
//
// The judge is a port with one implementation, a client of OpenAI-compatible
// chat endpoints. It never judges a model of its own family, and what it cannot
// read it does not count: a reply that is no verdict is asked for again with a
// stricter prompt, and is then Unjudged, neither 0 nor 1.
//
//	judge.go   the port
//	chat.go    one judgement: cache, prompt, stricter prompt
//	request.go one request: time limit, retries with jitter
//	reply.go   the verdict in a reply
//	cache.go   verdicts on disk, by the hash of all that they depend on
//	family.go  families of models, from families.json
//	prompts/   what the judge is told; their hash belongs into the report
package judge

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"

	"owl/bench/nuggets"
)

// Judge decides about nuggets and claims. Implementations are safe for
// concurrent use.
type Judge interface {
	// Nugget tells whether an answer to a question states a nugget. Unjudged
	// without an error means that the judge gave no readable verdict; with an
	// error that it could not be asked.
	Nugget(ctx context.Context, question, nugget, answer string) (nuggets.Verdict, error)
	// Claim tells whether a claim follows from evidence, in the same way.
	Claim(ctx context.Context, claim, evidence string) (nuggets.Verdict, error)
}

//go:embed prompts/*.txt
var promptFiles embed.FS

// prompts are the texts that the judge is told.
type prompts struct{ nugget, claim, strict string }

func readPrompts() (prompts, error) {
	var p prompts
	for _, f := range []struct {
		name string
		into *string
	}{{"nugget", &p.nugget}, {"claim", &p.claim}, {"strict", &p.strict}} {
		text, err := promptFiles.ReadFile("prompts/" + f.name + ".txt")
		if err != nil {
			return prompts{}, fmt.Errorf("read the judge's prompts: %w", err)
		}
		*f.into = string(text)
	}
	return p, nil
}

// hash identifies the prompts: SHA-256 in hexadecimal.
func (p prompts) hash() string {
	sum := sha256.Sum256([]byte(p.nugget + "\x00" + p.claim + "\x00" + p.strict))
	return hex.EncodeToString(sum[:])
}
