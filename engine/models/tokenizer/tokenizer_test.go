package tokenizer

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"owl/engine"
)

func TestLoadPrefersTheTokenizerFile(t *testing.T) {
	words, err := os.ReadFile("testdata/wordpiece.json")
	if err != nil {
		t.Fatal(err)
	}
	const vocab = "[UNK]\n[CLS]\n[SEP]\nbeam\n##s\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []int64 // of "beams"
	}{
		{"both files", map[string]string{"tokenizer.json": string(words), "vocab.txt": vocab}, parse(t, "testdata/wordpiece.json").Encode("beams", 0).IDs},
		{"a vocabulary only", map[string]string{"vocab.txt": vocab}, []int64{1, 3, 4, 2}},
		{"a vocabulary of Windows", map[string]string{"vocab.txt": strings.ReplaceAll(vocab, "\n", "\r\n")}, []int64{1, 3, 4, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tok, err := Load(folder(t, c.files))
			if err != nil {
				t.Fatal(err)
			}
			if got := tok.Encode("Beams", 0).IDs; !slices.Equal(got, c.want) {
				t.Errorf("ids %v, want %v", got, c.want)
			}
		})
	}
}

func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// with is a whole file with one part of it replaced.
func with(part, text string) string {
	parts := map[string]string{
		"normalizer": "null", "pre_tokenizer": "null", "post_processor": "null", "added_tokens": "[]",
		"model": `{"type": "WordPiece", "unk_token": "u", "vocab": {"u": 0, "a": 1}}`,
	}
	parts[part] = text
	var list []string
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		list = append(list, `"`+name+`": `+parts[name])
	}
	return "{" + strings.Join(list, ", ") + "}"
}

func TestLoadNamesWhatItDoesNotTake(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"not JSON", "hello", "not a tokenizer.json"},
		{"another model", with("model", `{"type": "WordLevel", "vocab": {}}`), `model "WordLevel" is not supported`},
		{"a model that rolls dice", with("model", `{"type": "BPE", "dropout": 0.1, "vocab": {"a": 0}, "merges": []}`), "dropout"},
		{"another normalizer", with("normalizer", `{"type": "Nmt"}`), `normalizer "Nmt" is not supported`},
		{"one inside of a sequence", with("normalizer", `{"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Odd"}]}`), `normalizer "Odd"`},
		{"a table that is cut", with("normalizer", `{"type": "Precompiled", "precompiled_charsmap": "/////w=="}`), "table of characters is cut"},
		{"another pre-tokenizer", with("pre_tokenizer", `{"type": "UnicodeScripts"}`), `pre_tokenizer "UnicodeScripts" is not supported`},
		{"an expression that is none", with("pre_tokenizer", `{"type": "Split", "pattern": {"Regex": "("}, "behavior": "Removed", "invert": false}`), "pre_tokenizer Split"},
		{"another behavior", with("pre_tokenizer", `{"type": "Split", "pattern": {"String": "a"}, "behavior": "Odd", "invert": false}`), `behavior "Odd"`},
		{"another scheme", with("pre_tokenizer", `{"type": "Metaspace", "prepend_scheme": "odd"}`), `prepend_scheme "odd"`},
		{"another post-processor", with("post_processor", `{"type": "Odd"}`), `post_processor "Odd" is not supported`},
		{"a template without the text", with("post_processor", `{"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "x"}}]}`), "template"},
		{"an id that the network has not", with("post_processor", `{"type": "BertProcessing", "cls": ["x", 9], "sep": ["y", 0]}`), "outside of the vocabulary"},
		{"a token without a place", with("added_tokens", `[{"id": -4, "content": "x"}]`), "outside of the vocabulary"},
		{"no unknown token", with("model", `{"type": "WordPiece", "unk_token": "u", "vocab": {"a": 0}}`), `unknown token "u"`},
		{"a merge of nothing", with("model", `{"type": "BPE", "vocab": {"a": 0}, "merges": ["a b"]}`), `needs "b"`},
		{"a score that is none", with("model", `{"type": "Unigram", "unk_id": 0, "vocab": [["a", "b"]]}`), "vocabulary"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(folder(t, map[string]string{"tokenizer.json": c.file}))
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want one line with %q", err, c.want)
			}
		})
	}
	if _, err := Load(t.TempDir()); !errors.Is(err, engine.ErrNotFound) {
		t.Errorf("an empty folder gives %v", err)
	}
	if _, err := ParseVocab([]byte("a\nb\n")); err == nil || !strings.Contains(err.Error(), "[UNK]") {
		t.Errorf("a vocabulary without special tokens gives %v", err)
	}
}

