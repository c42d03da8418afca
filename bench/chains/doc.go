// Package chains measures how well the fault graph is read from records: the
// edges of its chains (causes, actions, failed attempts, suspicions and what was
// ruled out) are compared with labels that were given by hand to the stories of
// the demo facility.
//
// A label is a quote of a record with the relation and modality that the record
// states there. Several labels can be the same edge of a story, stated more than
// once. An optional label is a statement that may be read either way: to read it
// is right, not to read it is no miss.
//
// testdata/dev.json was used to find the words of the grammar. The stories of
// testdata/held-out.json, each third one, were labelled at the same time and left
// alone until the grammar was done.
package chains
