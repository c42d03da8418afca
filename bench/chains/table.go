package chains

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Table writes a report as lines of figures, one for each kind of statement and
// one for all.
func (r Report) Table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-28s %9s %13s %12s %14s\n", "statement", "precision", "", "recall", "of statements")
	for _, kind := range append(slices.Sorted(maps.Keys(r.ByKind)), "all") {
		t := r.All
		if kind != "all" {
			t = r.ByKind[kind]
		}
		fmt.Fprintf(&b, "%-28s %9.3f (%4d/%4d) %6.3f (%3d/%3d) %6.3f (%3d/%3d)\n", kind, t.Precision(), t.Right, t.Right+t.Wrong,
			t.Recall(), t.Found, t.Found+t.Missed, t.LabelRecall(), t.Heard, t.Heard+t.Unread)
	}
	return b.String()
}
