// Package cli is the command line of owl: one file a command.
//
// stdout carries the result only. Progress goes to stderr, and only when that
// is a terminal; so do warnings and the one line that says why a command
// failed. Everything is written through a printer, which makes terminal text
// of whatever it is given.
//
// Exit codes:
//
//	0    done
//	1    failed; stderr says why in one line
//	2    wrong usage: flags, arguments or configuration
//	3    no sufficient evidence for an answer
//	130  interrupted
package cli
