"""Index and search the vectors of bench/speed with faiss; print figures as JSON.

Usage: faiss_speed.py VECTORS.f32 QUERIES.f32 DIMENSION HITS
"""

import json
import os
import sys
import time

import faiss
import numpy as np


def measure(index, queries, hits):
    """Median and 99th percentile of the queries' median times of eleven, in ms."""
    took = [[] for _ in queries]
    for round_number in range(12):
        for i in range(len(queries)):
            start = time.perf_counter()
            index.search(queries[i:i + 1], hits)
            if round_number > 0:
                took[i].append((time.perf_counter() - start) * 1000)
    medians = sorted(sorted(times)[len(times) // 2] for times in took)
    return medians[len(medians) // 2], medians[len(medians) * 99 // 100]


def recall(index, vectors, queries, hits):
    """Share of the best that the index finds, against all products in 64 bits."""
    found = 0
    _, keys = index.search(queries, hits)
    for query, got in zip(queries, keys):
        scores = np.concatenate([vectors[at:at + 10000].astype(np.float64) @ query.astype(np.float64)
                                 for at in range(0, len(vectors), 10000)])
        found += len(set(got) & set(np.argsort(-scores)[:hits]))
    return found / (len(queries) * hits)


def main():
    dim, hits = int(sys.argv[3]), int(sys.argv[4])
    vectors = np.fromfile(sys.argv[1], dtype="<f4").reshape(-1, dim)
    queries = np.fromfile(sys.argv[2], dtype="<f4").reshape(-1, dim)
    index = faiss.IndexScalarQuantizer(dim, faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT)
    index.train(vectors)
    index.add(vectors)
    figures = {"index_mb": index.sa_code_size() * index.ntotal / 1e6, "recall": recall(index, vectors, queries[:20], hits)}
    # One query is searched by one thread, but more may be woken for it: the better counts.
    best = None
    for threads in (1, os.cpu_count()):
        faiss.omp_set_num_threads(threads)
        times = measure(index, queries, hits)
        best = min(best or times, times)
    figures["p50_ms"], figures["p99_ms"] = best
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
