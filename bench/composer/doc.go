// Package composer trains the composer's weights on questions whose gold answers
// name the words that they stand on, and measures by cross-validation how well
// these are told from all others.
//
//	label.go  which units of the records found an answer needs
//	fit.go    the logistic regression
//	cross.go  the cross-validation
package composer
