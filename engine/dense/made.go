package dense

import (
	"errors"

	"owl/engine"
)

// MadeBy returns the model that made the vectors of a published index. An index
// that was never published is engine.ErrNotFound, one whose manifest cannot be
// used wraps engine.ErrDamaged.
func MadeBy(dir string) (engine.ModelID, error) {
	if !Exists(dir) {
		return engine.ModelID{}, engine.ErrNotFound
	}
	m, err := readManifest(dir, engine.ModelID{})
	var other *ModelError
	if err != nil && !errors.As(err, &other) {
		return engine.ModelID{}, err
	}
	return m.Model, nil
}
