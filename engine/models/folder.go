package models

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/nativedir"
)

// Pooling is how the vectors of the tokens become one.
type Pooling string

// The poolings that are known.
const (
	CLS  Pooling = "cls"  // the first token
	Mean Pooling = "mean" // of all tokens
	Last Pooling = "last" // the last token
)

// The number of tokens that a network reads.
const (
	usualTokens = 512  // where a folder says nothing
	mostTokens  = 8192 // more than any chunk has
)

// layout is a model on disk.
type layout struct {
	name     string
	network  string // path
	folder   string // of the tokenizer
	sha256   string // that the network must have; empty when any will do
	pooling  Pooling
	prefixes Prefixes
	tokens   int  // 0 when only the tokenizer may know
	lower    bool // texts are put in small letters first
	dense    bool // a further layer follows the pooling, outside of the network
}

func (m Model) layout(native nativedir.Dir) layout {
	network := native.Path(m.Files[0].Name)
	return layout{
		name: m.Name, network: network, folder: filepath.Dir(network), sha256: m.Files[0].SHA256,
		pooling: familyOf(m.Name).pooling, prefixes: familyOf(m.Name).prefixes, tokens: usualTokens,
	}
}

// readFolder looks at a folder in Hugging Face layout.
func readFolder(dir string) (layout, error) {
	l := layout{name: filepath.Base(dir), folder: dir}
	for _, name := range []string{"model.onnx", "onnx/model.onnx"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			l.network = path
			break
		}
	}
	if l.network == "" {
		return l, fmt.Errorf("%s has no model.onnx and no onnx/model.onnx: %w", dir, engine.ErrNotFound)
	}
	for _, read := range []func(*layout) error{readFamily, readPooling, readModules, readPrompts, readTokens} {
		if err := read(&l); err != nil {
			return l, err
		}
	}
	return l, nil
}

// optional reads a file of the folder into v; a file that is not there leaves v.
func (l *layout) optional(name string, v any) error {
	path := filepath.Join(l.folder, filepath.FromSlash(name))
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read a model's folder: %w", err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func readFamily(l *layout) error {
	var config struct {
		Name string `json:"_name_or_path"`
	}
	err := l.optional("config.json", &config)
	f := familyOf(l.name + " " + config.Name)
	l.pooling, l.prefixes = f.pooling, f.prefixes
	return err
}

func readPooling(l *layout) error {
	modes := map[string]any{}
	if err := l.optional("1_Pooling/config.json", &modes); err != nil {
		return err
	}
	var on []string
	for mode, value := range modes {
		if value == true && strings.HasPrefix(mode, "pooling_mode_") {
			on = append(on, strings.TrimPrefix(mode, "pooling_mode_"))
		}
	}
	if mode, ok := modes["pooling_mode"].(string); ok {
		on = append(on, mode)
	}
	if len(on) == 0 {
		return nil
	}
	slices.Sort(on)
	mode := strings.Join(on, " and ")
	pooling, ok := map[string]Pooling{
		"cls_token": CLS, "cls": CLS, "mean_tokens": Mean, "mean": Mean, "lasttoken": Last, "last": Last,
	}[mode]
	if !ok {
		return fmt.Errorf("%s: pooling %q is not supported", l.folder, mode)
	}
	l.pooling = pooling
	return nil
}

func readModules(l *layout) error {
	var modules []struct {
		Type string `json:"type"`
	}
	err := l.optional("modules.json", &modules)
	for _, m := range modules {
		l.dense = l.dense || strings.HasSuffix(m.Type, ".Dense")
	}
	return err
}

// readPrompts takes the prompts of the folder. Saving a model writes empty ones
// where it has none, so these say nothing.
func readPrompts(l *layout) error {
	var config struct {
		Prompts map[string]string `json:"prompts"`
	}
	err := l.optional("config_sentence_transformers.json", &config)
	prompt := func(names ...string) (text string) {
		for _, name := range names {
			if text == "" {
				text = config.Prompts[name]
			}
		}
		return text
	}
	found := Prefixes{prompt("query", "search_query", "retrieval.query"), prompt("passage", "document", "search_document", "retrieval.passage")}
	if found != (Prefixes{}) {
		l.prefixes = found
	}
	return err
}

func readTokens(l *layout) error {
	var transformer struct {
		Max   float64 `json:"max_seq_length"`
		Lower bool    `json:"do_lower_case"`
	}
	var tokenizer struct {
		Max float64 `json:"model_max_length"` // 1e30 stands for no limit
	}
	err := errors.Join(l.optional("sentence_bert_config.json", &transformer), l.optional("tokenizer_config.json", &tokenizer))
	l.lower = transformer.Lower
	for _, n := range []float64{transformer.Max, tokenizer.Max} {
		if l.tokens == 0 && n > 0 && n < 1e9 {
			l.tokens = min(int(n), mostTokens)
		}
	}
	return err
}