func TestOldFilesAreRead(t *testing.T) {
	for _, c := range []struct {
		name, model string
		want        []int64 // of "abab"
	}{
		{"merges as lines", `{"vocab": {"a": 0, "b": 1, "ab": 2, "abab": 3}, "merges": ["a b", "ab ab"]}`, []int64{3}},
		{"merges as pairs", `{"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]]}`, []int64{2, 2}},
		{"pieces without a type", `{"unk_id": 0, "vocab": [["u", 0], ["a", -1], ["b", -1], ["ab", -1.5]]}`, []int64{3, 3}},
		{"words without a type", `{"unk_token": "u", "vocab": {"u": 0, "ab": 1, "##ab": 2}}`, []int64{1, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tok, err := Parse([]byte(with("model", c.model)))
			if err != nil {
				t.Fatal(err)
			}
			if got := tok.Encode("abab", 0).IDs; !slices.Equal(got, c.want) {
				t.Errorf("ids %v, want %v", got, c.want)
			}
		})
	}
}

func TestThePassageIsCutFirst(t *testing.T) {
	tok := parse(t, "testdata/wordpiece.json") // 3 special tokens a pair
	for _, c := range []struct {
		name                      string
		question, passage         int // words of one token
		limit                     int
		wantQuestion, wantPassage int
	}{
		{"all fits", 4, 9, 16, 4, 9},
		{"the passage gives way", 4, 90, 16, 4, 9},
		{"the question stays whole down to a quarter", 9, 90, 15, 9, 3},
		{"a question longer than that is cut", 90, 90, 15, 9, 3},
		{"a long question before a short passage", 90, 1, 15, 11, 1},
		{"no room but for the special tokens", 5, 5, 3, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := tok.EncodePair(strings.Repeat("beam ", c.question), strings.Repeat("orbit ", c.passage), c.limit)
			count := func(word string) (n int) {
				id := tok.Encode(word, 0).IDs[1]
				for _, got := range e.IDs {
					if got == id {
						n++
					}
				}
				return n
			}
			if q, p := count("beam"), count("orbit"); q != c.wantQuestion || p != c.wantPassage {
				t.Errorf("%d and %d tokens, want %d and %d", q, p, c.wantQuestion, c.wantPassage)
			}
		})
	}
}

// special are the ids that only the template may write.
func special(t *testing.T, path string) map[int64]bool {
	t.Helper()
	out := map[int64]bool{}
	tok := parse(t, path)
	for _, s := range append(tok.single, tok.pair...) {
		for _, id := range s.ids {
			out[id] = true
		}
	}
	return out
}

func TestNoTextSpellsASpecialToken(t *testing.T) {
	names := []string{"[CLS]", "[SEP]", "[PAD]", "<s>", "</s>", "<pad>", "<|begin|>", "<|end|>", " ", "beam", "\u2581", "a"}
	for name, path := range files(t) {
		t.Run(name, func(t *testing.T) {
			tok, banned := parse(t, path), special(t, path)
			rapid.Check(t, func(t *rapid.T) {
				text := strings.Join(rapid.SliceOf(rapid.SampledFrom(names)).Draw(t, "text"), "")
				for _, id := range tok.ids(text) {
					if banned[id] {
						t.Fatalf("%q has the special id %d", text, id)
					}
				}
			})
		})
	}
}

func TestAddedTokensAreFoundWhole(t *testing.T) {
	tok, err := Parse([]byte(with("added_tokens", `[
		{"id": 5, "content": "aa", "single_word": true},
		{"id": 6, "content": "<x>", "lstrip": true, "rstrip": true},
		{"id": 7, "content": "<x>y"},
		{"id": 8, "content": "<cls>", "special": true}]`)))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text string
		want       []int64
	}{
		{"a single word", "aa", []int64{5}},
		{"not inside of a word", "aaa", []int64{0}},
		{"spaces around it go", "a  <x>  a", []int64{1, 6, 1}},
		{"the longest wins", "a<x>ya", []int64{1, 7, 1}},
		{"a special one is text", "<cls>", []int64{0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := tok.Encode(c.text, 0).IDs; !slices.Equal(got, c.want) {
				t.Errorf("ids %v, want %v", got, c.want)
			}
		})
	}
}
