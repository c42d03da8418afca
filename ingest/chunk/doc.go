// Package chunk splits a record into the pieces that are searched. The record
// stays whole in the store; a chunk is a range of its content.
//
// Splitting follows the record's own structure, from coarse to fine:
//
//	sections   by the headings of Markdown and reStructuredText   section.go
//	blocks     fences, tables, lists, paragraphs                  block.go
//	pieces     items and lines, sentences, words, characters      piece.go
//	chunks     pieces packed up to the size, with an overlap      chunk.go
//
// A piece is cut only where a coarser cut would leave it too long, so a table
// or a code block that fits stays whole.
package chunk
