// Speed measures Owl on generated records and prints one table: each figure, its
// target, the same figure of a rival over the same records and queries in the
// same run, and how many times better Owl is. Rivals are tantivy, the Rust search
// library, and faiss, the C++ library for vectors, both by their Python wheels.
// The console is measured on the program that make build made.
//
//	go run ./bench/speed
//
// The records, the vectors, the indexes and the rivals' environment are kept in .cache/speed.
// Each part runs in a process of its own, so that its peak memory is its own. To
// add a figure, return it from a part and name it in rows.
package main
