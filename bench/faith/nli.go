package faith

import (
	"context"
	"errors"
	"fmt"
)

// NLI is a model of natural-language inference or groundedness: the second
// opinion on claims that the check in code lets pass. Implementations are safe
// for concurrent use.
type NLI interface {
	// Entails gives the probability that a hypothesis follows from a premise,
	// 0..1. The reference system takes 0.5 and more for yes.
	Entails(ctx context.Context, premise, hypothesis string) (float64, error)
}

// ErrNoNLI says that there is no NLI model.
var ErrNoNLI = errors.New("the NLI back-stop is not available")

// OpenNLI opens the model in a folder in Hugging Face layout (model.onnx and
// tokenizer.json). This version has no runner for one: it always returns
// ErrNoNLI, so that a report can say that the back-stop did not run.
func OpenNLI(folder string) (NLI, error) {
	if folder == "" {
		return nil, fmt.Errorf("%w: no folder is configured", ErrNoNLI)
	}
	return nil, fmt.Errorf("%w: this version cannot run the model in %s", ErrNoNLI, folder)
}
