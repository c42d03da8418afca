package build

import (
	"crypto/sha256"
	"encoding/hex"

	"owl/bench/suite"
	"owl/engine"
)

// Record is one question of a file that was built: the released shape, and where
// it comes from.
type Record struct {
	suite.Question
	Nuggets    []Nugget   `json:"nuggets"`
	Provenance Provenance `json:"provenance"`
}

// Nugget is a nugget with its place: Quote is Content[Start:End] of the record.
type Nugget struct {
	suite.Nugget
	Start int `json:"start"`
	End   int `json:"end"`
}

// Provenance says how a question came about.
type Provenance struct {
	Generator Generator                 `json:"generator"`
	Seed      uint64                    `json:"seed"`
	Index     string                    `json:"index_hash"`
	Records   map[string]string         `json:"records"` // SHA-256 of the content by doc_id
	Structure Structure                 `json:"structure"`
	Ranks     map[string]map[string]int `json:"ranks"` // of the primary evidence, by doc_id and retriever, from 1
}

// Generator is what worded a question.
type Generator struct {
	Name     string `json:"name"`               // "templates" or the model
	Template string `json:"template,omitempty"` // also what the sample of a model was taken by
	Hash     string `json:"hash"`               // SHA-256 of the templates or of the prompt
}

func hashOf(rec engine.Record) string {
	sum := sha256.Sum256([]byte(rec.Content))
	return hex.EncodeToString(sum[:])
}

// record puts a question together that has passed.
func (b *builder) record(d draft, s Structure, ranks map[string]map[string]int, supporting []string) Record {
	r := Record{
		Question: suite.Question{
			ID: "built-" + d.key()[:10], Type: d.kind, Collection: d.collection, Difficulty: s.Difficulty(), Text: d.question, Gold: d.gold, Answerable: true,
		},
		Provenance: Provenance{
			Generator: b.generator.provenance(d.sample), Seed: b.Seed, Index: b.Index, Records: map[string]string{}, Structure: s, Ranks: ranks,
		},
	}
	for _, f := range d.facts {
		p := b.corpus.byID[f.docID]
		r.Nuggets = append(r.Nuggets, Nugget{suite.Nugget{Label: f.label, Role: f.role, Text: f.text, DocID: f.docID, Quote: p.of(f.Span)}, f.Start, f.End})
	}
	grade := func(ids []string, g suite.Grade) {
		for _, id := range ids {
			r.Evidence = append(r.Evidence, suite.Evidence{DocID: id, Grade: g})
			r.Provenance.Records[id] = hashOf(b.corpus.byID[id].rec)
		}
	}
	grade(d.records(), suite.Primary)
	grade(supporting, suite.Supporting)
	return r
}
