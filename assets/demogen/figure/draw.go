package figure

import (
	"image"
	"math"
)

// buffers is the hour before the dump of 2026-10-15: the flow of the circulator
// falls by 0.2 L/min a minute from 57 minutes before, and its outlet heats up in the
// last six.
func buffers() *image.Paletted {
	img := blank()
	flow := plot{img, image.Rect(20, 10, width-10, 112), -60, 3, 28, 44}
	flow.frame(6, 4)
	flow.line(func(t float64) float64 { return 42 - 0.2*max(0, min(t, 0)+57) }, blue)
	heat := plot{img, image.Rect(20, 128, width-10, height-10), -60, 3, 44, 64}
	heat.frame(6, 4)
	heat.limit(60, amber)
	heat.line(func(t float64) float64 {
		if t > 0 {
			return 60.3 - 3*t
		}
		return 48.6 + 11.7*math.Pow(max(0, t+6)/6, 3)
	}, red)
	return img
}

// gauge is the pressure of CCG1 in sector 17 on 2025-06-18 from 10:00 to 12:30, as
// its logarithm: quiet until 10:28, over the trip at 11:08:33, falling without beam.
func gauge() *image.Paletted {
	img := blank()
	p := plot{img, image.Rect(20, 10, width-10, height-10), 600, 750, -10, -6}
	p.frame(5, 4)
	p.limit(-7, amber)
	at := [][2]float64{{600, -9.4}, {628, -9.4}, {641, -9}, {667, -7.51}, {668.5, -6.95}, {680, -8.22}, {725, -9.05}, {750, -9.15}}
	p.line(func(t float64) float64 { return between(at, t) }, red)
	return img
}

// between is the value at x on the straight lines through points.
func between(at [][2]float64, x float64) float64 {
	for i := 1; i < len(at); i++ {
		if a, b := at[i-1], at[i]; x <= b[0] {
			return a[1] + (b[1]-a[1])*(x-a[0])/(b[0]-a[0])
		}
	}
	return at[len(at)-1][1]
}

// firstFault is the first-fault panel of 2026-10-15: station B in red, the arc bit
// behind it in amber, all else in green.
func firstFault() *image.Paletted {
	img := blank()
	fill(img, image.Rect(0, 0, width, 24), black)
	lamps := []uint8{red, amber, green, green, green, green, green, green}
	words := [][]int{{70, 90, 40}, {60, 30, 50}, {80, 60}, {50, 70}, {90, 40}, {60, 60}, {70, 30}, {40, 80}}
	for i, lamp := range lamps {
		y := 34 + 25*i
		fill(img, image.Rect(14, y, 54, y+17), lamp)
		x := 70
		for _, w := range words[i] {
			fill(img, image.Rect(x, y+5, x+w, y+12), black)
			x += w + 12
		}
	}
	return img
}
