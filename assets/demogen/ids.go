package demogen

import (
	"fmt"
	"time"
)

// How many records of a kind the generator's block has room for on a day.
const (
	entriesADay  = 6
	requestsADay = 2
	rowsADay     = 2
	threadsADay  = 900
)

// ids gives out the native ids of the generator's blocks. Those of a day are
// limited; the blocks of the authors of the stories lie beside them.
type ids struct{ given map[string]int }

func newIDs() *ids { return &ids{given: map[string]int{}} }

// day counts from 1 January 2024.
func day(t time.Time) int {
	return int(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Sub(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)).Hours() / 24)
}

// next gives number k of a day, from 0; false when the day has no more than limit.
func (i *ids) next(kind string, t time.Time, limit int) (int, bool) {
	key := kind + t.Format(time.DateOnly)
	k := i.given[key]
	if k >= limit {
		return 0, false
	}
	i.given[key]++
	return k, true
}

func (i *ids) entry(t time.Time) (string, bool) {
	k, ok := i.next("bely", t, entriesADay)
	return fmt.Sprintf("BELY_%d", 10000+30*day(t)+24+k), ok
}

func (i *ids) request(t time.Time) (string, bool) {
	k, ok := i.next("wrq", t, requestsADay)
	return fmt.Sprintf("WRQ_%d", 40000+10*day(t)+8+k), ok
}

func (i *ids) thread(t time.Time) (string, bool) {
	k, ok := i.next("teams", t, threadsADay)
	return fmt.Sprintf("teams_%s_%04d", t.Format("20060102"), 100+k), ok
}

func (i *ids) row(t time.Time) (string, bool) {
	k, ok := i.next("downtime", t, rowsADay)
	return fmt.Sprintf("DT_%d_%04d", t.Year(), 10*t.YearDay()+8+k), ok
}
