package dense

import (
	"context"
	"fmt"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/dense/quant"
)

func BenchmarkSearch(b *testing.B) {
	const dim, n = 384, 130_000
	for name, v := range map[string]*vectors{
		"spread": spreadVectors(1, dim), "clustered": clusteredVectors(2, dim, 300, 0.8), "dense": clusteredVectors(3, dim, 3, 0.4),
	} {
		dir := b.TempDir()
		w := newTestWriter(b, dir, dim, Options{})
		for key := range engine.ChunkKey(n) {
			e := Entry{Key: key + 1, Vector: v.next(), Created: time.Unix(int64(key), 0)}
			add(b, w, e)
		}
		commit(b, w)
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
		x := open(b, dir, dim)
		queries := v.entries(50)
		for _, k := range quant.Kernels() {
			for i, f := range []engine.Filter{{}, {Since: time.Unix(n-1000, 0)}, {Since: time.Unix(n/2, 0)}} {
				b.Run(fmt.Sprintf("%s/%s/filter%d", name, k.Name, i), func(b *testing.B) {
					x.kernel = k
					for n := 0; b.Loop(); n++ {
						if _, err := x.Search(context.Background(), queries[n%len(queries)].Vector, f, 100); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
