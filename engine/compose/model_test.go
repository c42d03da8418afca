package compose

import (
	"strings"
	"testing"
)

func TestTheBuiltInModelHasAWeightForEachFeature(t *testing.T) {
	m := Builtin()
	if len(m.Weights) != len(Features()) || m.Hash() == "" || m.About == "" {
		t.Errorf("%d weights, hash %q, about %q", len(m.Weights), m.Hash(), m.About)
	}
}

func TestAModelThatDoesNotFitIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"no JSON":            {"{", "read the composer's weights"},
		"without a feature":  {`{"weights":{}}`, `feature "its record is the first" has no weight`},
		"of another version": {strings.Replace(builtin, `"weights": {`, `"weights": {"colour": 1,`, 1), `no feature "colour"`},
	} {
		if _, err := ReadModel(strings.NewReader(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
