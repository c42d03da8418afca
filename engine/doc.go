// Package engine holds the vocabulary and the ports of Owl: records, chunks,
// queries, hits, citations, answers and the small interfaces between the parts
// that store, search and answer.
//
// It imports the standard library only, and no other package of Owl. Read it
// first: every other package speaks in these types.
//
//	Record   one stored parent, whole          record.go
//	Chunk    one searched piece of a Record    chunk.go
//	Query    what is asked for, with filters   query.go
//	Hit      a ranked Chunk, explained         hit.go
//	Answer   text, citations, coverage         answer.go
//	Untrusted  text that came from outside     untrusted.go
package engine
