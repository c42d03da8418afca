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

// tryOpen opens a network and looks for the inputs of a text model and for the
// named output.
func tryOpen(path, output string) error {
	if _, _, err := describe(path, []string{output}); err != nil {
		return fmt.Errorf("open %s: %w", path, oneLine(err))
	}
	return nil
}
