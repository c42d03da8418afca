package models

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"

	"golang.org/x/sys/cpu"

	"owl/engine"
	"owl/engine/wholefile"
)

// selfTest is the version of the self-tests: a change makes every model be
// tested again.
const selfTest = 1

// tested is a file that remembers which self-tests were passed. They take
// seconds on a slow machine and come out alike as long as the network, the
// runtime and the processor are the same. The zero value remembers nothing.
type tested string

// testKey names all that the outcome of a self-test depends on.
func testKey(role Role, id engine.ModelID, runtimeVersion string) string {
	x := cpu.X86
	what, _ := json.Marshal([]any{ // plain values always have a JSON form
		selfTest, role, id, runtimeVersion, runtime.GOARCH, x.HasAVX2, x.HasAVX512BW, x.HasAVX512VNNI, x.HasAVXVNNI,
	})
	sum := sha256.Sum256(what)
	return hex.EncodeToString(sum[:])
}

func (t tested) passed(key string) bool { return t != "" && slices.Contains(t.keys(), key) }

// maxTested bounds the file: models come and go.
const maxTested = 32

// keys reads the file; one that is missing or damaged holds nothing, so that the
// tests are run.
func (t tested) keys() []string {
	var keys []string
	data, err := os.ReadFile(string(t))
	if err != nil || json.Unmarshal(data, &keys) != nil {
		return nil
	}
	return keys
}

// note remembers a test that was passed.
func (t tested) note(key string) error {
	if t == "" {
		return nil
	}
	keys := append(t.keys(), key)
	data, err := json.Marshal(keys[max(0, len(keys)-maxTested):])
	if err != nil {
		return fmt.Errorf("remember a self-test: %w", err)
	}
	if err := wholefile.Replace(string(t), data, 0o600); err != nil {
		return fmt.Errorf("remember a self-test: %w", err)
	}
	return nil
}

// once runs a self-test that was not passed before. What cannot be remembered
// is tested again next time, which harms nothing.
func (t tested) once(key string, test func() error) error {
	if t.passed(key) {
		return nil
	}
	if err := test(); err != nil {
		return err
	}
	_ = t.note(key)
	return nil
}
