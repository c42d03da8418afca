package models

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// modelFolder makes a folder in Hugging Face layout under the given name. A
// value that begins with @ is a file of testdata.
func modelFolder(t *testing.T, name string, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	for file, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		data := []byte(text)
		if from, ok := strings.CutPrefix(text, "@"); ok {
			var err error
			if data, err = os.ReadFile(filepath.Join("testdata", from)); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFolderSaysHowTheModelIsUsed(t *testing.T) {
	for _, c := range []struct {
		name, folder string
		files        map[string]string
		want         layout
	}{
		{"nothing but a network", "mine", nil, layout{pooling: Mean}},
		{"a family by the folder's name", "bge-base-en-v1.5", nil, layout{pooling: CLS, prefixes: Prefixes{Query: bgeQuery}}},
		{"a family without prefixes", "bge-m3", nil, layout{pooling: CLS}},
		{"a family by the name inside", "mine", map[string]string{"config.json": `{"_name_or_path": "org/e5-large-v2"}`}, layout{pooling: Mean, prefixes: Prefixes{"query: ", "passage: "}}},
		{"pooling of the folder goes first", "bge-m3", map[string]string{"1_Pooling/config.json": `{"word_embedding_dimension": 4, "pooling_mode_cls_token": false, "pooling_mode_mean_tokens": true}`}, layout{pooling: Mean}},
		{"the last token", "mine", map[string]string{"1_Pooling/config.json": `{"pooling_mode_lasttoken": true}`}, layout{pooling: Last}},
		{"pooling in new files", "mine", map[string]string{"1_Pooling/config.json": `{"pooling_mode": "cls"}`}, layout{pooling: CLS}},
		{"prompts", "e5-small", map[string]string{"config_sentence_transformers.json": `{"prompts": {"query": "q: ", "document": "d: "}}`}, layout{pooling: Mean, prefixes: Prefixes{"q: ", "d: "}}},
		{"empty prompts say nothing", "e5-small", map[string]string{"config_sentence_transformers.json": `{"prompts": {"query": "", "document": ""}}`}, layout{pooling: Mean, prefixes: Prefixes{"query: ", "passage: "}}},
		{"the window of the transformer goes first", "mine", map[string]string{"sentence_bert_config.json": `{"max_seq_length": 256, "do_lower_case": true}`, "tokenizer_config.json": `{"model_max_length": 512}`}, layout{pooling: Mean, tokens: 256, lower: true}},
		{"a window without end", "mine", map[string]string{"tokenizer_config.json": `{"model_max_length": 1000000000000000019884624838656}`}, layout{pooling: Mean}},
		{"a further layer", "mine", map[string]string{"modules.json": `[{"type": "sentence_transformers.models.Pooling"}, {"type": "sentence_transformers.models.Dense"}]`}, layout{pooling: Mean, dense: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"onnx/model.onnx": ""}
			for name, text := range c.files {
				files[name] = text
			}
			dir := modelFolder(t, c.folder, files)
			got, err := readFolder(dir)
			if err != nil {
				t.Fatal(err)
			}
			c.want.name, c.want.folder, c.want.network = c.folder, dir, filepath.Join(dir, "onnx", "model.onnx")
			if got != c.want {
				t.Errorf("got  %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func TestFolderThatCannotBeUsedIsRefused(t *testing.T) {
	for _, c := range []struct {
		name, want string
		files      map[string]string
	}{
		{"no network", "no model.onnx", map[string]string{"config.json": "{}"}},
		{"another pooling", `pooling "max_tokens" is not supported`, map[string]string{"model.onnx": "", "1_Pooling/config.json": `{"pooling_mode_max_tokens": true}`}},
		{"two poolings", `pooling "cls_token and mean_tokens"`, map[string]string{"model.onnx": "", "1_Pooling/config.json": `{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": true}`}},
		{"a file that is no JSON", "tokenizer_config.json", map[string]string{"model.onnx": "", "tokenizer_config.json": "max"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readFolder(modelFolder(t, "mine", c.files))
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want one line with %q", err, c.want)
			}
		})
	}
}
