// Package stats says whether a difference between two variants, measured on the
// same questions, could be chance.
//
//	bootstrap.go  paired bootstrap over questions: interval and p-value
//	mcnemar.go    exact test of paired yes/no outcomes
//	adjust.go     p-values of several comparisons: Bonferroni, Holm, Benjamini-Hochberg
//	kappa.go      agreement of two judges beyond chance
package stats
