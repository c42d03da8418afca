package token

import (
	"strings"
	"testing"
)

const prose = "The stored beam current S-DCCT:CurrentM dropped from 101.9 mA to 0 at 12:30 on 10/8/24 after a trip of RF station 3. " +
	"Operators found the interlock latched, reset the power supply WRQ_43541 and injected again; the fill pattern was 24 bunches with 16 nC each. " +
	"See DIAG-TN-2024-018 for the procedure and mergeDuringRetrieval in the archiver's configuration.\n"

func BenchmarkEach(b *testing.B) {
	s := strings.Repeat(prose, 10)
	memo := NewTokenizer()
	n := 0
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		memo.Each(s, func(Token) bool { n++; return true })
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/token")
}
