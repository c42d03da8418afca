package score

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"owl/bench/lexical"
	"owl/bench/metrics"
	"owl/bench/stats"
)

// peerTolerance is how far a figure may be from that of an independent
// implementation. Bootstrap intervals are drawn at random by both sides, so they
// may differ by some standard errors of the draw.
const peerTolerance = 1e-9

type (
	rankingCase struct {
		Ranked []string       `json:"ranked"`
		Grades metrics.Grades `json:"grades"`
	}
	labelCase[T any] struct {
		A []T `json:"a"`
		B []T `json:"b"`
	}
	quantileCase struct {
		Values []float64 `json:"values"`
		Q      float64   `json:"q"`
	}
	matchCase struct {
		Answer string `json:"answer"`
		Gold   string `json:"gold"`
	}
	peerCases struct {
		Rankings    []rankingCase        `json:"rankings"`
		McNemars    []labelCase[bool]    `json:"mcnemars"`
		Adjustments [][]float64          `json:"adjustments"`
		Kappas      []labelCase[string]  `json:"kappas"`
		Bootstraps  []labelCase[float64] `json:"bootstraps"`
		Quantiles   []quantileCase       `json:"quantiles"`
		Matches     []matchCase          `json:"matches"`
	}
	peerFigures struct {
		Rankings    [][]float64   `json:"rankings"`
		McNemars    [][]float64   `json:"mcnemars"`
		Adjustments [][][]float64 `json:"adjustments"`
		Kappas      []float64     `json:"kappas"`
		Bootstraps  [][]float64   `json:"bootstraps"`
		Quantiles   [][]float64   `json:"quantiles"`
		Matches     [][]any       `json:"matches"`
	}
)

// TestFiguresAgreeWithPeers runs testdata/peers.py. The environment is made with
//
//	python3 -m venv DIR && DIR/bin/pip install pytrec_eval-terrier scipy statsmodels scikit-learn
func TestFiguresAgreeWithPeers(t *testing.T) {
	dir := os.Getenv("OWL_PEERS")
	if dir == "" {
		t.Skip("OWL_PEERS is not set: want the folder of a Python environment with pytrec_eval-terrier, scipy, statsmodels and scikit-learn")
	}
	cases := makeCases()
	peers := askPeers(t, filepath.Join(dir, "bin", "python"), cases)
	comparePeers(t, cases, peers)
}

func askPeers(t *testing.T, python string, cases peerCases) peerFigures {
	t.Helper()
	in, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), python, filepath.Join("testdata", "peers.py"))
	cmd.Stdin = bytes.NewReader(in)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("run peers.py: %v\n%s", err, complaint.String())
	}
	var figures peerFigures
	if err := json.Unmarshal(out, &figures); err != nil {
		t.Fatal(err)
	}
	return figures
}

func makeCases() peerCases {
	rng := rand.New(rand.NewPCG(5, 6))
	var c peerCases
	for range 200 {
		c.Rankings = append(c.Rankings, randomRanking(rng))
	}
	for range 60 {
		n := 1 + rng.IntN(60)
		c.McNemars = append(c.McNemars, labelCase[bool]{fill(n, func() bool { return rng.IntN(2) == 0 }), fill(n, func() bool { return rng.IntN(3) == 0 })})
		c.Adjustments = append(c.Adjustments, fill(1+rng.IntN(15), rng.Float64))
		label := func() string { return []string{"support", "partial", "none"}[rng.IntN(3)] }
		k := labelCase[string]{append(fill(n, label), "support", "none"), append(fill(n, label), "support", "none")}
		for i := range n / 2 {
			k.B[i] = k.A[i]
		}
		c.Kappas = append(c.Kappas, k)
		c.Quantiles = append(c.Quantiles, quantileCase{fill(n, func() float64 { return 1000 * rng.Float64() }), []float64{0.5, 0.95}[rng.IntN(2)]})
		c.Matches = append(c.Matches, randomMatch(rng))
	}
	for range 5 {
		c.Bootstraps = append(c.Bootstraps, labelCase[float64]{fill(50, rng.Float64), fill(50, rng.Float64)})
	}
	return c
}

func fill[T any](n int, draw func() T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = draw()
	}
	return out
}

