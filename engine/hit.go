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

// KeysOf lists the chunks of hits in their order.
func KeysOf(hits []Hit) []ChunkKey {
	keys := make([]ChunkKey, len(hits))
	for i, h := range hits {
		keys[i] = h.Chunk
	}
	return keys
}

// DocIDsOf lists the records of chunks, each once, in the order of its first one.
func DocIDsOf(chunks []Chunk) []string {
	var ids []string
	seen := map[string]bool{}
	for _, c := range chunks {
		if !seen[c.DocID] {
			seen[c.DocID] = true
			ids = append(ids, c.DocID)
		}
	}
	return ids
}
