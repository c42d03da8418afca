package pb

import (
	"encoding/binary"
	"math"
)

// maxElements bounds an array, so that a broken length cannot fill the memory.
const maxElements = 16 << 20

// parseEvent reads one event into e, whose slices it uses again. Nothing in e
// points into msg.
func parseEvent(msg []byte, t Type, e *Event) bool {
	*e = Event{Text: e.Text[:0], Wave: e.Wave[:0], Texts: e.Texts[:0], Bytes: e.Bytes[:0], Fields: e.Fields[:0]}
	msg = quickTime(msg, e)
	for len(msg) > 0 {
		v, rest, ok := next(msg)
		if !ok || !e.set(v, t) {
			return false
		}
		msg = rest
	}
	return true
}

// quickTime takes the seconds and nanoseconds off the start of an event, where
// every writer puts them; most of the time of reading goes there. It leaves the
// message as it is when they look otherwise.
func quickTime(msg []byte, e *Event) []byte {
	if len(msg) < 2 || msg[0] != 1<<3|wireVarint {
		return msg
	}
	seconds, n := binary.Uvarint(msg[1:])
	rest := msg[1+max(0, n):]
	if n <= 0 || len(rest) < 2 || rest[0] != 2<<3|wireVarint {
		return msg
	}
	nanos, k := binary.Uvarint(rest[1:])
	if k <= 0 || nanos >= 1e9 {
		return msg
	}
	e.Seconds, e.Nanos = uint32(seconds), uint32(nanos)
	return rest[1+k:]
}

// set takes one field. Fields that are not known are passed over, as protocol
// buffers ask.
func (e *Event) set(v value, t Type) bool {
	switch v.field {
	case 1:
		e.Seconds = uint32(v.num)
		return v.wire == wireVarint
	case 2:
		e.Nanos = uint32(v.num)
		return v.wire == wireVarint && v.num < 1e9
	case 3:
		return e.setValue(v, t)
	case 4:
		e.Severity = int(int32(v.num))
	case 5:
		e.Status = int(int32(v.num))
	case 6:
		e.Repeat = uint32(v.num)
	case 7:
		f, ok := parseField(v)
		if ok {
			e.Fields = append(e.Fields, f)
		}
		return ok
	case 8:
		e.Changed = v.num != 0
	}
	return true
}

func (e *Event) setValue(v value, t Type) bool {
	switch t {
	case Short, Enum:
		e.Number = unzigzag(v.num)
		return v.wire == wireVarint
	case Int:
		e.Number = fixed32(v.num)
		return v.wire == wire32
	case Float:
		e.Number = float(v.num)
		return v.wire == wire32
	case Double:
		e.Number = math.Float64frombits(v.num)
		return v.wire == wire64
	case ShortWave, FloatWave, EnumWave, IntWave, DoubleWave:
		return e.addNumbers(v, t)
	case String, Byte, StringWave, ByteWave, Structure:
		return v.wire == wireBytes && e.setBytes(v.bytes, t)
	}
	return false
}

func (e *Event) setBytes(b []byte, t Type) bool {
	switch t {
	case String:
		e.Text = append(e.Text[:0], b...)
	case Byte:
		if len(b) > 0 {
			e.Number = float64(int8(b[0]))
		}
	case ByteWave:
		for _, x := range b {
			e.Wave = append(e.Wave, float64(int8(x)))
		}
	case StringWave:
		if len(e.Texts) >= maxElements {
			return false
		}
		e.Texts = append(e.Texts, string(b))
	default:
		e.Bytes = append(e.Bytes[:0], b...)
	}
	return true
}

// addNumbers takes the elements of an array, which may be packed or one by one.
func (e *Event) addNumbers(v value, t Type) bool {
	if v.wire != wireBytes {
		x, ok := element(v, t)
		e.Wave = append(e.Wave, x)
		return ok && len(e.Wave) <= maxElements
	}
	wire := wireOf(t)
	for b := v.bytes; len(b) > 0; {
		one, rest, ok := packed(b, wire)
		if !ok || len(e.Wave) >= maxElements {
			return false
		}
		x, _ := element(one, t)
		e.Wave, b = append(e.Wave, x), rest
	}
	return true
}

// wireOf is how the elements of an array are written.
func wireOf(t Type) int {
	switch t {
	case FloatWave, IntWave:
		return wire32
	case DoubleWave:
		return wire64
	}
	return wireVarint
}

func element(v value, t Type) (float64, bool) {
	switch t {
	case ShortWave, EnumWave:
		return unzigzag(v.num), v.wire == wireVarint
	case IntWave:
		return fixed32(v.num), v.wire == wire32
	case FloatWave:
		return float(v.num), v.wire == wire32
	}
	return math.Float64frombits(v.num), v.wire == wire64
}

func parseField(v value) (Field, bool) {
	if v.wire != wireBytes {
		return Field{}, false
	}
	var f Field
	for msg := v.bytes; len(msg) > 0; {
		part, rest, ok := next(msg)
		if !ok {
			return Field{}, false
		}
		switch {
		case part.field == 1 && part.wire == wireBytes:
			f.Name = string(part.bytes)
		case part.field == 2 && part.wire == wireBytes:
			f.Value = string(part.bytes)
		}
		msg = rest
	}
	return f, true
}

// parseInfo reads the head of a chunk.
func parseInfo(msg []byte) (Info, bool) {
	info := Info{Type: -1}
	for len(msg) > 0 {
		v, rest, ok := next(msg)
		if !ok {
			return Info{}, false
		}
		msg = rest
		switch v.field {
		case 1:
			info.Type = Type(int32(v.num))
		case 2:
			info.PV = string(v.bytes)
		case 3:
			info.Year = int(int32(v.num))
		case 4:
			info.Elements = int(int32(v.num))
		case 15:
			f, ok := parseField(v)
			if !ok {
				return Info{}, false
			}
			info.Headers = append(info.Headers, f)
		}
	}
	return info, info.Type >= String && info.Type <= Structure && info.Year > 0 && info.Year < 10_000
}
