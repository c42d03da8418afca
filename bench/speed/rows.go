package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// row is one figure of the table.
type row struct {
	label  string
	part   string // that measured it
	figure string
	target string
	rival  string // figure of the rival, "" for none
	by     string // the rival, a part; "" is tantivy
	higher bool   // is better
}

// rows lists the figures in the order of the table.
func rows() []row {
	list := []row{
		{label: "build text index, chunks/s", part: "text build", figure: "chunks_per_s", target: ">= 20000", rival: "chunks_per_s", higher: true},
		{label: "peak memory of the build, MB", part: "text build", figure: "peak_mb", target: "<= 1200", rival: "peak_mb"},
		{label: "text index, MB", part: "text search", figure: "index_mb", rival: "index_mb"},
		{label: "open text index, ms", part: "text search", figure: "open_ms", target: "<= 50", rival: "open_ms"},
		{label: "text top 50, p50 ms", part: "text search", figure: "p50_ms", target: "<= 0.25", rival: "p50_ms"},
		{label: "text top 50, p99 ms", part: "text search", figure: "p99_ms", target: "<= 1", rival: "p99_ms"},
		{label: "text top 50 filtered, p50 ms", part: "text search", figure: "filter_p50_ms", rival: "filter_p50_ms"},
		{label: "text top 50 filtered, p99 ms", part: "text search", figure: "filter_p99_ms", rival: "filter_p99_ms"},
		{label: "commit 200 vectors, p50 ms", part: "dense build", figure: "commit_p50_ms"},
		{label: "commit 200 vectors, p99 ms", part: "dense build", figure: "commit_p99_ms"},
		{label: "peak memory of the commits, MB", part: "dense build", figure: "peak_mb"},
		{label: "vector index, MB", part: "dense search", figure: "index_mb", rival: "index_mb", by: "faiss"},
		{label: "open vector index, ms", part: "dense search", figure: "open_ms", target: "<= 20"},
		{label: "dense top 100, p50 ms", part: "dense search", figure: "p50_ms", target: "<= 2, <= 0.6 faiss", rival: "p50_ms", by: "faiss"},
		{label: "dense top 100, p99 ms", part: "dense search", figure: "p99_ms", rival: "p99_ms", by: "faiss"},
		{label: "dense top 100 of one in a hundred, p50 ms", part: "dense search", figure: "filter_p50_ms"},
		{label: "peak memory of the dense search, MB", part: "dense search", figure: "peak_mb", rival: "peak_mb", by: "faiss"},
		{label: "dense recall of the best 100", part: "dense recall", figure: "recall", target: "1", rival: "recall", by: "faiss", higher: true},
		{label: "ingest after parsing, chunks/s", part: "ingest", figure: "chunks_per_s", target: ">= 20000"},
		{label: "ingest after parsing, records/s", part: "ingest", figure: "records_per_s"},
		{label: "peak memory of the ingest, MB", part: "ingest", figure: "peak_mb", target: "<= 1200"},
		{label: "open knowledge base, ms", part: "open", figure: "open_ms", target: "<= 50"},
		{label: "chart of a month of 1 Hz (2.6 M samples), ms", part: "archive", figure: "month_ms", target: "<= 2000"},
		{label: "its memory beyond an idle owl, MB", part: "archive", figure: "month_more_mb", target: "<= 100"},
		{label: "memory of a week of 10 Hz (6 M samples), MB", part: "archive", figure: "week_more_mb", target: "<= 100"},
	}
	return slices.Concat(list, consoleRows(), searchRows(), answerRows(), embedRows(), epicsRows())
}

// print prints the table.
func (b *bench) print(w io.Writer, shown []row) error {
	fmt.Fprintf(w, "%d generated chunks, %d queries; each part alone; one question at a time, text searches on one thread\n\n", chunks, queryCount)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "figure\towl\ttarget\trival\ttimes better")
	for _, r := range shown {
		own, ok := b.got[r.part][r.figure]
		by := cmp.Or(r.by, "tantivy")
		rival, compared := b.got[by][r.rival]
		against := format(rival, compared)
		if compared {
			against += " (" + by + ")"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", r.label, format(own, ok), r.target, against, ratio(r, own, rival, ok && compared))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, line := range b.failed {
		fmt.Fprintln(w, line)
	}
	return nil
}

func format(v float64, ok bool) string {
	switch {
	case !ok:
		return "-"
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 1:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.3f", v)
}

// ratio says how many times better the own figure is.
func ratio(r row, own, rival float64, ok bool) string {
	if !ok || own == 0 || rival == 0 {
		return ""
	}
	if r.higher {
		return fmt.Sprintf("%.1f", own/rival)
	}
	return fmt.Sprintf("%.1f", rival/own)
}
