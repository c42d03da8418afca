package history

import "hash/fnv"

// stream gives the random numbers of one channel: number k is always the same.
type stream uint64

func streamOf(name string) stream {
	h := fnv.New64a()
	h.Write([]byte(name)) // a hash never fails
	return stream(h.Sum64())
}

// at returns number k as a uniform value in [0, 1). The mixing function is that
// of SplitMix64 (Steele, Lea and Flood 2014).
func (s stream) at(k int64) float64 {
	z := uint64(s) + uint64(k)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}

// normal returns number k as a value with mean 0 and standard deviation 1, from
// the sum of four uniform ones: it never strays further than 3.5.
func (s stream) normal(k int64) float64 {
	sum := 0.0
	for i := range int64(4) {
		sum += s.at(4*k + i)
	}
	return (sum - 2) * 1.7320508
}
