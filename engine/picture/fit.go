package picture

import (
	"image"
	"image/color"
	"image/draw"
)

// Within is the largest size with the proportions of size that fits into w x h;
// never larger than size, never less than one pixel.
func Within(size image.Point, w, h int) image.Point {
	switch {
	case size.X <= 0 || size.Y <= 0 || w <= 0 || h <= 0:
		return image.Pt(1, 1)
	case size.X <= w && size.Y <= h:
		return size
	case size.X*h > size.Y*w:
		return image.Pt(w, max(1, size.Y*w/size.X))
	}
	return image.Pt(max(1, size.X*h/size.Y), h)
}

// Scale makes a picture exactly this large. A pixel is the mean of those that it
// stands for, so that thin lines do not vanish; what is transparent becomes white,
// as on the page that it was made for.
func Scale(img image.Image, size image.Point) *image.RGBA {
	from := flat(img)
	b := from.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, size.X, size.Y))
	for y := range size.Y {
		y0, y1 := share(y, size.Y, b.Dy())
		for x := range size.X {
			x0, x1 := share(x, size.X, b.Dx())
			out.SetRGBA(x, y, mean(from, image.Rect(x0, y0, x1, y1).Add(b.Min)))
		}
	}
	return out
}

// flat is the picture on white.
func flat(img image.Image) *image.RGBA {
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Over)
	return out
}

// share is the range of all that part i of n stands for; at least one.
func share(i, n, all int) (from, to int) {
	from = i * all / n
	return from, max(from+1, (i+1)*all/n)
}

func mean(img *image.RGBA, r image.Rectangle) color.RGBA {
	var sum [3]int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[img.PixOffset(r.Min.X, y):]
		for x := range r.Dx() {
			for c := range sum {
				sum[c] += int(row[4*x+c])
			}
		}
	}
	n := max(1, r.Dx()*r.Dy())
	return color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255}
}
