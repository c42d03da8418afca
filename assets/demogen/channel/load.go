package channel

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Table is all channels in the order of the table.
type Table struct {
	Channels []*Channel
	byName   map[string]*Channel
}

// Find returns a channel by its present or its legacy name.
func (t *Table) Find(name string) (*Channel, bool) {
	c, ok := t.byName[name]
	return c, ok
}

// Load reads the tables. Times without an offset are in zone.
func Load(zone *time.Location) (*Table, error) {
	t := &Table{byName: map[string]*Channel{}}
	for number, line := range strings.Split(channels, "\n") {
		if err := t.take(line); err != nil {
			return nil, fmt.Errorf("channels.txt, line %d: %w", number+1, err)
		}
	}
	for number, line := range strings.Split(setpoints, "\n") {
		if err := t.changed(line, zone); err != nil {
			return nil, fmt.Errorf("setpoints.txt, line %d: %w", number+1, err)
		}
	}
	return t, nil
}

func (t *Table) take(line string) error {
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	head, description, _ := strings.Cut(line, " -- ")
	fields := strings.Fields(head)
	if len(fields) < 4 {
		return fmt.Errorf("%d fields", len(fields))
	}
	names, parts, err := Expand(fields[0])
	if err != nil {
		return err
	}
	for i, name := range names {
		c := &Channel{Name: name, Kind: Kind(fields[1]), Unit: strings.TrimPrefix(fields[2], "-"), Idle: math.NaN(), Limits: noLimits()}
		fill := filler(parts[i])
		c.Description = fill(description)
		if err := c.normal(fields[3]); err != nil {
			return err
		}
		for _, attribute := range fields[4:] {
			if err := c.set(fill(attribute)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		c.Normal = c.Round(c.Normal)
		if err := t.add(c); err != nil {
			return err
		}
	}
	return nil
}

func (t *Table) add(c *Channel) error {
	for _, name := range []string{c.Name, c.Legacy} {
		if name == "" {
			continue
		}
		if t.byName[name] != nil {
			return fmt.Errorf("%s is there twice", name)
		}
		t.byName[name] = c
	}
	t.Channels = append(t.Channels, c)
	return nil
}

// filler puts what the braces were expanded to in the place of $1 and $2, and
// blanks in that of "~".
func filler(parts []string) func(string) string {
	return func(text string) string {
		for i, part := range parts {
			if strings.HasPrefix(text, "ioc=") {
				part = strings.ToLower(part)
			}
			text = strings.ReplaceAll(text, "$"+strconv.Itoa(i+1), part)
		}
		return strings.ReplaceAll(text, "~", " ")
	}
}

func noLimits() Limits {
	none := math.NaN()
	return Limits{none, none, none, none}
}

func (c *Channel) normal(text string) error {
	if c.Kind == Enum || c.Kind == Text {
		c.State = strings.TrimSpace(strings.ReplaceAll(text, "~", " "))
		return nil
	}
	v, err := strconv.ParseFloat(text, 64)
	c.Normal = v
	return err
}

// set takes one attribute of the table.
func (c *Channel) set(attribute string) error {
	key, value, _ := strings.Cut(attribute, "=")
	if c.setText(key, value) {
		return nil
	}
	if key == "limits" {
		return c.setLimits(value)
	}
	v, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return fmt.Errorf("attribute %q: %w", attribute, err)
	}
	switch key {
	case "noise":
		c.Noise = v
	case "idle":
		c.Idle = v
	case "spread":
		c.Normal += v * own(c.Name)
	case "places":
		c.Places = int(v)
	case "every":
		c.Period = time.Duration(v * float64(time.Second))
	case "elements":
		c.Elements = int(v)
	default:
		return fmt.Errorf("no attribute %q", key)
	}
	return nil
}

func (c *Channel) setText(key, value string) bool {
	switch key {
	case "system":
		c.System = value
	case "ioc":
		c.IOC = value
	case "was":
		c.Legacy = value
	case "gate":
		c.Gate = value
	case "bad":
		c.Bad = value
	case "choices":
		c.Choices = strings.Split(value, ",")
	case "log":
		c.Log = true
	default:
		return false
	}
	return true
}

func (c *Channel) setLimits(text string) error {
	parts := strings.Split(text, "/")
	places := []*float64{&c.Limits.LoLo, &c.Limits.Lo, &c.Limits.Hi, &c.Limits.HiHi}
	if c.Unit != "" && len(parts) != len(places) {
		return fmt.Errorf("%d limits", len(parts))
	}
	for i, part := range parts {
		if part == "-" {
			continue
		}
		v, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return fmt.Errorf("limit %q: %w", part, err)
		}
		*places[i] = v
	}
	return nil
}

// own is a number between -1 and 1 that belongs to a name: no two devices read
// quite the same.
func own(name string) float64 {
	h := fnv.New64a()
	h.Write([]byte(name)) // a hash never fails
	return 2*float64(h.Sum64()>>11)/(1<<53) - 1
}

func (t *Table) changed(line string, zone *time.Location) error {
	fields := strings.Fields(line)
	if len(fields) == 0 || strings.HasPrefix(line, "#") {
		return nil
	}
	if len(fields) != 4 {
		return fmt.Errorf("%d fields", len(fields))
	}
	layout := "2006-01-02T15:04"[:len(fields[1])]
	at, err := time.ParseInLocation(layout, fields[1], zone)
	if err != nil {
		return err
	}
	before, err := strconv.ParseFloat(fields[2], 64)
	if err != nil {
		return err
	}
	after, err := strconv.ParseFloat(fields[3], 64)
	if err != nil {
		return err
	}
	names, _, err := Expand(fields[0])
	if err != nil {
		return err
	}
	for _, name := range names {
		c, ok := t.Find(name)
		if !ok {
			return fmt.Errorf("no channel %s", name)
		}
		c.changes = append(c.changes, change{at, before, after})
		slices.SortFunc(c.changes, func(a, b change) int { return a.at.Compare(b.at) })
	}
	return nil
}
