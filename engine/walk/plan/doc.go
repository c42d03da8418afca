// Package plan makes a walkthrough of what a fault graph and the found records say
// about a symptom.
//
//	relevant   the faults that the found records are about, with their chains
//	cause      candidate causes from the chains, those that say the same joined
//	table      tables of diagnosis in documents: what is seen, why, what to do
//	look       sentences of the records of a fault that say what was seen then
//	pv         the PVs that a check is about, and what tables say of their values
//
// A cause counts by how well its record fits the symptom, by how sure its author
// and its reader were, and by its age. What says no more than the symptom itself
// is no cause. Everything quotes a record.
package plan
