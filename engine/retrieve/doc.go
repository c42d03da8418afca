// Package retrieve finds the records that a question is about: it asks the
// channels side by side, fuses what they found into one list of records, and
// puts that list in a better order.
//
// A channel that fails, is late or is missing is said, and the others answer.
// Only a question that no channel could take is an error.
package retrieve
