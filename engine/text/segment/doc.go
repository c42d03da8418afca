// Package segment reads and writes the immutable files that a text index is
// made of. A segment holds at most 65,536 documents: for each term the
// documents it occurs in, and where, and for each document the columns that
// filters look at. FORMAT.md beside package text describes the file by byte.
//
// A segment is built in memory by a Builder, or from other segments by Merge,
// and mapped into memory by Open. Deletions of a published segment are kept
// apart, in Deletes.
//
// The package knows terms, not text: what a term is, is decided by package
// token, and what a score is, by package text.
package segment
