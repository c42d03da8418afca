// Package operations scores what an operations crew needs of an answer beyond
// its facts: that it cites the right records and quotes them rightly, that a
// fault chain is whole, that steps come in their order, that the right person is
// named, and that it says so when the records do not answer.
//
//	citations.go  precision, recall and validity of citations
//	quotes.go     what the gold answer stands on, shown word for word
//	order.go      steps of a procedure
//	experts.go    persons
//	abstain.go    answers that were rightly withheld
//
// Completeness of fault chains is counted by package nuggets, from the verdicts.
package operations
