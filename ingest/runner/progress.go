package runner

import "time"

// Progress is how far a run is.
type Progress struct {
	Source   string
	Read     int // records
	Expected int // records of the source when it was last read; 0 when unknown
	Written  int // records
	Chunks   int // written
	Failed   int // items
	Elapsed  time.Duration
}

// Rate is the number of records read a second.
func (p Progress) Rate() float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Read) / p.Elapsed.Seconds()
}

// Left estimates the time that is left from the size that the source had; known
// is false when there is nothing to go by.
func (p Progress) Left() (left time.Duration, known bool) {
	if p.Read == 0 || p.Read >= p.Expected {
		return 0, false
	}
	return time.Duration(float64(p.Expected-p.Read) / p.Rate() * float64(time.Second)), p.Rate() > 0
}

func (r *run) progress(read int) {
	if r.options.Progress == nil {
		return
	}
	r.options.Progress(Progress{
		Source: r.source.Name, Read: read, Expected: len(r.known), Written: r.result.Added + r.result.Changed,
		Chunks: r.result.Chunks, Failed: r.result.Failed, Elapsed: r.options.now().Sub(r.began),
	})
}
