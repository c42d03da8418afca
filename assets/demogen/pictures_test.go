package demogen

import (
	"image/png"
	"testing"

	"owl/assets"
	pictures "owl/assets/demogen/figure"
)

// The files are compared by what they show: how PNG is packed may differ from one
// Go to the next.
func TestCommittedPicturesAreTheDrawn(t *testing.T) {
	for name, want := range pictures.All() {
		file, err := assets.Demo().Open(name)
		if err != nil {
			t.Fatalf("%v; run: go run ./bench/demogen", err)
		}
		got, err := png.Decode(file)
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		if err != nil || got.Bounds() != want.Bounds() {
			t.Fatalf("%s: %v, %v", name, err, got.Bounds())
		}
		for y := range want.Bounds().Dy() {
			for x := range want.Bounds().Dx() {
				if got.At(x, y) != want.At(x, y) {
					t.Fatalf("%s is drawn otherwise than committed at %d,%d; run: go run ./bench/demogen", name, x, y)
				}
			}
		}
	}
}
