package engine

// Hit is one ranked chunk of one channel.
type Hit struct {
	Chunk   ChunkKey
	Score   float64
	Exact   float64      // what whole identifiers of the query added to Score, above all else
	Explain *Explanation // how Score came about; nil unless asked for
}

// Explanation is a tree that says how a score came about: Value is what the
// Parts add or multiply up to, as Label says.
type Explanation struct {
	Label string        `json:"label"`
	Value float64       `json:"value"`
	Parts []Explanation `json:"parts,omitempty"`
}

// Passage is a record that was found, with its chunks that matched, best first.
type Passage struct {
	Record  Record
	Chunks  []Chunk
	Scores  []float64 // of the Chunks, in their order: 1 is the best that was found at all
	Score   float64   // of the record
	Explain *Explanation
}
