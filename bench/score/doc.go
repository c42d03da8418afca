// Package score turns the traces of a benchmark run into figures.
//
// It reads trace files and nothing that ran: a run can be scored again, with
// another judge or a corrected suite, without asking again.
//
//	question.go  what one answer got, in every layer
//	judged.go    what a judge adds
//	score.go     all questions of a variant
//	metric.go    the table of metrics: which figure, for which questions
//	figure.go    means with their interval, whole and by group
//	latency.go   times by stage
//	compare.go   variants against a base, with adjusted p-values
//	agree.go     agreement of two judges
//
// Every figure carries the number of questions behind it and a 95 % interval.
// What does not apply to a question does not count for it; a run that failed
// counts as an answer that says nothing, a run that is missing is left out and
// listed.
package score
