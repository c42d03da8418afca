// Package pva reads the PV Access structures that an archive holds as bytes: the
// description of a type and then its data, both as the pvData serialisation of the
// PV Access protocol has them, big-endian as the Archiver Appliance writes them.
package pva

import "errors"

// Field is a field of a structure, or the structure itself.
type Field struct {
	Name    string  // empty for the structure itself
	Type    string  // of a structure or union, such as "epics:nt/NTTable:1.0"
	Value   any     // int64, uint64, float64, string, []float64 or []string; nil for all else
	Members []Field // of a structure; what a union or variant holds
}

// Member finds a field by its name; nil when there is none. Nil has no members.
func (f *Field) Member(name string) *Field {
	if f == nil {
		return nil
	}
	for i := range f.Members {
		if f.Members[i].Name == name {
			return &f.Members[i]
		}
	}
	return nil
}

// ErrMalformed says that bytes are no structure.
var ErrMalformed = errors.New("malformed PV Access structure")

// Decode reads a structure with its type. Elements of arrays of structures are
// passed over.
func Decode(data []byte) (Field, error) {
	r := reader{rest: data}
	t := r.describe(0)
	if t == nil || t.code != codeStruct {
		return Field{}, ErrMalformed
	}
	f := r.field(t, 0)
	if r.failed {
		return Field{}, ErrMalformed
	}
	return f, nil
}
