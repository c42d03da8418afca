package segment

import (
	"math"
	"time"

	"owl/engine"
)

// undated are the seconds of a row without a date, before all others.
const undated = math.MinInt64

// Entry is a chunk's vector and what filters look at.
type Entry struct {
	Key        engine.ChunkKey
	Collection engine.Collection
	System     string
	Created    time.Time // zero when unknown
	Vector     []float32 // of any length but zero
}

// columns is one row without its vector.
type columns struct {
	key                int64
	seconds            int64 // Unix time
	nanos              uint32
	collection, system uint16
}

// date is a time as a segment holds it.
func date(t time.Time) (seconds int64, nanos uint32) {
	if t.IsZero() {
		return undated, 0
	}
	return t.Unix(), uint32(t.Nanosecond())
}
