package demogen

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"time"
)

// ban is something that the routine must not speak of from one day to another,
// because a story does.
type ban struct {
	from, to time.Time // both days included
	what     *regexp.Regexp
}

// readBans reads data/reserved.txt: from, to, regular expression.
func readBans(zone *time.Location) ([]ban, error) {
	text, err := fs.ReadFile(data, "data/reserved.txt")
	if err != nil {
		return nil, fmt.Errorf("read reserved: %w", err)
	}
	var list []ban
	for number, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.SplitN(line, " ", 3)
		if len(fields) != 3 {
			return nil, fmt.Errorf("reserved.txt, line %d: %d fields", number+1, len(fields))
		}
		var b ban
		for i, into := range []*time.Time{&b.from, &b.to} {
			if *into, err = time.ParseInLocation(time.DateOnly, fields[i], zone); err != nil {
				return nil, fmt.Errorf("reserved.txt, line %d: %w", number+1, err)
			}
		}
		if b.what, err = regexp.Compile(fields[2]); err != nil {
			return nil, fmt.Errorf("reserved.txt, line %d: %w", number+1, err)
		}
		list = append(list, b)
	}
	return list, nil
}

// allowed tells whether a text may be written at t.
func (w *world) allowed(t time.Time, text string) bool {
	for _, b := range w.banned {
		if !t.Before(b.from) && t.Before(b.to.AddDate(0, 0, 1)) && b.what.MatchString(text) {
			return false
		}
	}
	return true
}
