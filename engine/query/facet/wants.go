package facet

import (
	"regexp"
	"strings"
)

// want is a wording, in small letters, that asks for a kind.
type want struct {
	kind    Kind
	pattern *regexp.Regexp
}

func asksFor(kind Kind, pattern string) want {
	return want{kind, regexp.MustCompile(pattern)}
}

// wants are read only. What stands first is the most telling.
var wants = []want{
	asksFor(Name, `\b(?:serial|part|model|phone|extension|work (?:request|order)) numbers?\b|\bwhich (?:version|option|switch|flag|tool|command|file|script|page|document|pv|signal|record|program|app)\b`),
	asksFor(Date, `\bwhen\b|\b(?:what|which) (?:date|day|time|month|year|week)\b`),
	asksFor(Number, `\bhow (?:many|much|long|often|far|fast|quickly|slowly|high|low|hot|cold|big|large|strong|bad|deep|wide|hard|close)\b`),
	asksFor(Number, `\b(?:what|which|at what|at which|the|to what)\b[^,?]*\b(?:limits?|values?|offsets?|torque|set ?points?|thresholds?|rates?|factors?|gains?|currents?|voltages?|temperatures?|pressures?|counts?|speeds?|frequency|frequencies|levels?|energy|availability|mtbf|rms|percentage)\b`),
	asksFor(Person, `\bwho(?:m|se)?\b|\bwhich (?:person|operator|engineer|group|crew|contact)\b|\bcontact for\b`),
	asksFor(Place, `\bwhere\b|\bwhich (?:sectors?|rooms?|bays?|halls?|racks?|places?|stations?|buildings?|cabinets?)\b|\bin what (?:room|sector|rack)\b`),
	asksFor(Cause, `\bwhy\b|\bhow come\b|\b(?:cause[sd]?|reason|culprit|to blame|behind (?:it|this|that))\b|\bwhat (?:led|killed|broke|leaked|shook|made)\b|\bwhat (?:was|is) (?:it|wrong|broken)\b`),
	asksFor(Steps, `\bhow (?:do|can|should|must) (?:i|we|one|you)\b|\bhow to\b|\b(?:procedure|steps|checklist|instructions)\b|\bin (?:what|which) order\b|\bwhat (?:do|should) (?:i|we) (?:do|check|look)\b|\bwhat first\b`),
	asksFor(Name, `\bwhich\b|\bwhose\b`),
}

// Wants lists what a question asks for, the most telling kind first.
func Wants(text string) []Kind {
	text = strings.ToLower(text[:min(len(text), maxRead)])
	var kinds []Kind
	seen := map[Kind]bool{}
	for _, w := range wants {
		if !seen[w.kind] && w.pattern.MatchString(text) {
			seen[w.kind] = true
			kinds = append(kinds, w.kind)
		}
	}
	return kinds
}

// maxRead is how many bytes are looked at for what is wanted.
const maxRead = 500
