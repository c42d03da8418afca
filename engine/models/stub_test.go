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

func TestModelsSayThatTheyWereBuiltWithout(t *testing.T) {
	spec := Spec{Native: nativedir.Dir(t.TempDir())}
	e, r := OpenEmbedder(spec), OpenReranker(spec)
	defer e.Close()
	defer r.Close()
	_, first := e.EmbedQuery(t.Context(), "beam")
	_, second := r.Score(t.Context(), "beam", []string{"orbit"})
	for _, err := range []error{first, second} {
		if err == nil || !strings.Contains(err.Error(), "CGO_ENABLED=0") {
			t.Errorf("error %v", err)
		}
	}
}
