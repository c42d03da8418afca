package export

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"owl/ingest"
)

func BenchmarkElements(b *testing.B) {
	var text strings.Builder
	text.WriteString("[\n")
	for i := range 20_000 {
		fmt.Fprintf(&text, "{\"id\": \"WRQ_%d\", \"text\": %q},\n", i, strings.Repeat("Supply S07-IP2 reads 0 kV. ", 20))
	}
	text.WriteString("]")
	connector := New(fstest.MapFS{"f.json": {Data: []byte(text.String())}}, Options{}, lists(""))
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		err := connector.Read(b.Context(), func(ingest.Item) error { n++; return nil })
		if err != nil || n != 20_000 {
			b.Fatalf("%d records, %v", n, err)
		}
	}
}
