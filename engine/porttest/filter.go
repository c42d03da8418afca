package porttest

import (
	"fmt"
	"strings"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
)

// Filters draws filters of two known collections and one that no record has, of the
// systems, and of dates on or just after the beginning of a day of January 2025.
func Filters(systems ...string) *rapid.Generator[engine.Filter] {
	return rapid.Custom(func(t *rapid.T) engine.Filter {
		day := func(label string) time.Time {
			n := rapid.IntRange(0, 8).Draw(t, label)
			if n == 0 {
				return time.Time{}
			}
			return time.Date(2025, 1, n, 0, 0, 0, rapid.IntRange(0, 2).Draw(t, label+" ns"), time.UTC)
		}
		return engine.Filter{
			Collections: rapid.SliceOfN(rapid.SampledFrom([]engine.Collection{"BELY", "icms", "none"}), 0, 2).Draw(t, "collections"),
			Systems:     rapid.SliceOfN(rapid.SampledFrom(systems), 0, 2).Draw(t, "systems"),
			Since:       day("since"), Until: day("until"),
		}
	})
}

// Keys writes the chunks of hits in their order, with a space between.
func Keys(hits []engine.Hit) string {
	var out []string
	for _, h := range hits {
		out = append(out, fmt.Sprint(h.Chunk))
	}
	return strings.Join(out, " ")
}
