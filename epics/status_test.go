package epics

import (
	"strings"
	"testing"
)

func TestNativeSaysVersionsOrWhy(t *testing.T) {
	s := Native()
	if s.Available == (s.Why != "") {
		t.Fatalf("Available %v with Why %q", s.Available, s.Why)
	}
	if s.Available && len(s.Versions) != 3 {
		t.Errorf("versions %q, want one each of PVXS, EPICS base and CA", s.Versions)
	}
	if strings.Contains(s.Why, "\n") {
		t.Errorf("Why is more than one line: %q", s.Why)
	}
}

func TestOpenSaysWhyNot(t *testing.T) {
	s := Native()
	if s.Available {
		t.Skip("this program can read live PVs")
	}
	if r, err := Open(Options{}); err == nil || err.Error() != s.Why || r != nil {
		t.Errorf("reader %v, error %v", r, err)
	}
}
