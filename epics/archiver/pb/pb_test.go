package pb

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// chunk is a head with copies of its events.
type chunk struct {
	info   Info
	events []Event
	times  []time.Time
}

func readAll(r *Reader) ([]chunk, error) {
	var all []chunk
	for {
		info, e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		if e == nil {
			all = append(all, chunk{info: *info})
			continue
		}
		last := &all[len(all)-1]
		last.events, last.times = append(last.events, clone(e)), append(last.times, r.Time())
	}
}

func clone(e *Event) Event {
	c := *e
	c.Text, c.Bytes = bytes.Clone(e.Text), bytes.Clone(e.Bytes)
	c.Wave, c.Texts, c.Fields = append([]float64(nil), e.Wave...), append([]string(nil), e.Texts...), append([]Field(nil), e.Fields...)
	return c
}

func TestEveryTypeComesBack(t *testing.T) {
	for _, c := range []struct {
		typ  Type
		give Event
	}{
		{String, Event{Text: []byte("Beam\navailable\r\x1b[31m")}},
		{Short, Event{Number: -32768}},
		{Float, Event{Number: 0.5}},
		{Enum, Event{Number: 3}},
		{Byte, Event{Number: -7}},
		{Int, Event{Number: -2147483648}},
		{Double, Event{Number: math.Inf(-1), Severity: 2, Status: 5, Repeat: 9, Changed: true, Fields: []Field{{"cnxlostepsecs", "1700000000"}, {"", ""}}}},
		{StringWave, Event{Texts: []string{"a", "", "\n"}}},
		{ShortWave, Event{Wave: []float64{1, -1, 300}}},
		{FloatWave, Event{Wave: []float64{0.25, -8}}},
		{EnumWave, Event{Wave: []float64{0, 2}}},
		{ByteWave, Event{Wave: []float64{10, 13, 27, -128}}},
		{IntWave, Event{Wave: []float64{1 << 30, -5}}},
		{DoubleWave, Event{Wave: []float64{math.Pi, math.Inf(1)}}},
		{Structure, Event{Bytes: []byte{0, 27, 10, 13, 255}}},
	} {
		t.Run(c.typ.String(), func(t *testing.T) {
			c.give.Seconds, c.give.Nanos = 17, 999_999_999
			var b bytes.Buffer
			w := NewWriter(&b)
			info := Info{Type: c.typ, PV: "A:B", Year: 2025, Elements: 3, Headers: []Field{{"EGU", "m\n"}}}
			if err := errors.Join(w.Begin(info), w.Event(&c.give)); err != nil {
				t.Fatal(err)
			}
			all, err := readAll(NewReader(&b, 1<<20))
			if err != nil || len(all) != 1 || len(all[0].events) != 1 {
				t.Fatalf("%v %v", all, err)
			}
			if !reflect.DeepEqual(all[0].info, info) || !reflect.DeepEqual(all[0].events[0], c.give) {
				t.Errorf("got  %+v\nwant %+v", all[0], c.give)
			}
		})
	}
}

func TestYearsAndEmptyChunks(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b)
	last := time.Date(2024, 12, 31, 23, 59, 59, 0, time.UTC) // day 366
	err := errors.Join(
		w.Begin(Info{Type: Double, PV: "x", Year: 2024}), w.Event(&Event{Seconds: uint32(last.Sub(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)) / time.Second), Nanos: 5}),
		w.Begin(Info{Type: Enum, PV: "x", Year: 2025}), w.Event(&Event{Seconds: 0}),
		w.Begin(Info{Type: Double, PV: "y", Year: 2025}))
	if err != nil {
		t.Fatal(err)
	}
	all, err := readAll(NewReader(&b, 1<<20))
	if err != nil || len(all) != 3 {
		t.Fatalf("%v %v", all, err)
	}
	if got := all[0].times[0]; !got.Equal(last.Add(5)) {
		t.Errorf("last second of 2024 is read as %s", got)
	}
	if got := all[1].times[0]; !got.Equal(time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("first second of 2025 is read as %s", got)
	}
	if all[2].info.PV != "y" || len(all[2].events) != 0 {
		t.Errorf("a chunk without events: %+v", all[2])
	}
}

