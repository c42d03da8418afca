// Package segment reads and writes the immutable files that a vector index is
// made of. A segment holds at most 65,536 rows: of each the key of a chunk, the
// columns that filters look at, the code of its vector (package quant) and the
// vector itself. FORMAT.md beside package dense describes the file by byte.
//
// A segment is built in memory by a Builder, or from other segments by Merge,
// and mapped into memory by Open. Deletions of a published segment are kept
// apart, in Deletes.
package segment
