// Package cypher asks a fault graph in a small part of Cypher that can only
// read.
//
//	MATCH (c:Component {name: 'RFB'})-[:HAS_FAULT]->(f:Fault)-[r:CAUSED_BY]->(x)
//	WHERE f.date >= '2025-01-01' AND NOT r.modality = 'ruled out'
//	RETURN f.name, x.name, r.doc_id ORDER BY f.date DESC LIMIT 20
//
// What there is:
//
//	MATCH      one or more paths, joined by commas; a path has nodes
//	           (v:Kind {property: value}) and relations -[v:TYPE|TYPE]->, <-[]-, -[]-
//	           and, with a variable length of at most 3, -[:TYPE*1..3]->
//	WHERE      = <> < <= > >= CONTAINS, STARTS WITH, ENDS WITH, IN [...], IS NULL,
//	           IS NOT NULL, AND, OR, NOT, brackets
//	RETURN     [DISTINCT] v, v.property, count(*), count([DISTINCT] x), with AS
//	ORDER BY   a returned column, ASC or DESC
//	SKIP, LIMIT
//
// Every node has the properties name, key, kind, doc_id, start, end, extractor,
// confidence and date; a relation has type, modality, doc_id, start, end,
// extractor, confidence and date. Texts compare without regard to case; dates
// are RFC 3339 texts, so a day is the beginning of one.
//
// Everything else is refused by its name. A query costs a bounded number of
// steps, and its result has at most a thousand rows.
package cypher
