package dense

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

const (
	maxWorkers = 4
	workerRows = 1 << 13 // fewer are not worth another goroutine
)

// workersFor is how many goroutines a search over so many rows pays for.
func workersFor(rows int) int {
	return max(1, min(rows/workerRows, runtime.GOMAXPROCS(0), maxWorkers))
}

// share runs do for each i below n, spread over workers that take turns; worker
// is the number of the one that runs it. It ends with the first error, and when
// the context is done. A panic is an error.
func share(ctx context.Context, workers, n int, do func(worker, i int) error) error {
	var next atomic.Int64
	work := func(worker int) (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("panic: %v", r)
			}
		}()
		for err == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return nil
			}
			if err = ctx.Err(); err == nil {
				err = do(worker, i)
			}
		}
		next.Store(int64(n))
		return err
	}
	var others errgroup.Group
	for worker := 1; worker < workers; worker++ {
		others.Go(func() error { return work(worker) })
	}
	err := work(0)
	if err2 := others.Wait(); err == nil {
		err = err2
	}
	return err
}
