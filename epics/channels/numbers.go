package channels

import (
	"strconv"
	"strings"
)

// numberOf reads a whole number in digits or in a word.
func numberOf(word string) (int, bool) {
	if isDigits(word) && len(word) <= maxLabel {
		n, err := strconv.Atoi(word)
		return n, err == nil
	}
	for i, w := range strings.Fields("one two three four five six seven eight nine ten eleven twelve") {
		if w == word {
			return i + 1, true
		}
	}
	return 0, false
}

// ordinalOf reads a place in an order: "3rd", "third".
func ordinalOf(word string) (int, bool) {
	if len(word) > 2 && isDigits(word[:len(word)-2]) {
		switch word[len(word)-2:] {
		case "st", "nd", "rd", "th":
			return numberOf(word[:len(word)-2])
		}
	}
	const names = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth " +
		"sixteenth seventeenth eighteenth nineteenth twentieth"
	for i, w := range strings.Fields(names) {
		if w == word {
			return i + 1, true
		}
	}
	return 0, false
}

// maxRange is how many numbers a range may hold.
const maxRange = 1000

// numberList reads numbers from the start of tokens: "3", "3, 4 and 5", "3-7",
// "3 to 7". It returns them and how many tokens they take. With between, "and"
// stands for a range.
func numberList(tokens []string, between bool) (list []string, taken int) {
	for i := 0; i < len(tokens); {
		from, to, ok := numberRange(tokens[i])
		if !ok {
			break
		}
		i++
		if i+1 < len(tokens) && isRange(tokens[i], between) {
			if last, ok := numberOf(tokens[i+1]); ok && from == to && last > from {
				to, i = last, i+2
			}
		}
		for n := from; n <= to; n++ {
			list = append(list, strconv.Itoa(n))
		}
		taken = i
		for i < len(tokens) && (tokens[i] == "," || tokens[i] == "and" || tokens[i] == "or" || tokens[i] == "&") {
			i++
		}
		if i == taken {
			break
		}
	}
	return list, taken
}

func isRange(word string, between bool) bool {
	switch word {
	case "to", "through", "thru", "until", "till", "-":
		return true
	case "and":
		return between
	}
	return false
}

// numberRange reads one token: a number or a range such as 3-7 or 3..7.
func numberRange(token string) (from, to int, ok bool) {
	if n, ok := numberOf(token); ok {
		return n, n, true
	}
	for _, sep := range []string{"..", "-", "–"} {
		a, b, found := strings.Cut(token, sep)
		if !found || !isDigits(a) || !isDigits(b) || len(a) > maxLabel || len(b) > maxLabel {
			continue
		}
		from, _ := strconv.Atoi(a) // digits only
		to, _ := strconv.Atoi(b)
		return from, to, to >= from && to-from < maxRange
	}
	return 0, 0, false
}
