"""Serve a model with llama.cpp on loopback: serve.py DIR MODEL PORT THREADS

DIR is what fetch.py made. Ends when its standard input does.
"""

import sys

sys.path.insert(0, sys.argv[1] + "/server")
import xllamacpp  # noqa: E402, from the folder above

params = xllamacpp.CommonParams()
params.model.path = sys.argv[2]
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[3])
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = int(sys.argv[4])
params.n_ctx = 6144
params.n_parallel = 1
params.n_gpu_layers = 0
params.use_jinja = True
server = xllamacpp.Server(params)
sys.stdin.read()
