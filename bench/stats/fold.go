package stats

import "hash/fnv"

// Fold is the part of a cross-validation in which a question is held out, from 0:
// by its id, so that more questions move none to another part.
func Fold(id string, folds int) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id)) // never fails
	return int(h.Sum32() % uint32(folds))
}
