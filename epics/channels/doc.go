// Package channels finds the PVs that words mean, without a language model:
// full and partial names, globs, and the language of devices and sectors, such
// as "horizontal BPMs in sector 3" or "vacuum gauges downstream of the second
// undulator".
//
// The answer is the set that the words mean and nothing beside it. What does not
// exist is said not to exist, with the nearest names in a note; a note also says
// whenever a word was read as another one or left out.
//
//	Entry     one channel of a database        entry.go
//	Load      databases: JSON, CSV, rules      load.go, pattern.go, tree.go
//	index     words and numbers to channels    index.go, tokens.go
//	lex       a question to items              lex.go
//	part      items to a set                   part.go, share.go
//	refine    "second", "setpoint", areas      ordinal.go, refine.go
//	Finder    all of it                        find.go
//
// words.txt holds the words of control rooms; those of a site come from its
// lexicon.
package channels
