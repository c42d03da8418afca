package models

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"owl/engine"
)

// Entailer tells whether a text follows from another: a network for
// natural-language inference or groundedness. It is safe for concurrent use.
type Entailer struct {
	encoder
	id     engine.ModelID
	class  int    // of the outputs that says yes; -1 when the labels do not say
	prompt string // with {text1} and {text2} for models that read one text; empty for a pair
}

// hhemPrompt is what HHEM-2.1 reads, which its folder does not say (model card of
// vectara/hallucination_evaluation_model).
const hhemPrompt = "<pad> Determine if the hypothesis is true given the premise?\n\nPremise: {text1}\n\nHypothesis: {text2}"

// OpenEntailer loads the model of a folder in Hugging Face layout and tests it.
// The class that says yes is the label of config.json that begins with "entail",
// "consistent" or "support"; without labels the second of two. Close it.
func OpenEntailer(ctx context.Context, spec Spec) (*Entailer, error) {
	if spec.builtin() || spec.service() {
		return nil, fmt.Errorf("a model of inference must be a folder: %w", engine.ErrUsage)
	}
	l, err := readFolder(spec.Source)
	if err != nil {
		return nil, err
	}
	e := &Entailer{class: -1}
	if err := e.configure(l); err != nil {
		return nil, err
	}
	var hash string
	if e.encoder, hash, err = l.open(ctx, spec, []string{"logits", "scores"}); err != nil {
		return nil, err
	}
	e.id = engine.ModelID{Name: l.name, Hash: hash}
	if err := checkEntailer(ctx, e); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// configure reads what config.json says of labels and prompt.
func (e *Entailer) configure(l layout) error {
	var config struct {
		Type   string            `json:"model_type"`
		Labels map[string]string `json:"id2label"`
		Prompt string            `json:"prompt"`
	}
	if err := l.optional("config.json", &config); err != nil {
		return err
	}
	e.prompt = config.Prompt
	if e.prompt == "" && strings.HasPrefix(strings.ToUpper(config.Type), "HHEM") {
		e.prompt = hhemPrompt
	}
	for id, label := range config.Labels {
		n, err := strconv.Atoi(id)
		if err == nil && saysYes(label) {
			e.class = n
		}
	}
	return nil
}

func saysYes(label string) bool {
	label = strings.ToLower(label)
	return strings.HasPrefix(label, "entail") || strings.HasPrefix(label, "consistent") || strings.HasPrefix(label, "support")
}

// ID says which model it is.
func (e *Entailer) ID() engine.ModelID { return e.id }

// Close frees the network.
func (e *Entailer) Close() error { return e.net.close() }

// Entails gives the probability that a hypothesis follows from a premise, 0..1.
// Of a premise that does not fit the end is left out.
func (e *Entailer) Entails(ctx context.Context, premise, hypothesis string) (p float64, err error) {
	err = guarded(func() error {
		premise = e.fitting(premise, hypothesis)
		in := e.tokens.EncodePair(e.text(premise), e.text(hypothesis), e.limit)
		if e.prompt != "" {
			in = e.tokens.Encode(strings.NewReplacer("{text1}", premise, "{text2}", hypothesis).Replace(e.prompt), e.limit)
		}
		t, err := e.run(ctx, e.net, in)
		if err == nil {
			p, err = t.probability(e.class)
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("model %s: %w", e.name, err)
	}
	return p, nil
}

// bytesPerToken is how long the pieces of a text are at least, on average.
const bytesPerToken = 3

// fitting cuts a premise to what the model can read beside the hypothesis, which
// must not be cut.
func (e *Entailer) fitting(premise, hypothesis string) string {
	room := max(0, bytesPerToken*e.limit-len(hypothesis)-len(e.prompt))
	if len(premise) <= room {
		return premise
	}
	return strings.ToValidUTF8(premise[:room], "")
}

// probability reads the outputs for one pair: of one the logistic function, of
// several the softmax of the class that says yes. Of an output a token the first
// token's is read.
func (t tensor) probability(class int) (float64, error) {
	outputs := t.data[:min(len(t.data), t.last())]
	switch {
	case len(outputs) == 1:
		return 1 / (1 + math.Exp(-float64(outputs[0]))), nil
	case class < 0 && len(outputs) == 2:
		class = 1
	case class < 0 || class >= len(outputs):
		return 0, fmt.Errorf("none of its %d outputs is said to be entailment (id2label of config.json)", len(outputs))
	}
	sum := 0.0
	for _, x := range outputs {
		sum += math.Exp(float64(x) - float64(outputs[class]))
	}
	if math.IsNaN(sum) {
		return 0, errors.New("its output is not finite")
	}
	return 1 / sum, nil
}

// checkEntailer refuses a model that finds a sentence to follow from another
// subject sooner than from itself.
func checkEntailer(ctx context.Context, e *Entailer) error {
	for _, n := range known() {
		near, err := e.Entails(ctx, n.near, n.near)
		if err != nil {
			return err
		}
		far, err := e.Entails(ctx, n.far, n.near)
		if err != nil {
			return err
		}
		if !(near > far) { // written so that NaN is refused
			return fmt.Errorf("self-test of the model of inference %s: that %q follows from itself has %.3f, from %q %.3f", e.name, n.near, near, n.far, far)
		}
	}
	return nil
}
