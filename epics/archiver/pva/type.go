package pva

// The codes of types that are no numbers; bit 3 makes an array of any of them.
const (
	codeBool   = 0x00
	codeString = 0x60
	codeStruct = 0x80
	codeUnion  = 0x81
	codeAny    = 0x82
	arrayBit   = 0x08

	codeNamed = 0xfd // a key and a type that is called by it from then on
	codeKnown = 0xfe // the key of a type
	codeNull  = 0xff
)

// maxDepth bounds types within types, so that bytes cannot fill the stack.
const maxDepth = 20

// kind is the description of a type.
type kind struct {
	code    byte
	id      string
	names   []string
	members []*kind // of a structure or union; the element of an array of them
}

// describe reads the description of a type; nil for none, or when it is broken.
func (r *reader) describe(depth int) *kind {
	if depth > maxDepth {
		r.failed = true
	}
	code := r.byte()
	switch {
	case r.failed || code == codeNull:
		return nil
	case code == codeNamed:
		key := r.uint(2)
		t := r.describe(depth + 1)
		if r.known == nil {
			r.known = map[uint64]*kind{}
		}
		r.known[key] = t
		return t
	case code == codeKnown:
		t := r.known[r.uint(2)]
		r.failed = r.failed || t == nil
		return t
	}
	return r.compose(code, depth)
}

// compose reads what belongs to the code of a type; nil when it is broken.
func (r *reader) compose(code byte, depth int) *kind {
	t := &kind{code: code}
	switch code {
	case codeStruct, codeUnion:
		t.id = r.string()
		for n := r.count(2); n > 0 && !r.failed; n-- { // a name and a code at least
			t.names = append(t.names, r.string())
			member := r.describe(depth + 1)
			r.failed = r.failed || member == nil
			t.members = append(t.members, member)
		}
	case codeStruct | arrayBit, codeUnion | arrayBit:
		element := r.describe(depth + 1)
		r.failed = r.failed || element == nil || element.code != code&^arrayBit
		t.members = []*kind{element}
	case codeString, codeString | arrayBit, codeAny, codeAny | arrayBit:
	default:
		r.failed = r.failed || width(code) == 0
	}
	if r.failed {
		return nil
	}
	return t
}

// width is the bytes of a number, or of the elements of an array of them; 0 for
// what is none.
func width(code byte) int {
	switch code &^ arrayBit {
	case codeBool, 0x20, 0x24:
		return 1
	case 0x21, 0x25:
		return 2
	case 0x22, 0x26, 0x42:
		return 4
	case 0x23, 0x27, 0x43:
		return 8
	}
	return 0
}
