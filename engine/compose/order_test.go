package compose

import (
	"slices"
	"testing"

	"owl/engine"
	"owl/engine/query/intent"
)

// orderOf is the ids of the records that an answer shows at once, as they come.
func orderOf(d Draft) []string {
	var out []string
	for _, b := range d.Blocks {
		if b.Part == Main && !slices.Contains(out, b.Record.DocID) {
			out = append(out, b.Record.DocID)
		}
	}
	return out
}

func TestTheOrderOfTheRecordsFitsTheQuestion(t *testing.T) {
	later := record("later", "ST-B3", "2025-03-04", "Strainer ST-B3 clogged again and its flow fell to 31 L/min.")
	first := record("first", "ST-A3", "2024-02-01", "Strainer ST-A3 clogged and its flow fell to 12 L/min.")
	between := record("between", "ST-B3", "2024-08-09", "Strainer ST-B3 was cleaned, its flow rose to 42 L/min.")
	for name, c := range map[string]struct {
		intent intent.Intent
		want   []string
	}{
		"what happened when":          {intent.Temporal, []string{"first", "between", "later"}},
		"one side, then the other":    {intent.Comparative, []string{"first", "later", "between"}},
		"as they rank, anything else": {intent.General, []string{"later", "first", "between"}},
	} {
		q := Question{Text: "flow of strainer ST-A3 and ST-B3 clogged", Intent: c.intent, Devices: []string{"ST-A3", "ST-B3"}}
		d := Builtin().Compose(q, foundWhole([]engine.Record{later, first, between}...), even)
		if got := orderOf(d); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
