// Package brief tells what a span of time held, for the one who comes on shift:
// beam that was lost, faults with what was found and done, what to watch, work
// that is due, and the log.
//
//	Source   where the records come from
//	Brief    what was found, in sections of items
//	Shift    which span a hand-over covers
//
// No model takes part. Every item stands on words of a record, which are shown as
// they are and cited; only the labels and sums between them are ours.
package brief
