package seed

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"owl/engine"
)

func id() engine.ModelID { return engine.ModelID{Name: "m", Dim: 3} }

// counting embeds everything alike and counts.
type counting struct{ asked *int }

func (counting) ID() engine.ModelID { return id() }

func (counting) EmbedQuery(context.Context, string) ([]float32, error) { return nil, nil }

func (c counting) EmbedPassages(_ context.Context, texts []string) ([][]float32, error) {
	*c.asked += len(texts)
	out := make([][]float32, len(texts))
	for i := range out {
		out[i] = []float32{0, 0, 1}
	}
	return out, nil
}

func file(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, id(), []string{"one", "two"}, [][]float32{{0.6, 0.8, 0}, {-1, 0, 0}}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestKnownTextsAreNotEmbedded(t *testing.T) {
	table, err := Read(bytes.NewReader(file(t)))
	if err != nil || table.Len() != 2 || table.Model() != id() {
		t.Fatalf("%+v, %v", table, err)
	}
	asked := 0
	got, err := Embedder{counting{&asked}, table}.EmbedPassages(t.Context(), []string{"new", "two", "one"})
	if err != nil || asked != 1 || got[0][2] != 1 || got[1][0] != -1 {
		t.Fatalf("%v, %d embedded, %v", got, asked, err)
	}
	if math.Abs(float64(got[2][0])-0.6) > 0.005 || math.Abs(float64(got[2][1])-0.8) > 0.005 {
		t.Errorf("one is %v", got[2])
	}
}

func TestATableOfAnotherModelIsNotUsed(t *testing.T) {
	table, err := Read(bytes.NewReader(file(t)))
	if err != nil {
		t.Fatal(err)
	}
	table.model.Hash = "other"
	asked := 0
	if _, err := (Embedder{counting{&asked}, table}).EmbedPassages(t.Context(), []string{"one"}); err != nil || asked != 1 {
		t.Errorf("%d embedded, %v", asked, err)
	}
}

func TestBadFilesAreRefused(t *testing.T) {
	whole := string(file(t))
	for name, text := range map[string]string{
		"empty": "", "no header": "\x00\n", "cut off": whole[:len(whole)-1], "cut in a key": whole[:len(whole)-9],
		"negative": strings.Replace(whole, `"count":2`, `"count":-2`, 1), "no dimension": strings.Replace(whole, `"dim":3`, `"dim":0`, 1),
	} {
		if _, err := Read(strings.NewReader(text)); err == nil {
			t.Errorf("%s was read", name)
		}
	}
	if _, err := Read(strings.NewReader(whole[:len(whole)-1])); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("err = %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"model":{"name":"m","hash":"","dim":1},"count":1}` + "\n0123456789abc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if table, err := Read(bytes.NewReader(data)); err == nil && table.Len() > maxCount {
			t.Error("too many")
		}
	})
}
