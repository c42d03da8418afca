package engine

import "context"

// ModelID says which model made a vector or a score. Vectors can be compared
// when all its fields are equal.
type ModelID struct {
	Name          string `json:"name"`
	Hash          string `json:"hash"`              // SHA-256 of the network in hexadecimal, or the address of a service
	Dim           int    `json:"dim,omitempty"`     // of a vector
	Pooling       string `json:"pooling,omitempty"` // "cls", "mean" or "last"
	QueryPrefix   string `json:"query_prefix,omitempty"`
	PassagePrefix string `json:"passage_prefix,omitempty"`
}

// Embedder turns text into vectors of unit length, so that the inner product
// of two of them is their cosine. Implementations are safe for concurrent use.
type Embedder interface {
	ID() ModelID
	// EmbedQuery gives the vector of a question, of ID().Dim elements.
	EmbedQuery(ctx context.Context, text string) ([]float32, error)
	// EmbedPassages gives the vector of each text. What does not fit into the
	// model's window is cut.
	EmbedPassages(ctx context.Context, texts []string) ([][]float32, error)
}

// CrossEncoder reads a question and a passage together. Implementations are
// safe for concurrent use.
type CrossEncoder interface {
	ID() ModelID
	// Score gives one logit a passage: the higher, the better it answers.
	Score(ctx context.Context, query string, passages []string) ([]float32, error)
}

// Dense is the channel of meaning: it ranks chunks by their vectors.
// Implementations are safe for concurrent use.
type Dense interface {
	// Search returns at most k hits among the chunks that pass the filter, best
	// first, equal scores in key order. Score is the cosine.
	Search(ctx context.Context, vector []float32, f Filter, k int) ([]Hit, error)
}
