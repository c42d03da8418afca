//go:build cgo

package models

import (
	"fmt"
	"sync"

	ort "github.com/yalue/onnxruntime_go"

	"owl/engine/nativedir"
)

// loading guards the one environment that the library keeps per process.
var loading sync.Mutex

// load makes ONNX Runtime ready for this process and returns its version. The
// first library that loads stays.
func load(dir nativedir.Dir) (string, error) {
	path, err := dir.File(library)
	if err != nil {
		return "", fmt.Errorf("no ONNX Runtime: %w", err)
	}
	loading.Lock()
	defer loading.Unlock()
	if !ort.IsInitialized() {
		ort.SetSharedLibraryPath(path)
		if err := ort.InitializeEnvironment(ort.WithLogLevelError()); err != nil {
			return "", fmt.Errorf("load %s: %w", path, err)
		}
	}
	return ort.GetVersion(), nil
}

// tryOpen opens a network and looks for the inputs of a BERT model and for
// the named output.
func tryOpen(path, output string) error {
	in, out, err := ort.GetInputOutputInfo(path)
	if err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	for _, name := range []string{"input_ids", "attention_mask", "token_type_ids"} {
		if !named(in, name) {
			return fmt.Errorf("open %s: no input %q", path, name)
		}
	}
	if !named(out, output) {
		return fmt.Errorf("open %s: no output %q", path, output)
	}
	return nil
}

func named(list []ort.InputOutputInfo, name string) bool {
	for _, info := range list {
		if info.Name == name {
			return true
		}
	}
	return false
}
