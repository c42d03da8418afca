package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// checks is a board of black and white.
func checks(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetRGBA(x, y, color.RGBA{A: 255})
			if (x+y)%2 == 0 {
				img.SetRGBA(x, y, color.RGBA{255, 255, 255, 255})
			}
		}
	}
	return img
}

func encoded(t testing.TB, format string, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch format {
	case "png":
		err = png.Encode(&b, img)
	case "jpeg":
		err = jpeg.Encode(&b, img, nil)
	case "gif":
		err = gif.Encode(&b, img, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTheFormatsAreReadAndNothingElse(t *testing.T) {
	for _, format := range []string{"png", "jpeg", "gif"} {
		img, err := Decode(bytes.NewReader(encoded(t, format, checks(20, 10))))
		if err != nil || img.Bounds().Dx() != 20 || img.Bounds().Dy() != 10 {
			t.Errorf("%s: %v, %v", format, img, err)
		}
	}
	for what, data := range map[string][]byte{
		"no PNG, JPEG or GIF": []byte("<svg/>"), "decode the picture": encoded(t, "png", checks(20, 10))[:60],
		"larger than 8 MB": make([]byte, MaxBytes+1), "at most 9000000": encoded(t, "png", image.NewPaletted(image.Rect(0, 0, 9001, 1001), color.Palette{color.White})),
	} {
		if _, err := Decode(bytes.NewReader(data)); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("want %q, got %v", what, err)
		}
	}
	if !Named("a/B.JPG") || Named("plot.svg") || Named("png") {
		t.Error("names")
	}
}

func TestScalingKeepsProportionsAndThinLines(t *testing.T) {
	if got := Within(image.Pt(400, 100), 80, 48); got != image.Pt(80, 20) {
		t.Errorf("within: %v", got)
	}
	if got := Within(image.Pt(10, 5), 80, 48); got != image.Pt(10, 5) {
		t.Errorf("within: %v", got)
	}
	grey := Scale(checks(40, 40), image.Pt(4, 4))
	if c := grey.RGBAAt(1, 2); c != (color.RGBA{127, 127, 127, 255}) {
		t.Errorf("mean %v", c)
	}
	if c := Scale(image.NewRGBA(image.Rect(0, 0, 3, 3)), image.Pt(1, 1)).RGBAAt(0, 0); c.R != 255 {
		t.Errorf("what is transparent is %v", c)
	}
}

func TestAnySizeFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := func(name string, most int) int { return rapid.IntRange(1, most).Draw(t, name) }
		from, w, h := image.Pt(n("x", 300), n("y", 300)), n("w", 90), n("h", 90)
		to := Within(from, w, h)
		if to.X > w && to.X > from.X || to.Y > h && to.Y > from.Y || to.X < 1 || to.Y < 1 {
			t.Fatalf("%v into %dx%d is %v", from, w, h, to)
		}
		if got := Scale(checks(from.X, from.Y), to).Bounds().Size(); got != to {
			t.Fatalf("scaled to %v, want %v", got, to)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, format := range []string{"png", "jpeg", "gif"} {
		f.Add(encoded(f, format, checks(8, 8)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		img, err := Decode(bytes.NewReader(data))
		if err == nil && img.Bounds().Dx()*img.Bounds().Dy() > MaxPixels {
			t.Errorf("%v pixels", img.Bounds())
		}
	})
}
