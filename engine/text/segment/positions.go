package segment

// The positions of a term in one document are a list of varints: the distance
// from the position before (the first counts from 0) times two, plus one when
// another follows.

// appendVarint writes v in groups of seven bits, lowest first.
func appendVarint(b []byte, v uint32) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

// varint reads what appendVarint wrote; n is 0 when b does not hold one.
func varint(b []byte) (v uint32, n int) {
	for i := 0; i < len(b) && i < 5; i++ {
		v |= uint32(b[i]&0x7f) << (7 * i)
		if b[i] < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}

// listEnd returns the length of the list that b begins with, 0 when it is cut
// off.
func listEnd(b []byte) int {
	for i := 0; i < len(b); {
		more := b[i]&1 != 0
		for b[i] >= 0x80 {
			if i++; i == len(b) {
				return 0
			}
		}
		i++
		if !more {
			return i
		}
	}
	return 0
}

// readList appends the positions of the list that b begins with; n is its
// length, 0 when it is malformed.
func readList(into []uint32, b []byte) (list []uint32, n int) {
	pos := uint32(0)
	for {
		v, size := varint(b[n:])
		if size == 0 {
			return into, 0
		}
		n += size
		pos += v >> 1
		into = append(into, pos)
		if v&1 == 0 {
			return into, n
		}
	}
}
