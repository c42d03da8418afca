package engine

// Untrusted is text that came from outside Owl: a record, a PV, a tool, a
// model, a file name. It may hold terminal escapes, prompt injections or
// invalid UTF-8.
//
// The type is the boundary: only package guard turns it into terminal text or
// prompt text, so a forgotten sink does not compile.
type Untrusted string
