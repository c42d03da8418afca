// Package retrieval measures rankings on a collection in BEIR layout: a corpus,
// queries.jsonl with {_id, text}, qrels.tsv with query, document and grade.
package retrieval
