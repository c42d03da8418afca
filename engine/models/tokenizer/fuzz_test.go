package tokenizer

import (
	"os"
	"testing"
)

func FuzzEncode(f *testing.F) {
	var toks []*Tokenizer
	for _, name := range []string{
		"wordpiece", "wordpiece-cased", "roberta", "split-bytes", "sentencepiece-bpe", "suffix-bpe", "unigram", "unigram-bytes",
	} {
		data, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			f.Fatal(err)
		}
		tok, err := Parse(data)
		if err != nil {
			f.Fatal(err)
		}
		toks = append(toks, tok)
	}
	f.Add("beam trip at 10:32", "the orbit drifts", 16)
	f.Add("\xff\xfe[CLS]\x00", "\u200d\u0301", 1)
	f.Add("<unit> mA Orbit", "", 0)
	f.Fuzz(func(t *testing.T, a, b string, limit int) {
		for _, tok := range toks {
			check(t, tok, tok.Encode(a, limit), limit)
			check(t, tok, tok.EncodePair(a, b, limit), limit)
		}
	})
}

func check(t *testing.T, tok *Tokenizer, e Encoding, limit int) {
	t.Helper()
	if len(e.IDs) != len(e.Types) || limit > 0 && len(e.IDs) > limit {
		t.Errorf("%d ids and %d types for a limit of %d", len(e.IDs), len(e.Types), limit)
	}
	for _, id := range e.IDs {
		if id < 0 || int(id) >= tok.Size() {
			t.Errorf("id %d of %d", id, tok.Size())
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, part := range []string{"normalizer", "pre_tokenizer", "post_processor", "added_tokens", "model"} {
		f.Add(with(part, "null"), "a b")
	}
	f.Add(with("normalizer", `{"type": "Precompiled", "precompiled_charsmap": "BAAAAAAAAABhAA=="}`), "a\u0301")
	f.Add(with("pre_tokenizer", `{"type": "Sequence", "pretokenizers": [{"type": "Metaspace"}, {"type": "ByteLevel"}]}`), "a b")
	f.Add(with("model", `{"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]}`), "abab")
	f.Add(with("model", `{"type": "Unigram", "unk_id": 0, "vocab": [["u", 0], ["a", -1]]}`), "abab")
	f.Fuzz(func(t *testing.T, file, text string) {
		tok, err := Parse([]byte(file))
		if err != nil {
			return
		}
		check(t, tok, tok.Encode(text, 64), 64)
		check(t, tok, tok.EncodePair(text, text, 64), 64)
	})
}
