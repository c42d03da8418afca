package models

import (
	"fmt"
	"net/url"
	"strings"

	"owl/engine"
	"owl/engine/nativedir"
)

// BuiltinSource names the models that come with Owl.
const BuiltinSource = "builtin"

// Spec says where a model comes from. The zero Source is the built-in model.
type Spec struct {
	Source  string        // "builtin", a folder, or the address of a service
	Native  nativedir.Dir // ONNX Runtime and the built-in models
	Workers int           // networks that run at a time; 0 is one a core
	// Prefixes overrides what the folder or the name of the model says.
	Prefixes *Prefixes
	Model    string // that a service is asked for
	KeyEnv   string // variable that holds the key of a service
	// Tested is a file that remembers the self-tests that local models passed on
	// this machine; empty to test each time.
	Tested string
}

// Prefixes are put before a text, as the model was trained with.
type Prefixes struct{ Query, Passage string }

// ParseSpec reads the value of a setting: "builtin" or nothing, a folder, or an
// address that begins with http:// or https://. The error is engine.ErrUsage.
func ParseSpec(value string, native nativedir.Dir) (Spec, error) {
	spec := Spec{Source: value, Native: native}
	if !strings.Contains(value, "://") {
		return spec, nil
	}
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return Spec{}, fmt.Errorf("model %q: want builtin, a folder, or an address with http:// or https://: %w", value, engine.ErrUsage)
	}
	return spec, nil
}

func (s Spec) builtin() bool { return s.Source == "" || s.Source == BuiltinSource }

func (s Spec) service() bool { return strings.Contains(s.Source, "://") }

// label names the source in messages, without what an address may carry.
func (s Spec) label() string {
	if u, err := url.Parse(s.Source); s.service() && err == nil {
		return u.Redacted()
	}
	if s.builtin() {
		return BuiltinSource
	}
	return s.Source
}
