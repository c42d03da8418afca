package dense

import (
	"fmt"
	"strings"

	"owl/engine"
	"owl/engine/dense/segment"
)

// ModelError says that an index holds the vectors of another model than the one
// that is used now. They cannot be compared: the chunks have to be embedded
// again, see Options.Rebuild.
type ModelError struct {
	Dir   string
	Index engine.ModelID // made the vectors of the index
	Want  engine.ModelID
}

// Error names the folder, both models, and what else differs when they have one
// name.
func (e *ModelError) Error() string { return "vector index " + e.Dir + " " + e.Difference() }

// Difference is Error without the folder.
func (e *ModelError) Difference() string {
	if e.Index.Name != e.Want.Name {
		return fmt.Sprintf("was made with the model %q, not with %q", e.Index.Name, e.Want.Name)
	}
	var differ []string
	for _, part := range []struct{ name, index, want string }{
		{"hash", short(e.Index.Hash), short(e.Want.Hash)},
		{"elements", fmt.Sprint(e.Index.Dim), fmt.Sprint(e.Want.Dim)},
		{"pooling", e.Index.Pooling, e.Want.Pooling},
		{"query prefix", fmt.Sprintf("%q", e.Index.QueryPrefix), fmt.Sprintf("%q", e.Want.QueryPrefix)},
		{"passage prefix", fmt.Sprintf("%q", e.Index.PassagePrefix), fmt.Sprintf("%q", e.Want.PassagePrefix)},
	} {
		if part.index != part.want {
			differ = append(differ, fmt.Sprintf("%s %s, now %s", part.name, part.index, part.want))
		}
	}
	return fmt.Sprintf("was made with another version of the model %q: %s", e.Want.Name, strings.Join(differ, "; "))
}

// short is the beginning of a hash; the address of a service is shown whole.
func short(hash string) string {
	if strings.Contains(hash, "://") {
		return hash
	}
	return hash[:min(len(hash), 16)]
}

func checkModel(id engine.ModelID) error {
	if id.Dim < 1 || id.Dim > segment.MaxDim {
		return fmt.Errorf("%w: model %q makes vectors of %d elements", engine.ErrUsage, id.Name, id.Dim)
	}
	return nil
}
