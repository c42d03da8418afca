"""Index and search the corpus of bench/speed with tantivy; print figures as JSON.

Usage: tantivy_speed.py DOCS.tsv QUERIES.txt INDEX_FOLDER
"""

import datetime
import json
import os
import re
import shutil
import sys
import time

import tantivy

HITS = 50
FILTER_COLLECTIONS = ["wrq", "wiki"]
FILTER_SINCE = int(datetime.datetime(2019, 7, 1, tzinfo=datetime.timezone.utc).timestamp())
FIELDS = ["title", "body", "ids"]
BOOSTS = {"title": 3.0, "ids": 5.0}


def make_schema():
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("key", stored=True, indexed=True)
    builder.add_text_field("collection", tokenizer_name="raw")
    builder.add_text_field("system", tokenizer_name="raw")
    builder.add_integer_field("created", indexed=True, fast=True)
    for field in FIELDS:
        builder.add_text_field(field, tokenizer_name="en_stem")
    return builder.build()


def build(docs, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    start = time.perf_counter()
    schema = make_schema()
    index = tantivy.Index(schema, path=folder)
    writer = index.writer(heap_size=400_000_000, num_threads=os.cpu_count())
    count = 0
    with open(docs, encoding="utf-8") as lines:
        for line in lines:
            key, collection, system, created, title, body, ids = line.rstrip("\n").split("\t")
            doc = tantivy.Document()
            doc.add_integer("key", int(key))
            doc.add_text("collection", collection)
            doc.add_text("system", system)
            doc.add_integer("created", int(created))
            doc.add_text("title", title)
            doc.add_text("body", body)
            doc.add_text("ids", ids)
            writer.add_document(doc)
            count += 1
    writer.commit()
    writer.wait_merging_threads()
    return count / (time.perf_counter() - start)


def filters(schema):
    collections = tantivy.Query.boolean_query(
        [(tantivy.Occur.Should, tantivy.Query.term_query(schema, "collection", c)) for c in FILTER_COLLECTIONS])
    since = tantivy.Query.range_query(schema, "created", tantivy.FieldType.Integer, FILTER_SINCE, 2**62)
    return [(tantivy.Occur.Must, collections), (tantivy.Occur.Must, since)]


def measure(index, queries, restrict):
    """Median and 99th percentile of the queries' median times of eleven, in ms."""
    searcher = index.searcher()
    took = [[] for _ in queries]
    for round_number in range(12):
        for i, text in enumerate(queries):
            start = time.perf_counter()
            query = index.parse_query(text, FIELDS, field_boosts=BOOSTS)
            if restrict:
                query = tantivy.Query.boolean_query([(tantivy.Occur.Must, query)] + restrict)
            searcher.search(query, HITS, count=False)
            if round_number > 0:
                took[i].append((time.perf_counter() - start) * 1000)
    medians = sorted(sorted(times)[len(times) // 2] for times in took)
    return medians[len(medians) // 2], medians[len(medians) * 99 // 100]


def main():
    docs, queries_file, folder = sys.argv[1:4]
    figures = {"chunks_per_s": build(docs, folder)}
    figures["index_mb"] = sum(os.path.getsize(os.path.join(folder, f)) for f in os.listdir(folder)) / 1e6
    start = time.perf_counter()
    index = tantivy.Index.open(folder)
    index.searcher()
    figures["open_ms"] = (time.perf_counter() - start) * 1000
    # Its query language gives punctuation a meaning; the queries are plain words.
    with open(queries_file, encoding="utf-8") as lines:
        queries = [re.sub(r"[^0-9A-Za-z]+", " ", line).strip() for line in lines]
    figures["p50_ms"], figures["p99_ms"] = measure(index, queries, [])
    figures["filter_p50_ms"], figures["filter_p99_ms"] = measure(index, queries, filters(make_schema()))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
