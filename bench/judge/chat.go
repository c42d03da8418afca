package judge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"owl/bench/nuggets"
	"owl/engine"
)

// Options say whom to ask, and about whom.
type Options struct {
	BaseURL string // of an OpenAI-compatible endpoint, with /v1
	Model   string
	Key     string // bearer token; may be empty

	// The model whose answers are judged, NoModel for the extractive composer.
	Generator string
	// Families of the two, where their names do not say them.
	Family, GeneratorFamily string

	CacheDir  string        // of the verdicts; empty keeps none
	Timeout   time.Duration // of one request; 0 is a minute
	Attempts  int           // of one request that fails; 0 is 4
	MaxTokens int           // of a reply; 0 is 512
	Client    *http.Client  // nil is a client of its own

	Wait   func(context.Context, time.Duration) error // nil waits; a test need not
	Random func() float64                             // 0..1, for the jitter; nil is random
}

// Chat is a Judge behind a chat endpoint.
type Chat struct {
	opts    Options
	prompts prompts
	cache   cache
}

// NewChat returns the judge, unless it is of the generator's family
// (ErrSameFamily) or nobody can tell (ErrUnknownFamily).
func NewChat(opts Options) (*Chat, error) {
	if opts.BaseURL == "" || opts.Model == "" || opts.Generator == "" {
		return nil, fmt.Errorf("judge: base URL, model and generator must be given: %w", engine.ErrUsage)
	}
	if err := apart(opts.Model, opts.Family, opts.Generator, opts.GeneratorFamily); err != nil {
		return nil, fmt.Errorf("judge: %w", err)
	}
	p, err := readPrompts()
	if err != nil {
		return nil, err
	}
	opts.Timeout = cmp.Or(opts.Timeout, time.Minute)
	opts.Attempts = cmp.Or(opts.Attempts, 4)
	opts.MaxTokens = cmp.Or(opts.MaxTokens, 512)
	if opts.Client == nil {
		opts.Client = &http.Client{}
	}
	if opts.Wait == nil {
		opts.Wait = wait
	}
	if opts.Random == nil {
		opts.Random = rand.Float64
	}
	return &Chat{opts: opts, prompts: p, cache: cache{opts.CacheDir}}, nil
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Identity says which judge gave the verdicts of a report.
type Identity struct {
	Model      string `json:"model"`
	PromptHash string `json:"prompt_hash"` // SHA-256 in hexadecimal
}

// Identity returns the judge's.
func (c *Chat) Identity() Identity {
	return Identity{Model: c.opts.Model, PromptHash: c.prompts.hash()}
}

// Nugget implements Judge.
func (c *Chat) Nugget(ctx context.Context, question, nugget, answer string) (nuggets.Verdict, error) {
	return c.judge(ctx, c.prompts.nugget, struct {
		Question string `json:"question"`
		Fact     string `json:"fact"`
		Answer   string `json:"answer"`
	}{question, nugget, answer})
}

// Claim implements Judge.
func (c *Chat) Claim(ctx context.Context, claim, evidence string) (nuggets.Verdict, error) {
	return c.judge(ctx, c.prompts.claim, struct {
		Claim    string `json:"claim"`
		Evidence string `json:"evidence"`
	}{claim, evidence})
}

// stricter is how often a reply that cannot be read is asked for again.
const stricter = 2

// judge asks for one verdict about a case, which goes out as JSON so that
// nothing in it can leave its place.
func (c *Chat) judge(ctx context.Context, prompt string, about any) (nuggets.Verdict, error) {
	data, err := json.Marshal(about)
	if err != nil {
		return nuggets.Unjudged, fmt.Errorf("write a case for the judge: %w", err)
	}
	k := key(c.opts.BaseURL, c.opts.Model, prompt, c.prompts.strict, string(data))
	if v, ok, err := c.cache.get(k); ok || err != nil {
		return cmp.Or(v, nuggets.Unjudged), err
	}
	messages := []message{{"system", prompt}, {"user", string(data)}}
	for range 1 + stricter {
		v, err := c.once(ctx, messages)
		if err == nil {
			return v, c.cache.put(k, cached{Verdict: v, Model: c.opts.Model})
		}
		if !errors.Is(err, errRubbish) {
			return nuggets.Unjudged, err
		}
		messages = []message{{"system", prompt + "\n" + c.prompts.strict}, {"user", string(data)}}
	}
	return nuggets.Unjudged, nil
}

func (c *Chat) once(ctx context.Context, messages []message) (nuggets.Verdict, error) {
	body, err := c.ask(ctx, messages)
	if err != nil {
		return nuggets.Unjudged, err
	}
	text, err := replyText(body)
	if err != nil {
		return nuggets.Unjudged, err
	}
	return verdictOf(text)
}
