// Package trace is the spine of Owl: one typed stream of events per run.
//
// Whoever answers emits events through an Emitter; console, JSON output,
// journal and benchmark all read this one stream. Reduce is the only way to
// build the state of a run, so a replay of stored events gives the same screen
// as the live run.
//
// A run's events carry seq 1, 2, 3, ... without gaps and end with exactly one
// terminal event (answer, failed or cancelled).
package trace
