package intent

import "regexp"

// cue is a pattern, for text in small letters, that speaks for an intent, or against it when its weight is
// negative. It counts once.
type cue struct {
	intent  Intent
	weight  float64
	pattern *regexp.Regexp
	why     string
}

func speaks(intent Intent, weight float64, pattern, why string) cue {
	return cue{intent, weight, regexp.MustCompile(pattern), why}
}

// start is where a question begins; later is where a further part of it does.
const (
	start = `(?:^|[.?!:;]\s+|\s[-–]\s+)`
	later = `(?:,\s+(?:and\s+)?|\band\s+)`
)

// fault and broken are words of things that go wrong.
const (
	fault  = `\b(?:trip(?:s|ped|ping)?|dump(?:s|ed)?|fault(?:s|y)?|fail(?:s|ed|ure|ures)?|lost|los[es]|loss|losses|broke|broken|dead|dying|hang(?:s|ing)?|hung|stuck|alarm(?:s|ed)?|leak(?:s|ed|ing)?|quench(?:ed)?|drop(?:s|ped)|crash(?:ed)?|latched|interlock(?:s|ed)?)\b`
	broken = `\b(?:won'?t|refus(?:es|ed)|does not|doesn'?t|cannot|can'?t|is (?:dead|lit|stuck|down|draining|dying|red|negative)|keeps?|flips?|hangs?|complains?|looks odd|just waits)\b`
)

