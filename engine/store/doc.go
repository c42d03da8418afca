// Package store keeps the records of a knowledge base in one SQLite file, the
// source of truth from which every index is built.
//
// A Store reads, from any number of processes. A Writer, of which there is one
// at a time (package kb sees to that), brings one source up to date batch by
// batch; Apply is one transaction.
//
// # What is kept
//
//	sources     what was ingested, and how its last run went
//	facets      source, collection and system of records, with their counts
//	records     everything of a record but its text, with a content hash
//	contents    the text of a record, once
//	chunks      byte ranges of a text; keys are never used twice
//	attachments figures and files of a record
//	graph_sheets what each record says, for the fault graph; derived
//	tombstones  keys of chunks that are gone and that an index may still hold
//	meta        the identity of this database
//
// # Durability
//
// The database runs in WAL mode with synchronous=FULL: when Apply has
// returned, its batch survives a kill of the process and, on hardware that
// honours fsync, a loss of power. A batch that was under way is undone as a
// whole. The -wal and -shm files stay in place after a clean close, emptied, so
// that a process that may only read the folder can still take part.
//
// SQLite does not support WAL on a network file system when several hosts use
// it; NetworkFS says when a folder is on one.
package store
