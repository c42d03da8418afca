package channel

import (
	"encoding/json"
	"fmt"
	"math"
)

// entry is a channel as pvs.json has it. A limit that there is not is null.
type entry struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	System      string   `json:"system"`
	IOC         string   `json:"ioc"`
	Legacy      string   `json:"legacy,omitempty"`
	Kind        Kind     `json:"kind"`
	Unit        string   `json:"unit,omitempty"`
	Normal      any      `json:"normal"`
	Noise       float64  `json:"noise,omitempty"`
	Log         bool     `json:"log,omitempty"`
	Places      int      `json:"places,omitempty"`
	LoLo        *float64 `json:"lolo,omitempty"`
	Lo          *float64 `json:"lo,omitempty"`
	Hi          *float64 `json:"hi,omitempty"`
	HiHi        *float64 `json:"hihi,omitempty"`
	Choices     []string `json:"choices,omitempty"`
	Bad         string   `json:"alarm_choice,omitempty"`
	Elements    int      `json:"elements,omitempty"`
	Period      float64  `json:"period_s,omitempty"`
}

// JSON returns the text of pvs.json: all channels, one a line.
func (t *Table) JSON() ([]byte, error) {
	text := []byte("[\n")
	for i, c := range t.Channels {
		line, err := json.Marshal(c.entry())
		if err != nil {
			return nil, fmt.Errorf("write channel %s: %w", c.Name, err)
		}
		text = append(text, line...)
		if i < len(t.Channels)-1 {
			text = append(text, ',')
		}
		text = append(text, '\n')
	}
	return append(text, "]\n"...), nil
}

func (c *Channel) entry() entry {
	var normal any = c.Normal
	if c.Kind == Enum || c.Kind == Text {
		normal = c.State
	}
	return entry{
		Name: c.Name, Description: c.Description, System: c.System, IOC: c.IOC, Legacy: c.Legacy, Kind: c.Kind, Unit: c.Unit,
		Normal: normal, Noise: c.Noise, Log: c.Log, Places: c.Places,
		LoLo: given(c.Limits.LoLo), Lo: given(c.Limits.Lo), Hi: given(c.Limits.Hi), HiHi: given(c.Limits.HiHi),
		Choices: c.Choices, Bad: c.Bad, Elements: c.Elements, Period: c.Period.Seconds(),
	}
}

func given(limit float64) *float64 {
	if math.IsNaN(limit) {
		return nil
	}
	return &limit
}
