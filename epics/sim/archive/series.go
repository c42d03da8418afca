package archive

import (
	"iter"
	"strconv"
	"time"

	"owl/assets/demogen/channel"
	"owl/assets/demogen/history"
	"owl/epics/archiver/pb"
)

// point is an event with its time.
type point struct {
	at time.Time
	pb.Event
}

// series are the events of one PV, or what an operator made of them.
type series struct {
	info   pb.Info
	points iter.Seq[point]
}

// find returns a channel by its present or former name.
func (a *Archive) find(pv string) (*channel.Channel, bool) {
	for _, c := range a.history.Channels() {
		if c.Name == pv || c.Legacy != "" && c.Legacy == pv {
			return c, true
		}
	}
	return nil, false
}

// series gives the samples of a PV from the one in force at from up to and
// including to, as the appliance does.
func (a *Archive) series(pv string, from, to time.Time) (series, error) {
	if now := a.now(); to.After(now) {
		to = now
	}
	if to.Before(from) {
		from = to
	}
	samples, err := a.samples(pv, history.Window{From: from, To: to.Add(1), Before: true})
	if err != nil {
		return series{}, err
	}
	c, _ := a.find(pv)
	return series{info: infoOf(c, pv), points: func(yield func(point) bool) {
		for s := range samples {
			if !yield(pointOf(c, s)) {
				return
			}
		}
	}}, nil
}

// samples are those of the demo folder and, from the begin of the play on, what
// was played.
func (a *Archive) samples(pv string, w history.Window) (iter.Seq[history.Sample], error) {
	begun := a.played.since()
	if begun.IsZero() || w.To.Before(begun) {
		return a.history.Samples(pv, w)
	}
	written, err := a.history.Samples(pv, history.Window{From: w.From, To: begun, Before: w.Before})
	if err != nil {
		return nil, err
	}
	played := a.played.samples(pv, w)
	return func(yield func(history.Sample) bool) {
		if len(played) == 0 || !played[0].Time.Before(w.From) {
			for s := range written {
				if !yield(s) {
					return
				}
			}
		}
		for _, s := range played {
			if !yield(s) {
				return
			}
		}
	}, nil
}

func infoOf(c *channel.Channel, pv string) pb.Info {
	info := pb.Info{Type: typeOf(c), PV: pv, Elements: max(1, c.Elements)}
	add := func(name, value string) { info.Headers = append(info.Headers, pb.Field{Name: name, Value: value}) }
	add("DESC", c.Description)
	if c.Unit != "" {
		add("EGU", c.Unit)
	}
	switch info.Type {
	case pb.Double:
		add("PREC", strconv.Itoa(c.Places))
	case pb.DoubleWave:
		add("PREC", "3")
	default:
	}
	for i, label := range c.Choices {
		add("ENUM_"+strconv.Itoa(i), label)
	}
	for _, limit := range []struct {
		name  string
		value float64
	}{{"LOLO", c.Limits.LoLo}, {"LOW", c.Limits.Lo}, {"HIGH", c.Limits.Hi}, {"HIHI", c.Limits.HiHi}} {
		if limit.value == limit.value { // not NaN
			add(limit.name, strconv.FormatFloat(limit.value, 'g', -1, 64))
		}
	}
	return info
}

func typeOf(c *channel.Channel) pb.Type {
	switch c.Kind {
	case channel.Enum:
		return pb.Enum
	case channel.Text:
		return pb.String
	case channel.Bits:
		return pb.Int
	case channel.Wave:
		return pb.DoubleWave
	}
	return pb.Double
}

func pointOf(c *channel.Channel, s history.Sample) point {
	p := point{at: s.Time.UTC()}
	p.Number, p.Wave, p.Severity, p.Status = s.Value.Number, s.Value.Wave, int(s.Severity), int(s.Status)
	if c.Kind == channel.Text {
		p.Text = []byte(s.Value.Text)
	}
	if s.Gap != nil {
		p.Changed, p.Fields = true, gapFields(s)
	}
	return p
}

// gapFields are what the appliance's engine writes with the first event after a
// time without.
func gapFields(s history.Sample) []pb.Field {
	fields := []pb.Field{
		{Name: "cnxlostepsecs", Value: strconv.FormatInt(s.Gap.From.Unix(), 10)},
		{Name: "cnxregainedepsecs", Value: strconv.FormatInt(s.Time.Unix(), 10)},
	}
	switch s.Gap.Cause {
	case "archiver restart":
		fields = append(fields, pb.Field{Name: "startup", Value: "true"})
	case "not archived":
		fields = append(fields, pb.Field{Name: "resume", Value: "true"})
	}
	return fields
}
