// Package graph holds the fault graph: what broke, what it looked like, what
// was found to be the cause, what was tried and what helped, and who knows
// about it. It is read from records without any model.
//
//	Sheet    what one record says: facts with their places in its text
//	Graph    the nodes and edges of all sheets, in memory, never changed
//	Builder  makes a Graph
//
// Every node and edge carries Evidence: the record, the bytes of its Content
// that say so, the rule that read them, how far it is trusted, and the date. A
// statement keeps its Modality: what was only suspected stays suspected, what
// was ruled out stays in the graph as contrary evidence.
//
// A Graph answers look-ups (Find), bounded traversals (Near), shortest paths
// (Path), chains from symptom to resolution (Chain), recurrences (Recurrences),
// experts (Experts) and spreading activation (Activate). All of them end when
// their context ends and stay within the limits that they are given. A Graph is
// safe for concurrent use.
//
// Package extract makes sheets, package resolve makes graphs of them, package
// cypher asks a graph in a query language, package export writes it down.
package graph
