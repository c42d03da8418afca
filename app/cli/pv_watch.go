package cli

import (
	"fmt"
	"strings"
	"time"

	"owl/app/wire"
	"owl/views/widget/chart"
)

// redraw is the least time between two drawings of a live chart: a slow link must
// not fill up.
const redraw = 250 * time.Millisecond

// liveChart draws samples as they come, each time over the last drawing.
func (s *session) liveChart(pvs *wire.PVs, window time.Duration, names []string) func(wire.PVSample) {
	o := s.chartOptions(pvs, historyFlags{}, len(names))
	o.Zone, o.Height = pvs.Now().Location(), min(o.Height, 24)
	live := wire.NewLiveChart(names, window, pvs.Now)
	var last time.Time
	return func(p wire.PVSample) {
		live.Add(p)
		now := pvs.Now()
		if now.Sub(last) < redraw {
			return
		}
		if !last.IsZero() {
			s.out.write(fmt.Sprintf("\x1b[%dA\r", o.Height))
		}
		last = now
		o.From, o.To = now.Add(-window), now
		for _, line := range chart.Draw(live.Series(now, o.Width*2), o) {
			s.out.write(strings.TrimRight(line, " ") + "\x1b[K\n")
		}
	}
}