// The first double of a file that the appliance wrote, byte by byte.
func TestReadsKnownBytes(t *testing.T) {
	stream := "\x08\x06\x12\x03A:B\x18\xe8\x0f\x7a\x09\x1b\x02\x03EGU\x12\x02mA\n" + // DOUBLE, A:B, 2024, EGU=mA
		"\x08\x05\x10\x07\x19\x00\x00\x00\x00\x00\x00\xf8\x3f\x20\x01\x28\x04\n" // 5 s, 7 ns, 1.5, MINOR, 4
	all, err := readAll(NewReader(strings.NewReader(stream), 100))
	if err != nil {
		t.Fatal(err)
	}
	e := all[0].events[0]
	if all[0].info.Year != 2024 || all[0].info.Headers[0].Value != "mA" || e.Seconds != 5 || e.Nanos != 7 || e.Number != 1.5 || e.Severity != 1 || e.Status != 4 {
		t.Errorf("%+v", all)
	}
}

func TestBrokenStreamsAreRefused(t *testing.T) {
	head := "\x08\x06\x12\x01x\x18\xe8\x0f\n"
	for name, c := range map[string]struct {
		in   string
		want error
	}{
		"no head":              {"\xff\xff\n", ErrMalformed},
		"unknown type":         {"\x08\x2a\x18\xe8\x0f\n", ErrMalformed},
		"no year":              {"\x08\x06\x12\x01x\n", ErrMalformed},
		"text, such as HTML":   {"<html>\n", ErrMalformed},
		"cut off":              {head + "\x08\x05", io.ErrUnexpectedEOF},
		"length beyond end":    {head + "\x08\x05\x10\x07\x3a\x7f\n", ErrMalformed},
		"wrong wire of double": {head + "\x08\x05\x10\x07\x18\x01\n", ErrMalformed},
		"escape at the end":    {head + "\x08\x05\x1b\n", ErrMalformed},
		"long line":            {head + strings.Repeat("\x08\x01", 80_000) + "\n", ErrMalformed},
	} {
		if _, err := readAll(NewReader(strings.NewReader(c.in), 100_000)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnyLineSurvivesEscaping(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		give := Event{Bytes: rapid.SliceOf(rapid.SampledFrom([]byte{0, 1, 2, 3, 10, 13, 27, 'x'})).Draw(t, "bytes")}
		var b bytes.Buffer
		w := NewWriter(&b)
		if err := errors.Join(w.Begin(Info{Type: Structure, PV: "x", Year: 2024}), w.Event(&give)); err != nil {
			t.Fatal(err)
		}
		all, err := readAll(NewReader(&b, 1<<20))
		if err != nil || !bytes.Equal(all[0].events[0].Bytes, give.Bytes) {
			t.Fatalf("%v %v", all, err)
		}
	})
}

func FuzzReader(f *testing.F) {
	for typ := range Structure + 1 {
		var b bytes.Buffer
		w := NewWriter(&b)
		e := Event{Seconds: 1, Number: 2, Text: []byte("t"), Wave: []float64{1, 2}, Texts: []string{"a"}, Bytes: []byte{27}, Fields: []Field{{"a", "b"}}}
		if err := errors.Join(w.Begin(Info{Type: typ, PV: "x", Year: 2024}), w.Event(&e)); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := readAll(NewReader(bytes.NewReader(data), 1<<16))
		if err != nil {
			return
		}
		var b bytes.Buffer
		w := NewWriter(&b)
		for _, c := range all {
			if err := w.Begin(c.info); err != nil {
				t.Fatal(err)
			}
			for i := range c.events {
				if err := w.Event(&c.events[i]); err != nil {
					t.Fatal(err)
				}
			}
		}
		again, err := readAll(NewReader(&b, 1<<20))
		if err != nil || len(again) != len(all) {
			t.Fatalf("%d chunks, again %d: %v", len(all), len(again), err)
		}
	})
}
