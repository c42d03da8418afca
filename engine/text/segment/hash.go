package segment

// Hash is the hash that terms are sorted by in a file: FNV-1a of 64 bits,
// finished by the mixer of MurmurHash3 because FNV leaves the high bits of short
// terms alike.
func Hash(term string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(term); i++ {
		h = (h ^ uint64(term[i])) * 1099511628211
	}
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
