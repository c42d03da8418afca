package history

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// storyFile is a file of stories, as written by hand.
type storyFile struct {
	About  string  `json:"about"`
	Tracks []track `json:"tracks"`
}

// track is what a story says of one channel. Times are site times
// ("2026-10-15 02:47:12"), RFC 3339, or a clock time ("02:50") that follows the
// one before.
type track struct {
	Story string   `json:"story"`
	PV    string   `json:"pv"`             // a pattern
	Days  []string `json:"days,omitempty"` // the clock times of path hold on each of them

	Path   []point     `json:"path,omitempty"`   // numbers, connected by lines
	Add    bool        `json:"add,omitempty"`    // path comes on top of what the channel reads anyway
	Noise  *float64    `json:"noise,omitempty"`  // in place of the channel's
	States [][2]string `json:"states,omitempty"` // time and state
	Frames []frame     `json:"frames,omitempty"`
	Gaps   []gap       `json:"gaps,omitempty"`
}

// point is a corner of a path: [time, value] or [time, value, shape]. The shape
// says how the path gets here from the point before: "line", "step" (stays and
// jumps) or "exp" (runs in like a time constant of a third of the way).
type point struct {
	at    string
	value float64
	shape string
}

// frame changes the waveform from At until the next frame; the last one has no
// change and gives the waveform back to the channel.
type frame struct {
	At     string       `json:"at"`
	Points [][2]float64 `json:"points,omitempty"` // element and value, connected by lines; none in the last frame
}

type gap struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Cause string `json:"cause"`
}

// UnmarshalJSON reads a point from its list.
func (p *point) UnmarshalJSON(text []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(text, &parts); err != nil {
		return err
	}
	if len(parts) != 2 && len(parts) != 3 {
		return fmt.Errorf("point with %d parts", len(parts))
	}
	p.shape = "line"
	for i, into := range []any{&p.at, &p.value, &p.shape}[:len(parts)] {
		if err := json.Unmarshal(parts[i], into); err != nil {
			return err
		}
	}
	switch p.shape {
	case "line", "step", "exp":
		return nil
	}
	return fmt.Errorf("point with shape %q", p.shape)
}

func parseStories(text []byte) (storyFile, error) {
	var file storyFile
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	err := dec.Decode(&file)
	return file, err
}

// clock reads times that may lean on the one before.
type clock struct {
	zone *time.Location
	last time.Time
}

func (c *clock) read(text string) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05.999", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, text, c.zone); err == nil {
			c.last = t.In(c.zone)
			return c.last, nil
		}
	}
	if c.last.IsZero() || strings.Contains(text, "-") {
		return time.Time{}, fmt.Errorf("%q is not a time", text)
	}
	day := c.last.Format(time.DateOnly)
	for _, layout := range []string{"2006-01-02 15:04:05.999", "2006-01-02 15:04"} {
		t, err := time.ParseInLocation(layout, day+" "+text, c.zone)
		if err != nil {
			continue
		}
		if t.Before(c.last) {
			t = t.AddDate(0, 0, 1)
		}
		c.last = t
		return t, nil
	}
	return time.Time{}, fmt.Errorf("%q is not a time", text)
}
