// Package runner brings a knowledge base up to date with a source.
//
// It reads the source whole, compares the content hash of each record with what
// is stored, splits what is new or has changed, and writes it in batches. A
// batch is durable once it is acknowledged; a run that breaks off keeps what
// was acknowledged, and the next run goes on from there.
//
// A stored record that the source no longer has is removed at the end of the
// run, unless it may only have been hidden: the source could not be read to its
// end, an unreadable item may stand for it, or the source suddenly has no
// records at all. What is kept for such a reason is said in Result.Notes.
package runner
