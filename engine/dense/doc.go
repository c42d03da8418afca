// Package dense is the channel of meaning: it ranks chunks by the cosine of
// their vectors with that of a query, exactly.
//
// An Index reads what a Writer published: immutable segment files, and a manifest
// that names those of the current generation. Readers in any number of processes
// keep working on their generation while another is published; Refresh picks it
// up. FORMAT.md describes the files by byte. The index is derived: its owner adds
// again what it lacks, from Last on.
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
//  2. Of the 2 k chunks with the highest bounds the low half is read, which bounds
//     more closely, and of the k best of these the vector. The lowest of their
//     scores is one that the result has to reach.
//  3. Of each other chunk whose bound reaches it the low half is read; and where
//     the closer bound reaches it too, the vector.
//
// Codes and what filters look at are mapped into memory, some 410 bytes a chunk;
// vectors are read from the file, about as many as hits. Scores are summed in 64
// bits over 32-bit elements, so every machine gives the same. The chance that one
// of the best k is missed is below one in ten million (package quant says why).
package dense
