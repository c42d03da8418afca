package tokenizer

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
)

// maxID is above the ids of every vocabulary that is taken: ids are 32 bits in
// the reference.
const maxID = 1 << 31

// modelSpec is the model of the file.
type modelSpec struct {
	Type          string          `json:"type"`
	Vocab         json.RawMessage `json:"vocab"`
	Merges        json.RawMessage `json:"merges"`
	UnkToken      string          `json:"unk_token"`
	UnkID         *int64          `json:"unk_id"`
	Prefix        *string         `json:"continuing_subword_prefix"`
	Suffix        string          `json:"end_of_word_suffix"`
	MaxInputChars int             `json:"max_input_chars_per_word"`
	FuseUnk       bool            `json:"fuse_unk"`
	ByteFallback  bool            `json:"byte_fallback"`
	IgnoreMerges  bool            `json:"ignore_merges"`
	Dropout       float64         `json:"dropout"`
}

// vocabulary maps tokens to ids. Unigram has a score for each as well.
type vocabulary struct {
	ids    map[string]int64
	scores []float64 // by id
}

func (v vocabulary) size() int {
	top := int64(len(v.scores) - 1)
	for _, id := range v.ids {
		top = max(top, id)
	}
	return int(top) + 1
}

// without leaves out the special tokens, so that no text can spell them, and
// keeps the unknown token, which a text cannot misuse.
func (v vocabulary) without(added []addedToken, keep string) map[string]int64 {
	ids := maps.Clone(v.ids)
	for _, a := range added {
		if a.Special && a.Content != keep {
			delete(ids, a.Content)
		}
	}
	return ids
}

// kind is the type of the model. Old files do not write it.
func (m modelSpec) kind() string {
	switch {
	case m.Type != "":
		return m.Type
	case !absent(m.Merges):
		return "BPE"
	case len(m.Vocab) > 0 && m.Vocab[0] == '[':
		return "Unigram"
	default:
		return "WordPiece"
	}
}

func (m modelSpec) vocabulary() (vocabulary, error) {
	switch m.kind() {
	case "WordPiece", "BPE":
		return m.words()
	case "Unigram":
		return m.pieces()
	default:
		return vocabulary{}, fmt.Errorf("model %q is not supported", m.Type)
	}
}

func (m modelSpec) words() (vocabulary, error) {
	v := vocabulary{}
	if err := json.Unmarshal(m.Vocab, &v.ids); err != nil {
		return v, fmt.Errorf("model vocabulary: %w", err)
	}
	for token, id := range v.ids {
		if id < 0 || id >= maxID {
			return v, fmt.Errorf("model vocabulary: %q has the id %d", token, id)
		}
	}
	return v, nil
}

func (m modelSpec) pieces() (vocabulary, error) {
	var list []scored
	if err := json.Unmarshal(m.Vocab, &list); err != nil {
		return vocabulary{}, fmt.Errorf("model vocabulary: %w", err)
	}
	v := vocabulary{ids: make(map[string]int64, len(list)), scores: make([]float64, len(list))}
	for i, p := range list {
		v.ids[p.token], v.scores[i] = int64(i), p.score
	}
	return v, nil
}

// scored is written as ["token", -3.2].
type scored struct {
	token string
	score float64
}

// UnmarshalJSON reads both elements.
func (s *scored) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &[]any{&s.token, &s.score}); err != nil {
		return fmt.Errorf("want [token, score]: %w", err)
	}
	return nil
}

func (m modelSpec) build(v vocabulary, added []addedToken) (model, error) {
	if m.Dropout != 0 {
		return nil, errors.New("model: dropout makes random ids and is not supported")
	}
	switch m.kind() {
	case "WordPiece":
		return newWordPiece(m, v, added)
	case "BPE":
		return newBPE(m, v, added)
	default:
		return newUnigram(m, v, added)
	}
}

// byteTokens are the ids of "<0x00>" to "<0xFF>", nil unless all are there.
func byteTokens(ids map[string]int64) []int64 {
	out := make([]int64, 256)
	for b := range out {
		id, ok := ids[fmt.Sprintf("<0x%02X>", b)]
		if !ok {
			return nil
		}
		out[b] = id
	}
	return out
}
