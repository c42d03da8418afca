package dense

import (
	"fmt"

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

// Error names both models, and what else differs when they have one name.
func (e *ModelError) Error() string {
	if e.Index.Name != e.Want.Name {
		return fmt.Sprintf("vector index %s was made with the model %q, not with %q", e.Dir, e.Index.Name, e.Want.Name)
	}
	return fmt.Sprintf("vector index %s was made with another version of the model %q: %+v, now %+v", e.Dir, e.Want.Name, e.Index, e.Want)
}

func checkModel(id engine.ModelID) error {
	if id.Dim < 1 || id.Dim > segment.MaxDim {
		return fmt.Errorf("%w: model %q makes vectors of %d elements", engine.ErrUsage, id.Name, id.Dim)
	}
	return nil
}
