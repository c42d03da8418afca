//go:build !linux

package store

// NetworkFS cannot tell on this system and returns "".
func NetworkFS(string) string { return "" }

func freeBytes(string) (free uint64, known bool) { return 0, false }
