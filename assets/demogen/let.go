package demogen

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"owl/assets/demogen/channel"
)

// draw works out how a value is given:
//
//	pick a|b|c        one of them
//	01..24            a whole number, with the zeros of the first
//	14.9..15.4/0.1    a number in steps
//	press 8e-9..4e-8  a pressure, two digits, even on a logarithmic scale
//	station 4         the RF station of cavity 4
//	sn C-###          a serial number: # is a digit, @ a letter
//	pv NAME           what a channel reads on such a day
//	text ...          a text with values
func (st *stage) draw(how string) string {
	how = st.expand(how)
	what, rest, _ := strings.Cut(how, " ")
	switch what {
	case "pick":
		return strings.TrimSpace(one(st.dice, strings.Split(rest, "|")))
	case "press":
		return st.drawPressure(rest)
	case "sn":
		return st.serial(rest)
	case "pv":
		return st.reading(rest)
	case "text":
		return rest
	case "station":
		if rest <= "4" {
			return "RFA"
		}
		return "RFB"
	}
	v, err := st.drawNumber(how)
	if err != nil {
		st.fail("%s: %q: %w", st.scene.name, how, err)
	}
	return v
}

func (st *stage) drawNumber(how string) (string, error) {
	bounds, step, stepped := strings.Cut(how, "/")
	first, last, found := strings.Cut(bounds, "..")
	if !found {
		return "", fmt.Errorf("no range")
	}
	if !stepped {
		low, err := strconv.Atoi(first)
		if err != nil {
			return "", err
		}
		high, err := strconv.Atoi(last)
		if err != nil || high < low {
			return "", fmt.Errorf("no whole numbers")
		}
		width := 0
		if first[0] == '0' {
			width = len(first)
		}
		return fmt.Sprintf("%0*d", width, st.dice.between(low, high)), nil
	}
	var v [3]float64
	for i, text := range []string{first, last, step} {
		var err error
		if v[i], err = strconv.ParseFloat(text, 64); err != nil {
			return "", err
		}
	}
	places := 0
	if _, after, ok := strings.Cut(step, "."); ok {
		places = len(after)
	}
	n := int(math.Round((v[1] - v[0]) / v[2]))
	return strconv.FormatFloat(v[0]+float64(st.dice.between(0, n))*v[2], 'f', places, 64), nil
}

func (st *stage) drawPressure(bounds string) string {
	first, last, _ := strings.Cut(bounds, "..")
	low, err := strconv.ParseFloat(first, 64)
	if err != nil {
		st.fail("%s: pressure %q: %w", st.scene.name, bounds, err)
	}
	high, err := strconv.ParseFloat(last, 64)
	if err != nil {
		st.fail("%s: pressure %q: %w", st.scene.name, bounds, err)
	}
	return pressure(low * math.Pow(high/low, st.dice.Float64()))
}

// pressure writes 3.1e-9.
func pressure(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'e', 1, 64), "e-0", "e-", 1)
}

func (st *stage) serial(pattern string) string {
	out := []byte(pattern)
	for i, c := range out {
		switch c {
		case '#':
			out[i] = byte('0' + st.dice.IntN(10))
		case '@':
			out[i] = "ABCDEFGHJKLMNPRSTUVW"[st.dice.IntN(20)]
		}
	}
	return string(out)
}

// reading is what a channel reads on a day without trouble.
func (st *stage) reading(pv string) string {
	c, ok := st.table.Find(pv)
	if !ok {
		st.fail("%s: no channel %s", st.scene.name, pv)
		return ""
	}
	v := c.NormalAt(st.at)
	switch c.Name {
	case "SR:DI:DCCT1:TAU":
		v = map[string]float64{"F864": 9.5, "H24": 5.5, "HY1": 7.5}[st.cal.Fill(st.at)]
	case "SR:DI:DCCT1:I", "SR:DI:DCCT2:I":
		v = st.cal.Current(st.at)
	}
	noise := c.Noise * min(2, max(-2, st.dice.NormFloat64()))
	if c.Log {
		return pressure(v * (1 + 3*noise))
	}
	return strconv.FormatFloat(c.Round(v+noise), 'f', min(c.Places, 2), 64)
}

// pvName is the name that people use for a channel: the short one before the
// renaming, and old hands still after it.
func (st *stage) pvName(pv string) string {
	c, ok := st.table.Find(pv)
	if !ok {
		st.fail("%s: no channel %s", st.scene.name, pv)
		return ""
	}
	if c.Legacy == "" {
		return c.Name
	}
	if st.at.Before(channel.Renamed(st.cal.Zone)) || st.dice.chance(st.voice.old) {
		return c.Legacy
	}
	return c.Name
}

// moment is the time or the day of the event, or so many minutes or days from
// it, as the person who speaks writes it: t, t+5, d, d-1, day.
func (st *stage) moment(name string) (string, bool) {
	what, by := name, 0
	if i := strings.IndexAny(name, "+-"); i > 0 {
		n, err := strconv.Atoi(strings.TrimPrefix(name[i:], "+"))
		if err != nil {
			return "", false
		}
		what, by = name[:i], n
	}
	switch what {
	case "back":
		return st.voice.clock(st.end), true
	case "inj":
		return st.voice.clock(st.end.Add(-min(14*time.Minute, st.end.Sub(st.at)/2))), true
	case "t":
		return st.voice.clock(st.at.Add(time.Duration(by) * time.Minute)), true
	case "d":
		return st.voice.date(st.at.AddDate(0, 0, by)), true
	case "day":
		return st.at.AddDate(0, 0, by).Weekday().String(), true
	}
	return "", false
}
