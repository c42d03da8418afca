package pva

import (
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"testing"
)

// bytes of a structure, written by hand: a size is one byte, a text its size and
// its bytes.
func text(s string) []byte { return append([]byte{byte(len(s))}, s...) }

func join(parts ...[]byte) []byte {
	var out []byte
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

func number(x float64) []byte { return binary.BigEndian.AppendUint64(nil, math.Float64bits(x)) }

// table is an NTTable of two columns, with the type of its alarm called by a key.
func table() []byte {
	return join([]byte{0xfd, 0, 1, 0x80}, text("epics:nt/NTTable:1.0"), []byte{3},
		text("labels"), []byte{0x68},
		text("value"), []byte{0x80, 0, 2}, text("x"), []byte{0x4b}, text("name"), []byte{0x68},
		text("alarm"), []byte{0xfd, 0, 2, 0x80}, text("alarm_t"), []byte{2}, text("severity"), []byte{0x22}, text("message"), []byte{0x60},
		[]byte{2}, text("Position"), text("Name"),
		[]byte{2}, number(1.5), number(-2), []byte{1}, text("a"),
		[]byte{0xff, 0xff, 0xff, 0xfe}, text("deep"))
}

func TestATable(t *testing.T) {
	f, err := Decode(table())
	if err != nil {
		t.Fatal(err)
	}
	if f.Type != "epics:nt/NTTable:1.0" || !reflect.DeepEqual(f.Member("labels").Value, []string{"Position", "Name"}) {
		t.Errorf("%+v", f)
	}
	value := f.Member("value")
	if !reflect.DeepEqual(value.Member("x").Value, []float64{1.5, -2}) || !reflect.DeepEqual(value.Member("name").Value, []string{"a"}) {
		t.Errorf("%+v", value)
	}
	if alarm := f.Member("alarm"); alarm.Type != "alarm_t" || alarm.Member("severity").Value != int64(-2) || alarm.Member("message").Value != "deep" {
		t.Errorf("%+v", alarm)
	}
	if f.Member("none").Member("of").Member("it") != nil {
		t.Error("a field that is not there has members")
	}
}

func TestEveryKindOfField(t *testing.T) {
	element := join([]byte{0x80, 0, 1}, text("b"), []byte{0x00})
	data := join([]byte{0x80, 0, 8},
		text("u"), []byte{0x81, 0, 2}, text("s"), []byte{0x60}, text("w"), []byte{0x2d},
		text("none"), []byte{0x81, 0, 1}, text("s"), []byte{0x60},
		text("any"), []byte{0x82},
		text("list"), []byte{0x88}, element,
		text("big"), []byte{0x27}, text("small"), []byte{0x20}, text("f"), []byte{0x42}, text("end"), []byte{0x60},
		[]byte{1, 2, 0, 1, 0xff, 0xff}, []byte{0xff}, []byte{0x43}, number(2.5), []byte{2, 0, 1, 1},
		[]byte{0xff, 0, 0, 0, 0, 0, 0, 0}, []byte{0x80}, binary.BigEndian.AppendUint32(nil, math.Float32bits(0.5)), text("z"))
	f, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{"big": uint64(0xff << 56), "small": int64(-128), "f": 0.5, "end": "z", "none": nil, "list": nil} {
		if got := f.Member(name).Value; got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if !reflect.DeepEqual(f.Member("u").Member("w").Value, []float64{1, 65535}) || f.Member("any").Members[0].Value != 2.5 || len(f.Member("none").Members) != 0 {
		t.Errorf("%+v", f)
	}
}

func TestWhatIsCutOrBrokenIsRefused(t *testing.T) {
	whole := table()
	for n := range len(whole) {
		if _, err := Decode(whole[:n]); !errors.Is(err, ErrMalformed) {
			t.Fatalf("%d of %d bytes: %v", n, len(whole), err)
		}
	}
	for _, data := range [][]byte{{0x43}, {0xfe, 0, 1}, {0x80, 0, 1, 1, 'x', 0x83}, {0x80, 0, 0xfe, 0x7f, 0xff, 0xff, 0xff}} {
		if _, err := Decode(data); !errors.Is(err, ErrMalformed) {
			t.Errorf("% x: %v", data, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(table())
	f.Fuzz(func(_ *testing.T, data []byte) { _, _ = Decode(data) })
}
