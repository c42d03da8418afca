package sim

import (
	"fmt"
	"os"
	"path/filepath"

	"owl/engine"
	"owl/engine/nativedir"
)

// Program is where the IOC and its record definitions are.
type Program struct {
	Path string // of owl-ioc
	DBD  string // folders with definitions, separated by ':'
}

// Find looks for owl-ioc beside the running program. The error is
// engine.ErrNotFound and says what is missing.
func Find() (Program, error) {
	self, err := os.Executable()
	if err != nil {
		return Program{}, fmt.Errorf("find the running program: %w", err)
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	return find(self, os.Getenv)
}

func find(self string, getenv func(string) string) (Program, error) {
	path := filepath.Join(filepath.Dir(self), "owl-ioc")
	if _, err := os.Stat(path); err != nil {
		return Program{}, fmt.Errorf("the IOC of the demo: %s: %w; run make", path, engine.ErrNotFound)
	}
	// A build against a site's own EPICS takes its definitions too.
	if base, pvxs := getenv("EPICS_BASE"), getenv("PVXS"); base != "" && pvxs != "" {
		return Program{Path: path, DBD: filepath.Join(base, "dbd") + ":" + filepath.Join(pvxs, "dbd")}, nil
	}
	dir, err := nativedir.Find(getenv(nativedir.Env), self)
	if err != nil {
		return Program{}, err
	}
	return Program{Path: path, DBD: dir.Path("dbd")}, nil
}
