// Package dense is the channel of meaning: it ranks chunks by the cosine of
// their vectors with that of a query, exactly.
//
// An Index reads what a Writer published: immutable segment files, mapped into
// memory, and a manifest that names those of the current generation. Readers in
// any number of processes keep working on their generation while another is
// published; Refresh picks it up. FORMAT.md describes the files by byte. The
// index is derived: its owner adds again what it lacks, from Last on.
//
// The manifest holds the engine.ModelID of the vectors whole. Whoever opens the
// index says which model he uses, and gets a *ModelError when it is another.
//
// # Search
//
// There is no graph and there are no cells: every chunk that passes the filter
// is looked at. What a search costs is the memory that it reads, so it reads
// little of most chunks (see package quant for the codes and their bounds):
//
//  1. The high half of each code, 192 bytes of a vector of 384 elements, bounds
//     the chunk's score from above.
//  2. The vectors of the k chunks with the highest bounds are read. The lowest of
//     their scores is one that the result has to reach.
//  3. Of each other chunk whose bound reaches it the low half of the code is read,
//     which bounds more closely; and where that bound reaches it too, the vector.
//
// Scores are summed in 64 bits over 32-bit elements, so every machine gives the
// same. A chunk of the best k is missed in less than one of a million/k searches
// (package quant says why).
package dense
