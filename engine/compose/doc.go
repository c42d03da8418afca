// Package compose writes the answer out of what was found, without a model.
//
// The extractive composer shows the few records that answer as contiguous
// passages, each under a line that says which record it is, every claim near
// verbatim and cited. Showing passages of three or four records answers more
// and misleads less than picking single best sentences does.
//
//	question.go, asked.go  what the question asks about, weighted, part by part
//	units.go, mark.go      sentences, list items, table rows and code of a record
//	worth.go, model.go     how likely an answer needs each of them
//	learn.go               what the weights of a model are learned from
//	contact.go             lists of contacts, for whom to call
//	stretch.go             the runs of a record that are worth their length
//	revisions.go           which records a newer revision replaces
//	choose.go              which runs, in which order, and which only unfold
//	lead.go                the sentences that the answer begins with
//	order.go               by date, or side by side, where the question is read so
//	compare.go             two things that are compared, side by side in a table
//	together.go            whether what must stand together does
//	shape.go               what is asked for in so many words: a default, seconds
//	render.go              the Markdown with its citation marks
package compose
