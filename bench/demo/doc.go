// Package demo checks the demo facility and its benchmark: that every gold
// answer stands on records that are there, and that no record answers what is
// said to have no answer.
//
// Read gives the records, through the connectors; package suite gives the
// benchmark. Every check is a function from these to complaints, so that the
// tests can show on a few made-up ones that it is able to fail.
//
// What a check proves is said at its function. All of them compare words: a
// sentence that says the opposite in the same words passes, one that says the
// same in other words does not.
package demo
