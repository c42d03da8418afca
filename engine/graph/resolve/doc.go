// Package resolve joins the sheets of all records to one graph: it decides which
// names mean the same thing, which records are about the same fault, and which
// faults are returns of an earlier one.
//
// Records are about the same fault, an episode, when they are parts of one work
// request, when one names the other by its native id, or when they are about
// the same component within a few weeks and share a word that tells faults
// apart. An episode of which no record says that there was trouble is no fault:
// it was planned work. Episodes of one component that share such a word recur.
//
// The graph is a function of the sheets alone: adding and removing records in
// any order gives the same graph as building it anew.
package resolve
