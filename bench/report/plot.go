package report

import (
	"fmt"
	"math"
)

// The measures of a plot, in units of its drawing.
const (
	plotWidth  = 760
	plotGutter = 230 // for the names, on the left
	plotValue  = 150 // for the numbers, on the right
	plotRow    = 20
	plotTop    = 8
	plotAxis   = 24
)

// plot is a figure with every place worked out.
type plot struct {
	Name, Note    string
	Width, Height int
	Left, Right   float64 // of the axis
	Bottom        float64 // of the rows
	Zero          float64 // place of 0; negative when it is not drawn
	Ticks         []tick
	Rows          []plotLine
}

type tick struct {
	X    float64
	Text string
}

// plotLine is a heading, or a point with its interval.
type plotLine struct {
	Y                    float64
	Heading              string
	Name, Value, Tooltip string
	X, Low, High         float64
	Series               int // which colour
}

// lay works out the places of a figure.
func (f Figure) lay() plot {
	low, high, step := f.scale()
	p := plot{Name: f.Name, Note: f.Note, Width: plotWidth, Left: plotGutter, Right: plotWidth - plotValue, Zero: -1}
	at := func(v float64) float64 {
		share := math.Max(0, math.Min(1, (v-low)/(high-low)))
		return math.Round(10*(p.Left+share*(p.Right-p.Left))) / 10
	}
	y := float64(plotTop)
	series := map[string]int{}
	for _, g := range f.Groups {
		if g.Name != "" {
			p.Rows = append(p.Rows, plotLine{Y: y + plotRow/2, Heading: g.Name})
			y += plotRow
		}
		for _, point := range g.Points {
			if _, known := series[point.Name]; !known {
				series[point.Name] = len(series) % colours
			}
			p.Rows = append(p.Rows, plotLine{
				Y: y + plotRow/2, Name: point.Name, X: at(point.Value), Low: at(point.Low), High: at(point.High),
				Value:  f.Unit.number(point.Value) + " [" + f.Unit.number(point.Low) + " to " + f.Unit.number(point.High) + "]",
				Series: series[point.Name], Tooltip: fmt.Sprintf("n=%d", point.N),
			})
			y += plotRow
		}
	}
	p.Bottom, p.Height = y, int(y)+plotAxis
	for v := math.Ceil(low/step) * step; v <= high+step/1000; v += step {
		p.Ticks = append(p.Ticks, tick{at(v), f.Unit.axis(v, step)})
	}
	if low < 0 && high > 0 {
		p.Zero = at(0)
	}
	return p
}

// colours is how many colours the page's style has for points.
const colours = 6

// axis writes the number of a tick; the page gives the unit with the figure.
func (u Unit) axis(v, step float64) string {
	if u == Share || u == Points {
		v, step = 100*v, 100*step
	}
	digits := 0
	if step < 1 {
		digits = int(math.Ceil(-math.Log10(step)))
	}
	if math.Abs(v) < step/1000 {
		v = 0 // not -0
	}
	return fmt.Sprintf("%.*f", digits, v)
}

// scale chooses the ends of the axis and the distance of its ticks. Shares are
// drawn from 0 to 1, so that figures compare by eye; a difference keeps 0 in
// view.
func (f Figure) scale() (low, high, step float64) {
	if f.Unit == Share {
		return 0, 1, 0.2
	}
	for _, g := range f.Groups {
		for _, p := range g.Points {
			low, high = math.Min(low, p.Low), math.Max(high, p.High)
		}
	}
	if high == low {
		high = low + 1
	}
	step = niceStep((high - low) / 5)
	return math.Floor(low/step) * step, math.Ceil(high/step) * step, step
}

// niceStep is the least of 1, 2, 5 times a power of ten that is not below v.
func niceStep(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*power >= v*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}
