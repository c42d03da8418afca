// Package token cuts text into the tokens that are indexed, searched and
// compared. The same rules serve records and questions, so that what a person
// types meets what was stored.
//
//	beam dumps        beam, dump              words, stemmed
//	S-DCCT:CurrentM   s-dcct:currentm         an identifier, whole ...
//	                  s, dcct, currentm, current, m   ... and its parts
//	16 nC, 16nC       16nc, 16, nc            a value, its number, its unit
//	10/8/24           10/8/24, d:2024-10-08   a date as written, and canonical
//	x-ray             x-ray, x, ray, xray     a compound: whole and parts, a word
//
// An identifier (kind Ident) mixes letters and digits, holds ":" or "_", is
// written in capitals with dashes, is a file name, an address such as
// 10.0.0.1, a command flag, or a name in camel case with three humps or a
// small first letter. Case never matters for a match: every text is lower case.
//
// Accents are folded, U+00B5 and U+03BC are one character ("u" before a unit),
// full-width forms are ASCII. Chinese, Japanese and Korean text gives a token
// for each pair of neighbours and a part for each character. Bytes that are
// not UTF-8, and NUL, separate tokens.
package token
