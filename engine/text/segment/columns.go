package segment

import (
	"math"
)

// undated are the seconds of a document without a date, before all others.
const undated = math.MinInt64

// columns is one document's row of the columns.
type columns struct {
	key                int64
	seconds            int64 // Unix time
	nanos              uint32
	lengths            Lengths
	collection, system uint16
}
