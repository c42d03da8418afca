// Package run asks the questions of a benchmark and keeps what happened.
//
// A run of one variant is a folder: manifest.json says which configuration ran
// on which index, and every question has one file with the events of its run
// as JSON lines. All figures come from these files, so they can be scored again
// without asking again.
//
//	DIR/<variant>/manifest.json
//	DIR/<variant>/<question id>.jsonl
//	DIR/records.jsonl                   the records that answers cite
//
// A folder holds runs of one configuration on one index only: when either has
// changed, its files are removed before the first question is asked.
package run
