package channels

import (
	"fmt"
	"strconv"
	"strings"
)

// maxNames bounds what a pattern stands for: a typing error must not fill the
// memory.
const maxNames = 250_000

// Expand lists what a pattern with braces stands for: {A,B} for each of its
// parts, {01..24} for the numbers between, with the zeros of the first.
func Expand(pattern string) ([]string, error) {
	rows, err := expandRule(pattern, nil)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.name
	}
	return out, nil
}

// row is a name of a rule, with what its variables and places stand for in it.
type row struct {
	name   string
	values map[string]string // by variable, and by place as "1", "2"
}

// expandRule lists the names of a naming rule. A brace is a list of choices, a
// range, or a variable: {n} whose values are given, {n=1..8} which brings them.
// A variable that stands twice has the same value in both places.
func expandRule(pattern string, given map[string]string) ([]row, error) {
	rows := []row{{values: map[string]string{}}}
	place := 0
	for rest := pattern; rest != ""; {
		before, inner, found := strings.Cut(rest, "{")
		for i := range rows {
			rows[i].name += before
		}
		if !found {
			break
		}
		inside, after, closed := strings.Cut(inner, "}")
		if !closed {
			return nil, fmt.Errorf("%q has no closing brace", pattern)
		}
		place++
		var err error
		if rows, err = grow(rows, strconv.Itoa(place), inside, given); err != nil {
			return nil, fmt.Errorf("%q: %w", pattern, err)
		}
		rest = after
	}
	return rows, nil
}

// grow multiplies rows by the choices of a brace.
func grow(rows []row, place, inside string, given map[string]string) ([]row, error) {
	name, text := "", inside
	if n, values, ok := strings.Cut(inside, "="); ok {
		name, text = n, values
	} else if values, ok := given[inside]; ok {
		name, text = inside, values
	} else if isIdentifier(inside) && len(rows) > 0 && rows[0].values[inside] == "" {
		return nil, fmt.Errorf("{%s}: nothing says what %s stands for", inside, inside)
	}
	if name == "" && isIdentifier(inside) {
		name = inside
	}
	var choices []string
	if rows[0].values[name] == "" || name == "" {
		var err error
		if choices, err = alternativesOf(text); err != nil {
			return nil, err
		}
		if len(choices)*len(rows) > maxNames {
			return nil, fmt.Errorf("stands for more than %d names", maxNames)
		}
	}
	var out []row
	for _, r := range rows {
		if choices == nil {
			r.name += r.values[name]
			r.values[place] = r.values[name]
			out = append(out, r)
			continue
		}
		for _, choice := range choices {
			out = append(out, r.with(name, place, choice))
		}
	}
	return out, nil
}

func (r row) with(name, place, choice string) row {
	values := map[string]string{place: choice}
	for k, v := range r.values {
		values[k] = v
	}
	if name != "" {
		values[name] = choice
	}
	return row{name: r.name + choice, values: values}
}

func isIdentifier(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}

// alternativesOf reads the inside of a brace.
func alternativesOf(inside string) ([]string, error) {
	var out []string
	for part := range strings.SplitSeq(inside, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "..")
		if !isRange {
			out = append(out, strings.TrimSpace(part))
			continue
		}
		from, err1 := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err1 != nil || err2 != nil || to < from || to-from >= maxNames {
			return nil, fmt.Errorf("%q is no range such as 1..12", part)
		}
		for n := from; n <= to; n++ {
			out = append(out, fmt.Sprintf("%0*d", len(first), n))
		}
	}
	return out, nil
}

// fill puts values into the braces of a text: {n} and {1}, and $1 for places.
func (r row) fill(text string) string {
	for key, value := range r.values {
		text = strings.ReplaceAll(text, "{"+key+"}", value)
		if isDigits(key) {
			text = strings.ReplaceAll(text, "$"+key, value)
		}
	}
	return text
}
