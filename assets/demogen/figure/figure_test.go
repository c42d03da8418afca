package figure

import (
	"image"
	"testing"
)

// count is how many pixels of a part have an ink.
func count(img *image.Paletted, r image.Rectangle, ink uint8) int {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if img.ColorIndexAt(x, y) == ink {
				n++
			}
		}
	}
	return n
}

func TestPicturesShowWhatTheirRecordsSay(t *testing.T) {
	flow := buffers()
	if high, low := count(flow, image.Rect(20, 10, 40, 50), blue), count(flow, image.Rect(370, 80, 390, 112), blue); high == 0 || low == 0 {
		t.Error("the flow does not fall")
	}
	if late, early := count(flow, image.Rect(350, 128, 390, 160), red), count(flow, image.Rect(20, 128, 300, 160), red); late == 0 || early != 0 {
		t.Error("the outlet does not heat up at the end")
	}
	if n := count(gauge(), image.Rect(20, 10, 390, 65), red); n == 0 || n > 200 {
		t.Errorf("%d pixels over the trip level", n)
	}
	if count(firstFault(), image.Rect(14, 34, 54, 51), red) != 40*17 {
		t.Error("the first fault is not red")
	}
}
