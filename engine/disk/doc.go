// Package disk is what the indexes on disk have in common: files that are there
// whole or not at all, the lock of the one writer, manifests with a checksum,
// and tables of names. Every step that changes files goes through FS, so that
// tests can make each of them fail.
package disk
