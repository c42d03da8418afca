package pb

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"
)

// Reader reads a stream. It holds one line at a time.
type Reader struct {
	in      *bufio.Reader
	maxLine int
	long    []byte // a line that is longer than the buffer
	lines   int
	info    *Info
	start   time.Time // of the chunk's year
	event   Event
}

// NewReader returns a reader that refuses lines of more than maxLine bytes.
func NewReader(r io.Reader, maxLine int) *Reader {
	return &Reader{in: bufio.NewReaderSize(r, 64<<10), maxLine: maxLine}
}

// Next returns the head of the current chunk and the next event. Info stays the
// same pointer for all events of a chunk. The event and its slices hold until
// Next is called again. At the end of the stream the error is io.EOF; an Info
// without events is given too, with a nil event.
func (r *Reader) Next() (*Info, *Event, error) {
	for {
		line, err := r.line()
		if err != nil {
			return nil, nil, err
		}
		switch {
		case len(line) == 0:
			r.info = nil
		case r.info == nil:
			info, ok := parseInfo(line)
			if !ok {
				return nil, nil, fmt.Errorf("%w: line %d is no head of a chunk", ErrMalformed, r.lines)
			}
			r.info, r.start = &info, time.Date(info.Year, 1, 1, 0, 0, 0, 0, time.UTC)
			return r.info, nil, nil
		default:
			if !parseEvent(line, r.info.Type, &r.event) {
				return nil, nil, fmt.Errorf("%w: line %d is no %s event", ErrMalformed, r.lines, r.info.Type)
			}
			return r.info, &r.event, nil
		}
	}
}

// Time is when the event of the last Next was made, in UTC.
func (r *Reader) Time() time.Time {
	return r.start.Add(time.Duration(r.event.Seconds)*time.Second + time.Duration(r.event.Nanos))
}

// line returns the next line without its end, unescaped in place.
func (r *Reader) line() ([]byte, error) {
	r.lines++
	line, err := r.in.ReadSlice('\n')
	if err != nil {
		if errors.Is(err, bufio.ErrBufferFull) {
			line, err = r.longLine(line)
		}
		if errors.Is(err, io.EOF) && len(line) > 0 {
			return nil, fmt.Errorf("line %d is cut off: %w", r.lines, io.ErrUnexpectedEOF)
		}
		if err != nil {
			return nil, err
		}
	}
	text, ok := unescape(line[:len(line)-1])
	if !ok {
		return nil, fmt.Errorf("%w: line %d ends in an escape", ErrMalformed, r.lines)
	}
	return text, nil
}

func (r *Reader) longLine(part []byte) ([]byte, error) {
	r.long = append(r.long[:0], part...)
	for {
		part, err := r.in.ReadSlice('\n')
		r.long = append(r.long, part...)
		if len(r.long) > r.maxLine {
			return nil, fmt.Errorf("%w: line %d has more than %d bytes", ErrMalformed, r.lines, r.maxLine)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return r.long, err
		}
	}
}

const esc = 0x1b

// unescape undoes the escapes in place. An unknown escape is kept as it is, as
// the appliance's own reader does.
func unescape(line []byte) ([]byte, bool) {
	i := bytes.IndexByte(line, esc)
	if i < 0 {
		return line, true
	}
	out := line[:i]
	for ; i < len(line); i++ {
		if line[i] != esc {
			out = append(out, line[i])
			continue
		}
		if i++; i == len(line) {
			return nil, false
		}
		switch line[i] {
		case 1:
			out = append(out, esc)
		case 2:
			out = append(out, '\n')
		case 3:
			out = append(out, '\r')
		default:
			out = append(out, esc, line[i])
		}
	}
	return out, true
}
