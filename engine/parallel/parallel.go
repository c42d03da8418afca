// Package parallel spreads work over goroutines that it owns and recovers.
package parallel

import (
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Each runs do for each i below n, spread over workers that take turns; worker
// is the number of the one that runs it. It ends with the first error, and when
// the context is done. A panic is an error.
func Each(ctx context.Context, workers, n int, do func(worker, i int) error) error {
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
