package history

import "owl/assets/demogen/channel"

// Alarm judges a value by the channel's limits. Comparisons with a limit that is
// not there (NaN) are false.
func Alarm(c *channel.Channel, v Value) (Severity, Status) {
	l := c.Limits
	switch {
	case c.Kind == channel.Enum && c.Bad != "" && v.Text == c.Bad:
		return Major, StatusState
	case c.Kind != channel.Float:
		return NoAlarm, StatusNone
	case v.Number >= l.HiHi:
		return Major, StatusHiHi
	case v.Number <= l.LoLo:
		return Major, StatusLoLo
	case v.Number >= l.Hi:
		return Minor, StatusHigh
	case v.Number <= l.Lo:
		return Minor, StatusLow
	}
	return NoAlarm, StatusNone
}
