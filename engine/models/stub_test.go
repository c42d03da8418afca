//go:build !cgo

package models

import (
	"context"
	"strings"
	"testing"

	"owl/engine/nativedir"
)

func TestRuntimeSaysThatItWasBuiltWithout(t *testing.T) {
	_, err := Runtime(context.Background(), nativedir.Dir(t.TempDir()), Open)
	if err == nil || !strings.Contains(err.Error(), "CGO_ENABLED=0") {
		t.Errorf("error %v", err)
	}
}
