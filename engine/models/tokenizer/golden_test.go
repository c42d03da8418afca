package tokenizer

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"owl/engine/nativedir"
)

var update = flag.Bool("update", false, "rewrite testdata/golden with the Python library tokenizers")

const script = "testdata/reference.py"

// files are the tokenizers that are compared with the reference: the small ones
// of testdata and the one of the built-in embedder.
func files(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{"builtin": builtin(t)}
	names, err := filepath.Glob("testdata/*.json")
	if err != nil || len(names) < 8 {
		t.Fatalf("files %q, %v", names, err)
	}
	for _, name := range names {
		if base := filepath.Base(name); base != "texts.json" {
			out[strings.TrimSuffix(base, ".json")] = name
		}
	}
	return out
}

func builtin(t *testing.T) string {
	t.Helper()
	dir := os.Getenv(nativedir.Env)
	if dir == "" {
		dir = filepath.Join("..", "..", "..", ".native")
	}
	path, err := nativedir.Dir(dir).File("models/embedder/tokenizer.json")
	if err != nil {
		t.Fatalf("no native parts (make test fetches them): %v", err)
	}
	return path
}

func texts(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/texts.json")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func parse(t *testing.T, path string) *Tokenizer {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tok, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

// request is what the reference is asked: single texts or pairs, cut to limit.
type request struct {
	Texts [][]string `json:"texts"`
	Limit int        `json:"limit"`
}

// pairLimit leaves every question of the pairs whole.
const (
	cutLimit  = 12
	pairLimit = 48
)

// requests asks for each text whole and cut, and for short questions with the
// next text.
func requests(list []string) []request {
	whole := request{}
	pairs := request{Limit: pairLimit}
	for i, text := range list {
		whole.Texts = append(whole.Texts, []string{text})
		if n := len(text); n > 0 && n < 24 {
			pairs.Texts = append(pairs.Texts, []string{text, list[(i+1)%len(list)] + " " + list[len(list)-1-i]})
		}
	}
	return []request{whole, {whole.Texts, cutLimit}, pairs}
}

func (r request) ours(tok *Tokenizer) []Encoding {
	var out []Encoding
	for _, t := range r.Texts {
		if len(t) == 2 {
			out = append(out, tok.EncodePair(t[0], t[1], r.Limit))
		} else {
			out = append(out, tok.Encode(t[0], r.Limit))
		}
	}
	return out
}

// reference asks the Python library.
func (r request) reference(t *testing.T, path string) []Encoding {
	t.Helper()
	in, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "python3", script, "encode", path)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	data, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return encodings(t, data)
}

func encodings(t *testing.T, data []byte) []Encoding {
	t.Helper()
	var list [][2][]int64
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	out := make([]Encoding, len(list))
	for i, e := range list {
		out[i] = Encoding{IDs: e[0], Types: e[1]}
	}
	return out
}

func compare(t *testing.T, r request, want, got []Encoding) {
	t.Helper()
	if len(want) != len(got) {
		t.Fatalf("%d encodings, want %d", len(got), len(want))
	}
	for i := range want {
		if !slices.Equal(want[i].IDs, got[i].IDs) || !slices.Equal(want[i].Types, got[i].Types) {
			t.Errorf("%q to %d tokens:\n got %v\nwant %v", r.Texts[i], r.Limit, got[i], want[i])
		}
	}
}

// python skips the test where the reference cannot be had.
func python(t *testing.T) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "python3", "-c", "import tokenizers")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("no reference here (pip install tokenizers gives it): %v %s", err, bytes.TrimSpace(out))
	}
}

func TestEncodingsAreThoseOfTheReference(t *testing.T) {
	for name, path := range files(t) {
		t.Run(name, func(t *testing.T) {
			tok := parse(t, path)
			golden := filepath.Join("testdata", "golden", name+".txt")
			if *update {
				python(t)
				write(t, golden, requests(texts(t)), path)
			}
			data, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			want := encodings(t, data)
			for _, r := range requests(texts(t)) {
				n := min(len(r.Texts), len(want))
				compare(t, r, want[:n], r.ours(tok))
				want = want[n:]
			}
		})
	}
}

func write(t *testing.T, golden string, asked []request, path string) {
	t.Helper()
	var out bytes.Buffer
	for i, r := range asked {
		for j, e := range r.reference(t, path) {
			line, err := json.Marshal([][]int64{e.IDs, e.Types})
			if err != nil {
				t.Fatal(err)
			}
			if i+j == 0 {
				out.WriteString("[")
			} else {
				out.WriteString(",\n")
			}
			out.Write(line)
		}
	}
	out.WriteString("]\n")
	if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestVocabularyFileEncodesLikeTheTokenizerFile(t *testing.T) {
	path := builtin(t)
	data, err := os.ReadFile(filepath.Join(filepath.Dir(path), "vocab.txt"))
	if err != nil {
		t.Fatal(err)
	}
	tok, err := ParseVocab(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range requests(texts(t)) {
		compare(t, r, r.ours(parse(t, path)), r.ours(tok))
	}
}
