package corpus

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// input is a file from behind its byte order mark.
type input struct {
	*bufio.Reader
	first  byte   // the first byte that is not white space, 0 if there is none
	buffer []byte // of a line that is longer than the reader's own
	limit  int    // of a record, in bytes
}

var errTooLong = errors.New("is too long")

func (in *input) tooLong() error {
	return fmt.Errorf("%w: the limit is %d MB", errTooLong, in.limit>>20)
}

func newInput(r io.Reader, limit int) (*input, error) {
	in := &input{Reader: bufio.NewReaderSize(r, 256<<10), limit: limit}
	start, _ := in.Peek(3)
	if bytes.Equal(start, []byte("\xEF\xBB\xBF")) {
		_, _ = in.Discard(3)
	}
	start, err := in.Peek(4096)
	if err != nil && !errors.Is(err, io.EOF) && len(start) == 0 {
		return nil, err
	}
	if trimmed := bytes.TrimSpace(start); len(trimmed) > 0 {
		in.first = trimmed[0]
	}
	return in, nil
}

// line returns the next line. One that is too long is skipped and errTooLong;
// the last line comes with io.EOF.
func (in *input) line() ([]byte, error) {
	in.buffer = in.buffer[:0]
	tooLong := false
	for {
		part, err := in.ReadSlice('\n')
		if !tooLong && len(in.buffer) == 0 && !errors.Is(err, bufio.ErrBufferFull) {
			return part, err
		}
		if tooLong = tooLong || len(in.buffer)+len(part) > in.limit; !tooLong {
			in.buffer = append(in.buffer, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case tooLong && (err == nil || errors.Is(err, io.EOF)):
			return nil, in.tooLong() // a later call gives io.EOF again
		default:
			return in.buffer, err
		}
	}
}

// decoder decodes JSON values and knows on which line they are.
type decoder struct {
	*json.Decoder
	lines *lineCounter
}

func (in *input) decoder() *decoder {
	d := &decoder{lines: &lineCounter{r: in}}
	d.Decoder = json.NewDecoder(d.lines)
	d.lines.check = func(read int64) error {
		// A value that is somewhat too long is refused alone; the reading of one
		// that does not end must stop.
		if read > d.InputOffset()+2*int64(in.limit) {
			return in.tooLong()
		}
		return nil
	}
	return d
}

// next returns the next value, io.EOF after the last one.
func (d *decoder) next(isList bool) (json.RawMessage, error) {
	if isList && !d.More() {
		if _, err := d.Token(); err != nil {
			return nil, unexpectedEOF(err)
		}
		return nil, d.atEnd()
	}
	var value json.RawMessage
	err := d.Decode(&value)
	if isList {
		err = unexpectedEOF(err)
	}
	return value, err
}

// unexpectedEOF is for a list, which has an end of its own.
func unexpectedEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// atEnd returns io.EOF if nothing follows the list.
func (d *decoder) atEnd() error {
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something after the end of the list")
	}
	return io.EOF
}

// line returns the line of an offset; offsets must not fall.
func (d *decoder) line(offset int64) int { return d.lines.line(offset) }

// brokenLine returns the line where the value begins that could not be decoded.
func (d *decoder) brokenLine() int {
	line := d.line(d.InputOffset())
	rest := bufio.NewReader(d.Buffered())
	for {
		switch b, err := rest.ReadByte(); {
		case err == nil && b == '\n':
			line++
		case err != nil || b != ' ' && b != '\t' && b != '\r':
			return line
		}
	}
}

// lineCounter is a reader that remembers where lines end, and that ends with an
// error when one value goes on for too long.
type lineCounter struct {
	r     io.Reader
	check func(read int64) error
	read  int64
	ends  []int64 // offsets of line ends not yet asked for
	count int     // of line ends before those
}

func (c *lineCounter) Read(p []byte) (int, error) {
	if err := c.check(c.read); err != nil {
		return 0, err
	}
	n, err := c.r.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			c.ends = append(c.ends, c.read+int64(i))
		}
	}
	c.read += int64(n)
	return n, err
}

func (c *lineCounter) line(offset int64) int {
	passed := 0
	for passed < len(c.ends) && c.ends[passed] < offset {
		passed++
	}
	c.ends = c.ends[passed:]
	c.count += passed
	return c.count + 1
}
