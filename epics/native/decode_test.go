package native

import (
	"encoding/binary"
	"testing"
)

// FuzzReader feeds the decoders of lists and tables with any bytes: they must
// end, and take no more memory than the bytes are worth.
func FuzzReader(f *testing.F) {
	list := binary.NativeEndian.AppendUint32(nil, 1)
	list = append(binary.NativeEndian.AppendUint32(list, 2), "ab"...)
	f.Add(list)
	f.Add(append(list, binary.NativeEndian.AppendUint32(nil, 0)...))
	f.Add([]byte{255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, data []byte) {
		r := reader{rest: data}
		if texts := r.list(); len(texts) > len(data)/4 {
			t.Fatalf("%d texts of %d bytes", len(texts), len(data))
		}
		r = reader{rest: data}
		columns := r.columns()
		for i := range columns.Labels {
			if n := len(columns.Numbers[i]) + len(columns.Texts[i]); n > len(data)/4 {
				t.Fatalf("%d values of %d bytes", n, len(data))
			}
		}
	})
}

func TestALongCountIsCutShort(t *testing.T) {
	for _, data := range [][]byte{{}, {1}, {255, 255, 255, 127}, {1, 0, 0, 0, 9, 0, 0, 0, 'a'}} {
		r := reader{rest: data}
		if list := r.list(); r.err == nil {
			t.Errorf("%v gives %q without an error", data, list)
		}
	}
}
