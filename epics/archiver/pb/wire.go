package pb

import (
	"encoding/binary"
	"math"
)

// The wire types of protocol buffers.
const (
	wireVarint = 0
	wire64     = 1
	wireBytes  = 2
	wire32     = 5
)

// value is one field of a message; which part holds it is decided by wire.
type value struct {
	field int
	wire  int
	num   uint64
	bytes []byte
}

// next cuts the first field off a message.
func next(msg []byte) (v value, rest []byte, ok bool) {
	key, n := binary.Uvarint(msg)
	if n <= 0 || key>>3 == 0 || key>>3 > 1<<29-1 {
		return value{}, nil, false
	}
	msg = msg[n:]
	v.field, v.wire = int(key>>3), int(key&7)
	switch v.wire {
	case wireVarint:
		v.num, n = binary.Uvarint(msg)
	case wire64:
		if n = 8; len(msg) >= n {
			v.num = binary.LittleEndian.Uint64(msg)
		}
	case wire32:
		if n = 4; len(msg) >= n {
			v.num = uint64(binary.LittleEndian.Uint32(msg))
		}
	case wireBytes:
		return nextBytes(v, msg)
	default:
		return value{}, nil, false
	}
	if n <= 0 || n > len(msg) {
		return value{}, nil, false
	}
	return v, msg[n:], true
}

func nextBytes(v value, msg []byte) (value, []byte, bool) {
	size, n := binary.Uvarint(msg)
	if n <= 0 || size > uint64(len(msg)-n) {
		return value{}, nil, false
	}
	end := n + int(size)
	v.bytes = msg[n:end]
	return v, msg[end:], true
}

// unzigzag undoes the coding of sint32.
func unzigzag(n uint64) float64 { return float64(int32(uint32(n)>>1) ^ -int32(n&1)) }

func fixed32(n uint64) float64 { return float64(int32(uint32(n))) }

func float(n uint64) float64 { return float64(math.Float32frombits(uint32(n))) }

// packed cuts the first element off a packed array.
func packed(b []byte, wire int) (v value, rest []byte, ok bool) {
	v.wire = wire
	n := 0
	switch wire {
	case wireVarint:
		v.num, n = binary.Uvarint(b)
	case wire32:
		if n = 4; len(b) >= n {
			v.num = uint64(binary.LittleEndian.Uint32(b))
		}
	default:
		if n = 8; len(b) >= n {
			v.num = binary.LittleEndian.Uint64(b)
		}
	}
	if n <= 0 || n > len(b) {
		return value{}, nil, false
	}
	return v, b[n:], true
}
