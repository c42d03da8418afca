// Package mirror keeps copies of a knowledge base's chunks in other stores, and
// lets these answer.
//
//	server.go  where a store is, and its key
//	push.go    a copy is brought in line with the knowledge base
//	answer.go  a copy answers, and the own index when it cannot
//
// The own index stays the truth: a copy that is down, slow or behind is done
// without, and said. Keys of chunks are never used twice and what they stand for
// never changes, so a copy is right when it has the same keys.
package mirror
