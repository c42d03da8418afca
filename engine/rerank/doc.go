// Package rerank puts candidates in a better order: by a linear ranker over
// features that a person can read, and by a cross-encoder that reads question
// and passage together.
//
// The ranker's weights are a file, trained on questions with known answers.
// Every score comes with an explanation that names each feature, what it was
// and what it counted.
package rerank
