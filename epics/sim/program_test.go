package sim

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"owl/engine"
	"owl/engine/nativedir"
)

func TestTheIOCIsFoundBesideTheProgram(t *testing.T) {
	root := t.TempDir()
	write := func(name string) {
		path := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	self := filepath.Join(root, "bin", "owl")
	none := func(string) string { return "" }
	if p, err := find(self, none); !errors.Is(err, engine.ErrNotFound) {
		t.Errorf("without an IOC: %v, error %v", p, err)
	}
	write("bin/owl-ioc")
	if p, err := find(self, none); !errors.Is(err, engine.ErrNotFound) {
		t.Errorf("without native parts: %v, error %v", p, err)
	}
	write(".native/MANIFEST")
	path := filepath.Join(root, "bin", "owl-ioc")
	for what, c := range map[string]struct {
		env  map[string]string
		want Program
	}{
		"in a clone":                  {nil, Program{path, filepath.Join(root, ".native", "dbd")}},
		"with a prepared folder":      {map[string]string{nativedir.Env: root}, Program{path, filepath.Join(root, "dbd")}},
		"with the EPICS of the site":  {map[string]string{"EPICS_BASE": "/e", "PVXS": "/p"}, Program{path, "/e/dbd:/p/dbd"}},
		"EPICS_BASE alone is nothing": {map[string]string{"EPICS_BASE": "/e"}, Program{path, filepath.Join(root, ".native", "dbd")}},
	} {
		if p, err := find(self, func(name string) string { return c.env[name] }); err != nil || p != c.want {
			t.Errorf("%s: %+v, error %v", what, p, err)
		}
	}
}

func TestDescriptionsAreCutAtAWord(t *testing.T) {
	for text, want := range map[string]string{
		"short": "short", "Latched arc detectors of station A, bit n is ARCn": "Latched arc detectors of station A, bit", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	} {
		if got := shorten(text, descriptionSize); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
