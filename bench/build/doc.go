// Package build makes a benchmark out of a knowledge base, in five stages.
//
//  1. sample      the grid of query type and collection is filled with facts that the
//     records and the fault graph state                    sample.go and those below it
//  2. generate    a question is worded for the facts, by a template or by a language
//     model whose reply is checked against the records     template.go, model.go
//  3. difficulty  easy, medium or hard, by structure alone             difficulty.go
//  4. filter      what cannot be found, was asked already, or gives its answer away
//     is dropped                                           filter.go
//  5. gold        every fact is looked for again with independent retrievers; other
//     records that state it are evidence too, one that contradicts it drops the
//     question; what is left makes the gold answer and its nuggets   gold.go
//
// What facts are taken from:
//
//	losses.go    rows of lost beam: cause, description, resolution, start and end
//	requests.go  work requests: who, where, when, what was found and done
//	tables.go    rows of tables in documents
//	steps.go     numbered lists
//	chains.go    fault chains of the graph: symptom, cause, what failed, what helped
//
// Without a language model the same seed over the same records gives the same
// file. Every decision is one line of a journal beside the file, so a build that
// was stopped goes on where it was. Nothing of a record is changed: a nugget's
// quote is the record's text from Start to End.
package build
