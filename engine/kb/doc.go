// Package kb is a knowledge base: one home folder with the records and the
// indexes made from them.
//
//	owl.db   the records, the source of truth (package store)
//	text/    the text index, by the id of the database it was made from
//	lock     held by the one process that writes; names it
//
// Any number of processes read with Open; one at a time writes with
// OpenWriter. The text index is derived: whoever opens the home and can take
// the lock rebuilds an index that is missing, damaged or of another format, and
// completes one that lacks the newest chunks, as after a crash. Whoever cannot
// uses what is there and says so in Notices.
package kb
