// Package compose writes the answer out of what was found, without a model.
//
// The extractive composer shows the few records that answer as contiguous
// passages, each under a line that says which record it is, every claim near
// verbatim and cited. Showing passages of three or four records answers more
// and misleads less than picking single best sentences does.
//
//	terms.go   what the question asks about, weighted
//	units.go   sentences, list items, table rows and code of a record
//	window.go  the stretch of a record that answers best
//	compose.go which records, in which order, and how sure
//	render.go  the Markdown with its citation marks
package compose
