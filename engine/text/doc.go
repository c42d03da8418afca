// Package text is the text channel: it ranks chunks by the words, identifiers,
// values and dates of a query.
//
// An Index reads what a Writer published: immutable segment files, mapped into
// memory, and a manifest that names those of the current generation. Readers in
// any number of processes keep working on their generation while another is
// published; Refresh picks it up. FORMAT.md describes the files by byte.
//
// # Score
//
// A chunk scores the sum, over the terms t of the query, of
//
//	weight(t) * idf(t) * tf * (K1 + 1) / (tf + K1 * (1 - B + B * length / average))
//	idf(t) = ln(1 + (N - df + 0.5) / (df + 0.5))
//
// This is BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework:
// BM25 and Beyond, 2009) with the idf that Lucene uses because it is never
// negative. Fields are combined as in BM25F's simple form (Robertson, Zaragoza,
// Taylor, Simple BM25 Extension to Multiple Weighted Fields, 2004): the chunk is
// scored as if its title stood there three times and its identifiers five
// times. tf above 255 counts as 255 and length is rounded to one of 256 classes
// (see package segment). N, df and average count the live chunks of all
// segments, so that a score does not depend on how chunks lie in segments or on
// what was deleted.
//
// # Identifiers
//
// An identifier of the query that occurs whole in the index adds a bonus to
// each chunk that holds it. The bonus is one more than the rest of the score can
// reach, the sum of weight * idf * (K1 + 1) rounded up, so a chunk with the
// identifier never loses to a look-alike, and one with two never to one with
// one. The parts of such an identifier do not count, but for the record of a
// field and the name of a file, which count a quarter. The parts of an
// identifier that does not occur count as words do; when its record or file name
// does occur, it takes the identifier's place. Command flags get no bonus.
// Values and dates weigh twice.
//
// # Limits of a query
//
// Of a text longer than 128 KiB the rest is left out. Of more than 64 different
// terms the best 64 count: identifiers first, then the rarest. Stop words count
// only when there is nothing else. Phrases and exclusions compare stems at
// consecutive positions.
package text
