package segment

import "math/bits"

// MaxDocs is how many documents a segment can hold: a Posting has 16 bits for
// the document.
const MaxDocs = 1 << 16

// Posting says that a term occurs in a document: the document's number in the
// segment, the weighted term frequency and the class of the document's weighted
// length. The length stands in every posting so that scoring reads one stream.
type Posting uint32

// Doc is the number of the document.
func (p Posting) Doc() uint16 { return uint16(p >> 16) }

// Code is the frequency times 256 plus the length class.
func (p Posting) Code() uint16 { return uint16(p) }

// MaxFrequency is the weighted term frequency that higher ones count as.
const MaxFrequency = 255

// code packs a frequency and a length.
func code(frequency, length uint32) uint16 {
	return uint16(min(frequency, MaxFrequency))<<8 | uint16(LengthClass(length))
}

// LengthClass sorts lengths into 256 classes: exact below 32, then 16 classes
// for each doubling, so that a class is at most 6.25 % wide. Lengths from
// 507,904 on share the last class.
func LengthClass(n uint32) uint8 {
	if n < 32 {
		return uint8(n)
	}
	shift := bits.Len32(n) - 5
	if shift > 14 {
		return 255
	}
	return uint8(32 + (shift-1)*16 + int(n>>shift)&15)
}

// ClassLength is the length in the middle of a class.
func ClassLength(class uint8) float64 {
	if class < 32 {
		return float64(class)
	}
	shift := int(class-32)/16 + 1
	low := (16 + int(class-32)%16) << shift
	return float64(low) + float64(int(1)<<shift-1)/2
}

// Field is a part of a document.
type Field uint8

// The fields of a document, in the order of their positions.
const (
	Title Field = iota
	Body
	IDs
	fields
)

// Fields is the number of fields.
const Fields = int(fields)

// Weight is how often each occurrence in the field counts: a document is scored
// as if its title stood there three times and its identifiers five times.
func (f Field) Weight() uint32 {
	switch f {
	case Title:
		return 3
	case IDs:
		return 5
	}
	return 1
}

// Lengths are the numbers of positions in each field of a document.
type Lengths [Fields]uint32

// Weighted is the length of the document as it is scored.
func (l Lengths) Weighted() uint32 {
	var n uint32
	for f, v := range l {
		n += v * Field(f).Weight()
	}
	return n
}

// Start is the document position of the first token of a field. One position is
// left free between fields, so that no phrase crosses them.
func (l Lengths) Start(f Field) uint32 {
	var n uint32
	for _, v := range l[:f] {
		n += v + 1
	}
	return n
}

// FieldAt is the field that holds a document position.
func (l Lengths) FieldAt(pos uint32) Field {
	if pos >= l.Start(IDs) {
		return IDs
	}
	if pos >= l.Start(Body) {
		return Body
	}
	return Title
}
