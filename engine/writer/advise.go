package writer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/writer/chat"
	"owl/engine/writer/prompt"
)

// Adviser asks a model how else a question could be searched for. It is a
// query.Adviser, and safe for concurrent use.
type Adviser struct {
	Model  chat.Model
	Prompt prompt.Prompt
}

var errNoAdvice = errors.New("the model's advice is not the JSON that was asked for")

// Advise asks. What the model says is passed on as it is; query.WithAdvice looks
// through it.
func (a *Adviser) Advise(ctx context.Context, question string) (query.Advice, error) {
	system, user := a.Prompt.Fill(map[string]string{"question": prompt.Plain(engine.Untrusted(question))})
	reply, err := a.Model.Chat(ctx, chat.Request{System: system, Messages: []chat.Message{{Role: chat.User, Text: user}}, MaxTokens: 200}, nil)
	if err != nil {
		return query.Advice{}, fmt.Errorf("ask for advice: %w", err)
	}
	return readAdvice(string(reply.Text))
}

// readAdvice reads the first object of a reply.
func readAdvice(text string) (query.Advice, error) {
	var said struct {
		Intent      engine.Untrusted   `json:"intent"`
		Words       []engine.Untrusted `json:"words"`
		Paraphrases []engine.Untrusted `json:"paraphrases"`
	}
	at := strings.IndexByte(text, '{')
	if at < 0 || json.NewDecoder(strings.NewReader(text[at:])).Decode(&said) != nil {
		return query.Advice{}, errNoAdvice
	}
	return query.Advice{Intent: said.Intent, Expansions: said.Words, Paraphrases: said.Paraphrases}, nil
}
