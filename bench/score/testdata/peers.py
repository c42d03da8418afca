"""Compute the benchmark's figures with independent implementations.

Reads a JSON object of cases from standard input and writes the figures, in the
same order, to standard output. Rankings: pytrec_eval. Tests and adjustments:
statsmodels and scipy. Kappa: scikit-learn. Quantiles: scipy and numpy. Answer
match: written here from the rules of the SQuAD evaluation script.
"""

import collections
import json
import re
import string
import sys

import numpy
import pytrec_eval
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests


def rankings(cases):
    out = []
    for case in cases:
        grades = {"q": {doc: int(grade) for doc, grade in case["grades"].items()}}
        ranked = case["ranked"]

        def run(k):
            return {"q": {doc: float(len(ranked) - i) for i, doc in enumerate(ranked[:k])}}

        names = {"ndcg_cut.10", "recall.5,10,20"}
        whole = pytrec_eval.RelevanceEvaluator(grades, names).evaluate(run(len(ranked)))
        first = pytrec_eval.RelevanceEvaluator(grades, {"recip_rank"}).evaluate(run(10))
        scores = whole.get("q", {})
        out.append([
            first.get("q", {}).get("recip_rank", 0.0),
            scores.get("ndcg_cut_10", 0.0),
            scores.get("recall_5", 0.0),
            scores.get("recall_10", 0.0),
            scores.get("recall_20", 0.0),
        ])
    return out


def mcnemars(cases):
    out = []
    for case in cases:
        pairs = list(zip(case["a"], case["b"]))
        table = [[sum(1 for p in pairs if p == (x, y)) for y in (True, False)] for x in (True, False)]
        out.append([table[0][1], table[1][0], float(mcnemar(table, exact=True).pvalue)])
    return out


def adjustments(cases):
    return [[list(map(float, multipletests(p, method=m)[1])) for m in ("bonferroni", "holm", "fdr_bh")] for p in cases]


def kappas(cases):
    return [float(cohen_kappa_score(case["a"], case["b"])) for case in cases]


def bootstraps(cases):
    """Means and percentile intervals of paired differences; the draws differ from ours."""
    out = []
    for case in cases:
        diffs = numpy.array(case["a"]) - numpy.array(case["b"])
        res = stats.bootstrap((diffs,), numpy.mean, n_resamples=20000, method="percentile", random_state=1)
        low, high = res.confidence_interval
        out.append([float(diffs.mean()), float(low), float(high), float(res.standard_error)])
    return out


def quantiles(cases):
    """Nearest rank, and the order statistics that enclose the quantile."""
    out = []
    for case in cases:
        values, q = sorted(case["values"]), case["q"]
        n = len(values)
        low = max([k for k in range(1, n + 1) if stats.binom.cdf(k - 1, n, q) <= 0.025], default=1)
        high = min([k for k in range(1, n + 1) if stats.binom.cdf(k - 1, n, q) >= 0.975], default=n)
        covered = stats.binom.cdf(high - 1, n, q) - stats.binom.cdf(low - 1, n, q)
        nearest = float(numpy.quantile(values, q, method="inverted_cdf"))
        out.append([nearest, values[low - 1], values[high - 1], float(covered)])
    return out


def normalise(text):
    text = "".join(ch for ch in text.lower() if ch not in set(string.punctuation))
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def f1(tokens, gold):
    common = sum((collections.Counter(tokens) & collections.Counter(gold)).values())
    if common == 0:
        return 0.0
    precision, recall = common / len(tokens), common / len(gold)
    return 2 * precision * recall / (precision + recall)


def matches(cases):
    out = []
    for case in cases:
        tokens, gold = normalise(case["answer"]).split(), normalise(case["gold"]).split()
        n = len(gold)
        exact = n > 0 and any(tokens[i:i + n] == gold for i in range(len(tokens) - n + 1))
        best = 0.0
        if tokens and gold:
            for size in range(max(1, n - 2), n + 3):
                for i in range(max(1, len(tokens) - size + 1)):
                    best = max(best, f1(tokens[i:i + size], gold))
        out.append([normalise(case["answer"]), exact, best, f1(tokens, gold) if gold else 0.0])
    return out


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    parts = {
        "rankings": rankings, "mcnemars": mcnemars, "adjustments": adjustments, "kappas": kappas,
        "bootstraps": bootstraps, "quantiles": quantiles, "matches": matches,
    }
    json.dump({name: part(asked[name]) for name, part in parts.items()}, sys.stdout)
