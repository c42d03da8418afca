package demogen

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"
)

// person is somebody of the facility and the way in which they write.
type person struct {
	name, group, ext string
	crew             int       // of operators, from 1
	until            time.Time // zero when they are still here

	low  float64 // share of sentences that begin with a small letter
	abbr float64 // share of words that are abbreviated where there is a short form
	drop float64 // share of articles that are left out
	typo float64 // share of words with a typing error
	old  float64 // how often the short names of before the renaming are still used
	stop bool    // sets a full stop at the end

	clockForm, dateForm, sign string
}

// neutral writes without habits.
func neutral() *person { return &person{clockForm: "15:04", dateForm: time.DateOnly, stop: true} }

func (p *person) first() string { first, _, _ := strings.Cut(p.name, " "); return first }

func (p *person) here(t time.Time) bool { return p.until.IsZero() || t.Before(p.until) }

// readPeople reads data/people.txt.
func readPeople() ([]person, error) {
	text, err := fs.ReadFile(data, "data/people.txt")
	if err != nil {
		return nil, fmt.Errorf("read people: %w", err)
	}
	var list []person
	for number, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		p, err := parsePerson(line)
		if err != nil {
			return nil, fmt.Errorf("people.txt, line %d: %w", number+1, err)
		}
		list = append(list, p)
	}
	return list, nil
}

func parsePerson(line string) (person, error) {
	fields := strings.Split(line, "|")
	if len(fields) != 4 {
		return person{}, fmt.Errorf("%d fields", len(fields))
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	p := *neutral()
	p.name, p.group, p.ext = fields[0], fields[1], fields[2]
	for _, attribute := range strings.Fields(fields[3]) {
		if err := p.set(attribute); err != nil {
			return person{}, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return p, nil
}

func (p *person) set(attribute string) error {
	key, value, _ := strings.Cut(attribute, "=")
	shares := map[string]*float64{"low": &p.low, "abbr": &p.abbr, "drop": &p.drop, "typo": &p.typo, "old": &p.old}
	if share, ok := shares[key]; ok {
		v, err := strconv.ParseFloat(value, 64)
		*share = v
		return err
	}
	var err error
	switch key {
	case "crew":
		p.crew, err = strconv.Atoi(value)
	case "until":
		p.until, err = time.Parse(time.DateOnly, value)
	case "clock":
		p.clockForm = value
	case "date":
		p.dateForm = strings.ReplaceAll(value, "_", " ")
	case "sign":
		p.sign = strings.ReplaceAll(value, "_", " ")
	case "nostop":
		p.stop = false
	default:
		err = fmt.Errorf("no attribute %q", attribute)
	}
	return err
}

// clock writes a time as the person does.
func (p *person) clock(t time.Time) string { return t.Format(p.clockForm) }

// date writes a day as the person does.
func (p *person) date(t time.Time) string { return t.Format(p.dateForm) }