func randomRanking(rng *rand.Rand) rankingCase {
	docs := fill(40, func() string { return "" })
	for i := range docs {
		docs[i] = string(rune('A'+i%26)) + string(rune('a'+i/26))
	}
	c := rankingCase{Grades: metrics.Grades{}}
	for _, i := range rng.Perm(len(docs))[:1+rng.IntN(12)] {
		c.Grades[docs[i]] = rng.IntN(3)
	}
	c.Grades[docs[0]] = 1 + rng.IntN(2)
	for _, i := range rng.Perm(len(docs))[:1+rng.IntN(30)] {
		c.Ranked = append(c.Ranked, docs[i])
	}
	return c
}

func randomMatch(rng *rand.Rand) matchCase {
	words := strings.Fields("The a an beam was lost at 02:47 since RFB's flow fell to 31.2 L/min; strainer (ST-B3) clogged 5 µA")
	text := func(n int) string {
		return strings.Join(fill(n, func() string { return words[rng.IntN(len(words))] }), " ")
	}
	c := matchCase{Answer: text(rng.IntN(40)), Gold: text(1 + rng.IntN(8))}
	if rng.IntN(3) == 0 {
		c.Answer += " " + c.Gold + "."
	}
	return c
}

func comparePeers(t *testing.T, cases peerCases, peers peerFigures) {
	near := func(what string, i int, got, want []float64) {
		t.Helper()
		for k := range want {
			if math.Abs(got[k]-want[k]) > peerTolerance || len(got) != len(want) {
				t.Errorf("%s %d: %v, the peer has %v", what, i, got, want)
				return
			}
		}
	}
	for i, c := range cases.Rankings {
		near("ranking", i, []float64{
			metrics.MRR(c.Ranked, c.Grades, 10), metrics.NDCG(c.Ranked, c.Grades, 10),
			metrics.Recall(c.Ranked, c.Grades, 5), metrics.Recall(c.Ranked, c.Grades, 10), metrics.Recall(c.Ranked, c.Grades, 20),
		}, peers.Rankings[i])
	}
	for i, c := range cases.McNemars {
		onlyA, onlyB, p, err := stats.McNemar(c.A, c.B)
		if err != nil {
			t.Fatal(err)
		}
		near("McNemar", i, []float64{float64(onlyA), float64(onlyB), p}, peers.McNemars[i])
	}
	for i, p := range cases.Adjustments {
		near("Bonferroni", i, stats.Bonferroni(p), peers.Adjustments[i][0])
		near("Holm", i, stats.Holm(p), peers.Adjustments[i][1])
		near("Benjamini-Hochberg", i, stats.BenjaminiHochberg(p), peers.Adjustments[i][2])
	}
	for i, c := range cases.Kappas {
		k, err := stats.Kappa(c.A, c.B)
		if err != nil {
			t.Fatal(err)
		}
		near("kappa", i, []float64{k}, peers.Kappas[i:i+1])
	}
	for i, c := range cases.Quantiles {
		q := quantileOf(slices.Sorted(slices.Values(c.Values)), c.Q)
		near("quantile", i, []float64{q.Value, q.Interval[0], q.Interval[1], q.Confidence}, peers.Quantiles[i])
	}
	for i, c := range cases.Matches {
		want := peers.Matches[i]
		if lexical.Normalise(c.Answer) != want[0] || lexical.ExactMatch(c.Answer, c.Gold) != want[1] {
			t.Errorf("match %d of %+v: %q, the peer has %v", i, c, lexical.Normalise(c.Answer), want)
		}
		near("F1", i, []float64{lexical.BestWindowF1(c.Answer, c.Gold), lexical.TokenF1(c.Answer, c.Gold)}, []float64{want[2].(float64), want[3].(float64)})
	}
	for i, c := range cases.Bootstraps {
		compareBootstrap(t, c, peers.Bootstraps[i])
	}
}

// compareBootstrap allows the ends of an interval a tenth of the standard error
// of the mean: with 10,000 draws their own scatter is about a fortieth of it.
func compareBootstrap(t *testing.T, c labelCase[float64], peer []float64) {
	t.Helper()
	d, err := stats.Paired(c.A, c.B, stats.Resamples, 1)
	if err != nil {
		t.Fatal(err)
	}
	slack := peer[3] / 10
	if math.Abs(d.Mean-peer[0]) > peerTolerance || math.Abs(d.Interval[0]-peer[1]) > slack || math.Abs(d.Interval[1]-peer[2]) > slack {
		t.Errorf("bootstrap: %+v, the peer has %v", d, peer)
	}
}
