"""Run an embedder's network over texts of given lengths; print figures as JSON.

Usage: onnxruntime_speed.py MODEL.onnx LENGTHS.json
"""

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import onnxruntime


def session(path, threads):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def run(network, length):
    ids = np.arange(1000, 1000 + length, dtype=np.int64).reshape(1, -1)
    values = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    network.run(None, {i.name: values[i.name] for i in network.get_inputs()})


def timed(network, lengths, workers):
    """Texts a second, this many of them at a time."""
    run(network, 16)
    start = time.perf_counter()
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(lambda n: run(network, n), lengths))
    return len(lengths) / (time.perf_counter() - start)


def main():
    with open(sys.argv[2], encoding="utf-8") as f:
        lengths = json.load(f)
    cores = os.cpu_count()
    # One text by all cores, or a text a core: the better counts.
    best = max(timed(session(sys.argv[1], cores), lengths, 1), timed(session(sys.argv[1], 1), lengths, cores))
    print(json.dumps({"chunks_per_s": best}))


if __name__ == "__main__":
    main()
