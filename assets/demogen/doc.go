// Package demogen makes the routine of the demo facility: what a logbook, a list
// of downtime, work requests and a chat fill with between the stories that were
// told by hand. It is there to be in the way: the same kinds of events as in the
// stories with other devices, dates and values, in the words of many people, with
// their abbreviations and typing errors.
//
// Files is all there is to it. The same seed and the same hand-written records
// give the same files; a record does not change because another one does, since
// each is drawn with dice of its own.
//
// The texts are grammars in data/*.txt:
//
//	== name            a scene: one kind of event
//	key: value         what it needs: see type scene
//	let x = 1..5/0.1   a value that all texts of the event share: see let.go
//	[part]             the ways to say one part of it, one a line
//	+ more             a further line of the same text
//
// In a text {x} is a value or one of the ways to say the part x, <a|b> one of a
// and b, {t+5} the time five minutes after the event, {v:PV} what a channel reads
// on such a day and {n:PV} its name at that time, {p:RFG} a person of a group.
package demogen
