package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"owl/bench/nuggets"
	"owl/engine/wholefile"
)

// cache keeps verdicts on disk, one file each. An empty folder keeps none.
type cache struct{ dir string }

type cached struct {
	Verdict nuggets.Verdict `json:"verdict"`
	Model   string          `json:"model"`
}

// key identifies a judgement by all that it depends on.
func key(parts ...string) string {
	sum := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(sum, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func (c cache) path(key string) string { return filepath.Join(c.dir, key[:2], key+".json") }

// get returns a kept verdict. A file that cannot be understood counts as
// missing: it is written anew.
func (c cache) get(key string) (nuggets.Verdict, bool, error) {
	if c.dir == "" {
		return "", false, nil
	}
	data, err := os.ReadFile(c.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("read a kept verdict: %w", err)
	}
	var kept cached
	if json.Unmarshal(data, &kept) != nil {
		return "", false, nil
	}
	v, err := nuggets.ParseVerdict(string(kept.Verdict))
	return v, err == nil, nil
}

// put keeps a verdict; a reader sees the whole file or none.
func (c cache) put(key string, kept cached) error {
	if c.dir == "" {
		return nil
	}
	data, err := json.Marshal(kept)
	if err != nil {
		return fmt.Errorf("keep a verdict: %w", err)
	}
	name := c.path(key)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("keep a verdict: %w", err)
	}
	if err := wholefile.Replace(name, data, 0o600); err != nil {
		return fmt.Errorf("keep a verdict: %w", err)
	}
	return nil
}
