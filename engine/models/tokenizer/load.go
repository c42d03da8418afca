package tokenizer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"owl/engine"
)

// Load reads the tokenizer of a model's folder: tokenizer.json or, without one,
// vocab.txt of an uncased BERT model. The error names the file.
func Load(folder string) (*Tokenizer, error) {
	for _, from := range []struct {
		name  string
		parse func([]byte) (*Tokenizer, error)
	}{{"tokenizer.json", Parse}, {"vocab.txt", ParseVocab}} {
		path := filepath.Join(folder, from.name)
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read a tokenizer: %w", err)
		}
		t, err := from.parse(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return t, nil
	}
	return nil, fmt.Errorf("%s has no tokenizer.json and no vocab.txt: %w", folder, engine.ErrNotFound)
}

// file is tokenizer.json.
type file struct {
	Truncation *struct {
		MaxLength int    `json:"max_length"`
		Direction string `json:"direction"`
	} `json:"truncation"`
	Padding *struct {
		PadID int64 `json:"pad_id"`
	} `json:"padding"`
	AddedTokens   []addedToken    `json:"added_tokens"`
	Normalizer    json.RawMessage `json:"normalizer"`
	PreTokenizer  json.RawMessage `json:"pre_tokenizer"`
	PostProcessor json.RawMessage `json:"post_processor"`
	Model         modelSpec       `json:"model"`
}

func absent(raw json.RawMessage) bool {
	return len(raw) == 0 || bytes.Equal(raw, []byte("null"))
}

// Parse reads the text of a tokenizer.json.
func Parse(data []byte) (*Tokenizer, error) {
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("not a tokenizer.json: %w", err)
	}
	return f.build()
}

func (f file) build() (*Tokenizer, error) {
	t := &Tokenizer{}
	var err error
	if t.normalize, err = parseNormalizer(f.Normalizer); err != nil {
		return nil, err
	}
	if t.split, err = parseSplitter(f.PreTokenizer); err != nil {
		return nil, err
	}
	if t.single, t.pair, err = parseTemplates(f.PostProcessor); err != nil {
		return nil, err
	}
	if f.Truncation != nil {
		t.limit, t.cutLeft = f.Truncation.MaxLength, f.Truncation.Direction == "Left"
	}
	vocab, err := f.Model.vocabulary()
	if err != nil {
		return nil, err
	}
	f.number(t, vocab)
	if err := t.checkIDs(f.AddedTokens); err != nil {
		return nil, err
	}
	t.model, err = f.Model.build(vocab, f.AddedTokens)
	return t, err
}

// number sets what follows from the ids: the size, the id of padding and the
// tokens that are found whole in a text. Special ones are not among these.
func (f file) number(t *Tokenizer, vocab vocabulary) {
	t.size = vocab.size()
	var raw, normalized []addedToken
	for _, a := range f.AddedTokens {
		t.size = max(t.size, int(a.ID)+1)
		switch {
		case a.Special:
		case a.Normalized:
			a.Content = t.normalize(a.Content)
			normalized = append(normalized, a)
		default:
			raw = append(raw, a)
		}
	}
	t.raw, t.normalized = newMatcher(raw), newMatcher(normalized)
	t.pad = padding(f, vocab)
}

// padding is the id that the file says or the one that usual names have: a
// RoBERTa network counts its positions from the tokens that are not padding.
func padding(f file, vocab vocabulary) int64 {
	if f.Padding != nil {
		return f.Padding.PadID
	}
	for _, name := range []string{"[PAD]", "<pad>", "<|endoftext|>"} {
		if id, ok := vocab.ids[name]; ok {
			return id
		}
		for _, a := range f.AddedTokens {
			if a.Content == name {
				return a.ID
			}
		}
	}
	return 0
}

// checkIDs refuses ids that a network could not look up.
func (t *Tokenizer) checkIDs(added []addedToken) error {
	bad := t.pad < 0 || int(t.pad) >= t.size
	for _, a := range added {
		bad = bad || a.ID < 0 || a.ID >= maxID
	}
	for _, s := range append(t.single[:len(t.single):len(t.single)], t.pair...) {
		for _, id := range s.ids {
			bad = bad || id < 0 || int(id) >= t.size
		}
	}
	if bad {
		return errors.New("an id is outside of the vocabulary")
	}
	return nil
}

// ParseVocab reads the vocab.txt of an uncased BERT model: one token a line.
func ParseVocab(data []byte) (*Tokenizer, error) {
	ids := map[string]int64{}
	for i, line := range strings.Split(strings.TrimRight(string(data), "\r\n"), "\n") {
		ids[strings.TrimRight(line, " \t\r")] = int64(i)
	}
	f := file{
		Normalizer:   json.RawMessage(`{"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "lowercase": true}`),
		PreTokenizer: json.RawMessage(`{"type": "BertPreTokenizer"}`),
	}
	for _, name := range []string{"[UNK]", "[CLS]", "[SEP]"} {
		id, ok := ids[name]
		if !ok {
			return nil, fmt.Errorf("no token %s in the vocabulary", name)
		}
		f.AddedTokens = append(f.AddedTokens, addedToken{ID: id, Content: name, Special: true})
	}
	words, err := json.Marshal(ids)
	if err != nil {
		return nil, fmt.Errorf("vocabulary: %w", err)
	}
	f.Model = modelSpec{Type: "WordPiece", Vocab: words, UnkToken: "[UNK]"}
	f.PostProcessor = fmt.Appendf(nil, `{"type": "BertProcessing", "cls": ["[CLS]", %d], "sep": ["[SEP]", %d]}`, ids["[CLS]"], ids["[SEP]"])
	return f.build()
}
