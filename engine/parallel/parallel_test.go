package parallel_test

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"owl/engine/parallel"
)

func TestAPanicOfAWorkerIsAnError(t *testing.T) {
	for workers := 1; workers < 4; workers++ {
		done := make([]bool, 100)
		err := parallel.Each(t.Context(), workers, len(done), func(_, i int) error {
			if i == 57 {
				panic("bug")
			}
			done[i] = true
			return nil
		})
		if err == nil || !strings.Contains(err.Error(), "bug") || !slices.Contains(done, true) {
			t.Errorf("%d workers: %v", workers, err)
		}
		err = parallel.Each(t.Context(), workers, 100, func(_, i int) error { return fs.ErrInvalid })
		if !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
}
