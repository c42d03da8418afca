//go:build !cgo || noepics

package native

import (
	"strings"
	"testing"
)

func TestVersionSaysWhyThereIsNone(t *testing.T) {
	info, err := Version()
	if err == nil || !strings.Contains(err.Error(), "built without the EPICS libraries") || info != (Info{}) {
		t.Errorf("%v, error %v", info, err)
	}
}
