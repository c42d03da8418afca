package dense

import "runtime"

const (
	maxWorkers = 4
	workerRows = 1 << 13 // fewer are not worth another goroutine
)

// workersFor is how many goroutines a search over so many rows pays for.
func workersFor(rows int) int {
	return max(1, min(rows/workerRows, runtime.GOMAXPROCS(0), maxWorkers))
}
