// Package extract reads facts for the fault graph from records, by rules. It
// needs no model, and gives the same facts for the same record.
//
//	layout     a record is cut into fields and stretches of prose
//	word       prose into words, with their classes      lexicon.txt
//	clause     words into clauses
//	entity     what the words name                       Gazetteer
//	cue        phrases that say what a clause means      cues.txt
//	action     clauses that say what was done
//	damage     clauses that say that a thing is broken
//	settle     what is said about the actions before
//	Sheet      all of it, as facts with their quotes
//
// # What is read
//
// Fields of a work request, a downtime row and a document are taken as they
// are. From prose come the causes of the fault that the record is about, what
// was done, what did not help, what is only suspected and what was ruled out. A
// clause that plans, asks, orders or supposes says nothing that happened.
// Manuals and procedures say what to do, so from them only names, people and
// revisions are read.
//
// Precision comes first: a clause without a cue, or without a thing and a word
// of damage or repair, says nothing. Package bench/chains measures both.
//
// # Names
//
// A Gazetteer knows the names of a facility. A channel SR:RF:A:KV belongs to the
// device SR:RF:A, which may have an acronym, and to the system of the channel; a
// device of a sector, such as Q3A in SR14, is known by both together. What is
// only shaped like the name of a device is one too.
package extract