// cues are read only.
var cues = []cue{
	speaks(Temporal, 3, start+`when\b`, "asks when"),
	speaks(Temporal, 1, later+`(?:since )?when\b`, "asks when, too"),
	speaks(Temporal, 2, `\b(?:since when|until when|(?:from|on|since) (?:which|what) (?:date|day)|which (?:date|day)|(?:during|in) which (?:period|week|month|year|run|shift))\b`, "asks for a date"),
	speaks(Temporal, 3, start+`(?:for )?how (?:long|often|many (?:times|hours|days|weeks|minutes))\b`, "asks how long or how often"),
	speaks(Temporal, 1.2, later+`(?:for )?how (?:long|often|many (?:times|hours|days|weeks|minutes))\b`, "asks how long, too"),
	speaks(Temporal, 2, `\b(?:what (?:happened|changed|was done|went on)|keep an eye on|history of|timeline|chronolog|again after|in what order did|how close are we)\b`, "asks what happened over time"),
	speaks(Temporal, 1.5, start+`(?:had|has|have)\b[^?]*\b(?:before|after|again|since|ever|already|yet)\b`, "asks about an order of events"),

	speaks(Comparative, 4, `\b(?:compar(?:e|ed|es|ison)|versus|vs\.?|differ(?:s|ed|ence|ences)?|as against|(?:what|which) (?:separates|distinguishes)|in common|tell (?:them|the two) apart)\b`, "compares"),
	speaks(Comparative, 3, `\bsame (?:\w+ )?(?:fault|trouble|cause|case|reason|problem|thing|complaint|both|time)\b|\bthe same\?|\bsame (?:thing|again)\b`, "asks whether it is the same"),
	speaks(Comparative, 2, `\b(?:two (?:\w+ ){0,3}(?:cases|occasions|studies|dips|runs|trips)|both times|both occasions|which (?:one|of (?:them|the two))|the old and|old (?:one )?(?:and|versus|or) (?:the )?new|before and after)\b`, "names two cases"),
	speaks(Comparative, 2.5, start+`was it\b[^?]*\b(?:again|too)\b`, "asks whether it was the same again"),
	speaks(Comparative, 1.5, `\bwhich\b[^?,]*\b(?:harder|longer|worse|better|more|less|higher|lower|larger|faster|right)\b`, "asks which is more"),
	speaks(Comparative, 3.5, `\bwho (?:was|is) right\b`, "sets one against the other"),
	speaks(Comparative, 2.5, `[,:][^?:,]*\btoo\?|\bidentical\b`, "asks whether one holds for the other"),

	speaks(MultiHop, 2.5, start+`(?:why|how come)\b|\bhow come\b`, "asks why"),
	speaks(MultiHop, 2.5, `\b(?:(?:real|root|true) (?:reason|cause)|what (?:caused|was behind|lay behind|led to|set it off)|behind it|account for|because of (?:what|that|which)|culprit|to blame|got the blame|ruled (?:it )?(?:in|out))\b`, "asks for a cause"),
	speaks(MultiHop, 1.5, later+`why\b`, "asks why, too"),
	speaks(MultiHop, 4, `\b(?:who or what|what or who)\b`, "asks for a cause"),
	speaks(MultiHop, 2, `\bwhat (?:was|were) (?:it|broken|wrong|loose|worn|excluded|tried|left|found|blamed)\b|\bwhat (?:finally|really|had (?:been|happened|failed|leaked|broken))\b|\bwhat (?:\w+ )?(?:shook|killed|leaked|broke|moved|fell|cured|ended|had failed)\b`, "asks what it was"),
	speaks(MultiHop, 2, `\b(?:which other|what (?:guards|measures|lessons)|what (?:else )?(?:came of|followed|became of)|had to be redone|as a result|consequence|how did (?:one|they|we|you) know|fit (?:the|with)|other \w+ with the same)\b`, "asks for what follows from it"),
	speaks(MultiHop, 1.5, `\b(?:cure[ds]?|in the end|finally|brought it back|what (?:had been )?tried|in vain|put into)\b`, "asks how it ended"),
	speaks(MultiHop, 1.5, `\bnobody\b|\bthe survey that followed\b|\bdid \w+[^?]*\? what\b`, "asks a second thing about the first"),

	speaks(Troubleshooting, 2, broken, "something does not work now"),
	speaks(Troubleshooting, 3, `\b(?:what (?:do i|should i|to) (?:look at|check|try|do)|how (?:do|can) (?:i|we|one) (?:tell|decide|see|find out)|how can one tell|in which order do i check|which parts? (?:is|are) suspect|should i (?:restart|reset|reboot|replace|swap)|how can that be|can i force|something else)\b`, "asks what to check"),
	speaks(Troubleshooting, 3, `\b(?:(?:what|where) (?:first|next)|what is it)\?`, "asks what to check"),
	speaks(Troubleshooting, 2, `\b(?:really|is (?:it|the \w+) (?:broken|lying|stuck|genuine|real)|detector is lying|stuck (?:button|valve|relay)\?)`, "doubts an indication"),
	speaks(Troubleshooting, 1.5, `(?:^|[.?!]\s+)(?:why|how come)\b[^?]*`+fault, "asks why something failed"),
	speaks(Troubleshooting, 0.7, fault, "names a fault"),
	speaks(Troubleshooting, 1.5, `\b(?:diagnos|troubleshoot|symptom|debug)\w*\b`, "asks for a diagnosis"),

	speaks(Value, 3, `\b(?:what|which)(?: is| are| was| were)?(?: the| an?)? (?:\w+ ){0,3}?(?:limits?|values?|offsets?|torque|settings?|set ?points?|thresholds?|rates?|factors?|gains?|currents?|voltages?|temperatures?|pressures?|counts?|speeds?|frequenc(?:y|ies)|levels?|energ(?:y|ies))\b`, "asks for a value"),
	speaks(Value, 2, `\bhow (?:far|hot|high|low|fast|big|large|strong|bad|slow|much|deep|wide)\b`, "asks how much"),
	speaks(Value, 2, `\bhow many\b`, "asks how many"),
	speaks(Value, 2.5, `\b(?:nowadays|these days|at present|at the moment|currently|current value)\b`, "asks for what holds now"),
	speaks(Value, 2.5, `\b(?:at (?:which|what) (?:\S+ ){0,2}?(?:value|count|level|temperature|current|\w+)|what (?:do|should|must) (?:i|we|\S+) (?:\w+ )?(?:set|sit|put|use|read|be at)|where do i (?:put|set)|still in\b|is (?:there|the \S+) still|what \S+ (?:do|does) (?:the|i|we)|which \S+ (?:does|do|belongs)|running hours)\b`, "asks for a setting"),
	speaks(Value, 1.5, `\b(?:allowed|permitted|may be set|maximum|minimum|must (?:the |it )?(?:\w+ )?be)\b`, "asks what is allowed"),
	speaks(Value, 2, `\bwhat (?:is|are|was|were) [^?,]*\bat (?:the|\d)`, "asks for a value at a point"),

	speaks(Factual, 2.5, start+`(?:who|whom|whose|where)\b`, "asks who or where"),
	speaks(Factual, 3, `\b(?:serial numbers?|part numbers?|which version|phone|who (?:is|do i) (?:call|tried|next)|which (?:tool|option|bays?|switch|crew|file|person|page|document))\b`, "asks for a name or number of something"),
	speaks(Factual, 2, start+`(?:can|may|does|do|is|are) \w+`, "asks whether something is so"),
	speaks(Factual, 1.2, start+`(?:which|what)\b`, "asks which"),
	speaks(Factual, 0.7, later+`(?:who|where|which)\b`, "asks who, where or which, too"),

	speaks(General, 4, `\b(?:procedure|step by step|instructions?|checklist|how to)\b`, "asks for a procedure"),
	speaks(General, 3, start+`how (?:do|can|should|must|is|are) (?:i|we|one|you|it)\b`, "asks how it is done"),
	speaks(General, 1.5, later+`how (?:do|can|should|must|is) (?:i|we|one|you|it)\b`, "asks how it is done, too"),
	speaks(General, 1.5, `\b(?:do|may|should|can|must) i\b.*\b(?:do|may|should|can|must) i\b`, "asks for several steps"),
	speaks(General, 2.5, `\b(?:in (?:what|which) order|what (?:papers|tools|permits?) do i need|what do i need (?:before|to|for)|who has to agree|which knob|by hand)\b`, "asks how it is done"),

	speaks(Code, 2.5, `\b(?:script|command line|command-line|python|shell|api|regex|json|csv|spreadsheet|toolkit|source code|function call|library|compile|git)\b`, "names code or tools"),
	speaks(Code, 2, `\b(?:(?:which|what) (?:option|flag|switch|command|argument|parameter) (?:of|does|turns|do|joins)|option of ours|command (?:for|to|that))\b`, "asks for an option"),
}
