package pva

import (
	"math"
)

// reader takes bytes apart. Once it has failed it gives zeros.
type reader struct {
	rest   []byte
	known  map[uint64]*kind // types by their keys
	fields int
	failed bool
}

// maxFields bounds the fields of a structure: the fields of a type that is used
// again need no bytes of their own.
const maxFields = 100_000

func (r *reader) take(n int) []byte {
	if r.failed || n < 0 || n > len(r.rest) {
		r.failed = true
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) byte() byte {
	b := r.take(1)
	if r.failed {
		return 0
	}
	return b[0]
}

func (r *reader) uint(n int) uint64 {
	var x uint64
	for _, b := range r.take(n) {
		x = x<<8 | uint64(b)
	}
	return x
}

// size reads a length; -1 stands for nothing.
func (r *reader) size() int {
	switch n := r.byte(); n {
	case 0xff:
		return -1
	case 0xfe:
		return int(int32(uint32(r.uint(4))))
	default:
		return int(n)
	}
}

// count reads the length of a list whose elements have so many bytes at least.
func (r *reader) count(least int) int {
	n := max(0, r.size())
	if n > len(r.rest)/least {
		r.failed = true
		return 0
	}
	return n
}

func (r *reader) string() string { return string(r.take(max(0, r.size()))) }

// field reads the data of a type.
func (r *reader) field(t *kind, depth int) Field {
	r.fields++
	if t == nil || depth > maxDepth || r.fields > maxFields {
		r.failed = true
		return Field{}
	}
	f := Field{Type: t.id}
	switch t.code {
	case codeStruct:
		r.structure(t, &f, depth)
	case codeUnion:
		r.union(t, &f, depth)
	case codeAny:
		if inner := r.describe(depth + 1); inner != nil {
			f.Members = []Field{r.field(inner, depth+1)}
		}
	case codeStruct | arrayBit, codeUnion | arrayBit, codeAny | arrayBit:
		r.pass(t, depth)
	default:
		f.Value = r.value(t.code)
	}
	return f
}

func (r *reader) structure(t *kind, f *Field, depth int) {
	for i, member := range t.members {
		m := r.field(member, depth+1)
		m.Name = t.names[i]
		if r.failed {
			return
		}
		f.Members = append(f.Members, m)
	}
}

func (r *reader) union(t *kind, f *Field, depth int) {
	i := r.size()
	if i < 0 {
		return
	}
	if i >= len(t.members) {
		r.failed = true
		return
	}
	m := r.field(t.members[i], depth+1)
	m.Name = t.names[i]
	f.Members = []Field{m}
}

// pass reads over the elements of an array of structures, unions or variants,
// each of which may be absent.
func (r *reader) pass(t *kind, depth int) {
	element := &kind{code: codeAny}
	if len(t.members) == 1 {
		element = t.members[0]
	}
	for n := r.count(1); n > 0 && !r.failed; n-- {
		if r.byte() != 0 {
			r.field(element, depth+1)
		}
	}
}

// value reads a number, a text, or an array of either.
func (r *reader) value(code byte) any {
	switch {
	case code == codeString:
		return r.string()
	case code == codeString|arrayBit:
		list := make([]string, r.count(1))
		for i := range list {
			list[i] = r.string()
		}
		return list
	case code&arrayBit != 0:
		list := make([]float64, r.count(width(code)))
		for i := range list {
			list[i] = float(r.number(code &^ arrayBit))
		}
		return list
	}
	return r.number(code)
}

// number reads a number; a boolean is 0 or 1.
func (r *reader) number(code byte) any {
	x := r.uint(width(code))
	switch code {
	case 0x20:
		return int64(int8(x))
	case 0x21:
		return int64(int16(x))
	case 0x22:
		return int64(int32(x))
	case 0x42:
		return float64(math.Float32frombits(uint32(x)))
	case 0x43:
		return math.Float64frombits(x)
	case 0x27:
		return x
	}
	return int64(x)
}

func float(x any) float64 {
	switch x := x.(type) {
	case int64:
		return float64(x)
	case uint64:
		return float64(x)
	case float64:
		return x
	}
	return 0
}
