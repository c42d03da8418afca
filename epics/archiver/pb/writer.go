package pb

import (
	"encoding/binary"
	"io"
	"math"
)

// Writer writes a stream.
type Writer struct {
	w       io.Writer
	msg     []byte
	line    []byte
	typ     Type
	started bool
}

// NewWriter returns a writer. Give it a buffered one: it writes every line by
// itself.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Begin starts a chunk.
func (w *Writer) Begin(info Info) error {
	if w.started {
		if _, err := w.w.Write([]byte{'\n'}); err != nil {
			return err
		}
	}
	w.started, w.typ = true, info.Type
	m := appendNumber(w.msg[:0], 1, uint64(info.Type))
	m = appendBytes(m, 2, []byte(info.PV))
	m = appendNumber(m, 3, uint64(info.Year))
	if info.Elements > 0 {
		m = appendNumber(m, 4, uint64(info.Elements))
	}
	for _, f := range info.Headers {
		m = appendField(m, 15, f)
	}
	return w.writeLine(m)
}

// Event writes an event of the current chunk.
func (w *Writer) Event(e *Event) error {
	m := appendNumber(w.msg[:0], 1, uint64(e.Seconds))
	m = appendNumber(m, 2, uint64(e.Nanos))
	m = appendValue(m, w.typ, e)
	if e.Severity != 0 {
		m = appendNumber(m, 4, uint64(int64(e.Severity)))
	}
	if e.Status != 0 {
		m = appendNumber(m, 5, uint64(int64(e.Status)))
	}
	if e.Repeat != 0 {
		m = appendNumber(m, 6, uint64(e.Repeat))
	}
	for _, f := range e.Fields {
		m = appendField(m, 7, f)
	}
	if e.Changed {
		m = appendNumber(m, 8, 1)
	}
	return w.writeLine(m)
}

func (w *Writer) writeLine(msg []byte) error {
	w.msg = msg
	w.line = w.line[:0]
	for _, b := range msg {
		switch b {
		case esc:
			w.line = append(w.line, esc, 1)
		case '\n':
			w.line = append(w.line, esc, 2)
		case '\r':
			w.line = append(w.line, esc, 3)
		default:
			w.line = append(w.line, b)
		}
	}
	w.line = append(w.line, '\n')
	_, err := w.w.Write(w.line)
	return err
}

func appendValue(m []byte, t Type, e *Event) []byte {
	switch t {
	case String:
		return appendBytes(m, 3, e.Text)
	case Byte:
		return appendBytes(m, 3, []byte{byte(int8(e.Number))})
	case Structure:
		return appendBytes(m, 3, e.Bytes)
	case StringWave:
		for _, text := range e.Texts {
			m = appendBytes(m, 3, []byte(text))
		}
		return m
	case ByteWave, ShortWave, FloatWave, EnumWave, IntWave, DoubleWave:
		var all []byte
		for _, x := range e.Wave {
			all = appendScalar(all, t-StringWave, x)
		}
		return appendBytes(m, 3, all)
	case Short, Enum:
		return appendScalar(appendKey(m, 3, wireVarint), t, e.Number)
	case Float, Int:
		return appendScalar(appendKey(m, 3, wire32), t, e.Number)
	}
	return appendScalar(appendKey(m, 3, wire64), t, e.Number)
}

// appendScalar writes a number without its key.
func appendScalar(m []byte, t Type, x float64) []byte {
	switch t {
	case Short, Enum:
		n := int32(x)
		return binary.AppendUvarint(m, uint64(uint32(n<<1)^uint32(n>>31)))
	case Int:
		return binary.LittleEndian.AppendUint32(m, uint32(int32(x)))
	case Float:
		return binary.LittleEndian.AppendUint32(m, math.Float32bits(float32(x)))
	case Byte:
		return append(m, byte(int8(x)))
	}
	return binary.LittleEndian.AppendUint64(m, math.Float64bits(x))
}

func appendKey(m []byte, field, wire int) []byte {
	return binary.AppendUvarint(m, uint64(field<<3|wire))
}

func appendNumber(m []byte, field int, n uint64) []byte {
	return binary.AppendUvarint(appendKey(m, field, wireVarint), n)
}

func appendBytes(m []byte, field int, b []byte) []byte {
	return append(binary.AppendUvarint(appendKey(m, field, wireBytes), uint64(len(b))), b...)
}

func appendField(m []byte, field int, f Field) []byte {
	inner := appendBytes(appendBytes(nil, 1, []byte(f.Name)), 2, []byte(f.Value))
	return appendBytes(m, field, inner)
}
