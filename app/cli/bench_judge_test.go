package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"owl/bench/report"
)

const judgedCorpus = `{"doc_id":"log/1","content":"The gate valve GV4 of sector 4 closed at 02:14 because its controller lost power. The fuse F12 was replaced.","title":"Gate valve","author":"op","collection":"bely","system":"Vacuum","creation_datetime":"2024-10-08T03:00:00-05:00","file_id":"LOG_1"}
`

const judgedBench = `[{"id":"q-1","query_type":"causal","source_collection":"bely","difficulty":"easy","question":"Why did gate valve GV4 close?","gold_answer":"Its controller lost power.","split":"dev",
"nuggets":[{"label":"vital","chain_role":"cause","text":"the controller lost power"},{"label":"okay","chain_role":"resolution","text":"a bird sat on the fence"}],
"evidence":[{"doc_id":"log/1","grade":"primary"}]}]`

// judgeServer is an endpoint that says the same of every case.
func judgeServer(t *testing.T, content string) (url string, asked *atomic.Int64) {
	t.Helper()
	asked = &atomic.Int64{}
	reply, err := json.Marshal(content)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		body, _ := io.ReadAll(r.Body)
		if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer secret" || !bytes.Contains(body, []byte(`"qwen2.5-7b"`)) {
			http.Error(w, "another request was wanted", http.StatusBadRequest)
			return
		}
		fmt.Fprintf(w, `{"choices":[{"message":{"content":%s}}]}`, reply)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/v1", asked
}

// runIn runs owl in a folder that stays.
func runIn(t *testing.T, dir string, args ...string) (code int, stderr string) {
	t.Helper()
	var stdout, complaint bytes.Buffer
	code = Run(t.Context(), Host{
		Args: args, Environ: []string{"HOME=" + dir, "JUDGE_KEY=secret"}, Dir: dir, Version: "test",
		In: strings.NewReader(""), Out: &stdout, Err: &complaint,
	})
	if out := stdout.String() + complaint.String(); strings.Contains(out, "secret") {
		t.Errorf("%q shows the key:\n%s", args, out)
	}
	return code, complaint.String()
}

func judgedFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"log.jsonl": judgedCorpus, "bench.json": judgedBench} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// cells reads one row of the report as "column=text", by table.
func cells(t *testing.T, dir string) (tables map[string]string, notes string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "out", "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r report.Report
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	tables = map[string]string{}
	for _, table := range r.Tables {
		var row []string
		for i, c := range table.Rows[0].Cells {
			if c.Value != nil {
				row = append(row, fmt.Sprintf("%s=%g", table.Columns[i], *c.Value))
			}
		}
		tables[table.Name] = strings.Join(row, ", ")
	}
	return tables, strings.Join(r.Notes, "\n")
}

func TestAJudgeAddsItsColumnsAndIsAskedOnce(t *testing.T) {
	dir := judgedFolder(t)
	url, asked := judgeServer(t, `{"verdict": "support"}`)
	by := []string{"--judge", url, "--judge-model", "qwen2.5-7b", "--judge-key-env", "JUDGE_KEY"}
	code, stderr := runIn(t, dir, append([]string{"bench", "run", "--bench", "bench.json", "--corpus", "log.jsonl", "--out", "out"}, by...)...)
	if code != 0 {
		t.Fatalf("ended with %d: %s", code, stderr)
	}
	tables, notes := cells(t, dir)
	// The judge supports all, the matcher one of the two nuggets: half the
	// verdicts agree, and that is what chance gives.
	if got := tables["Agreement of matcher and judge"]; got != "nuggets=2, unjudged=0, same verdict=0.5, kappa=0" {
		t.Errorf("agreement: %s", got)
	}
	if got := tables["Judge"]; got != "strict vital recall (judge)=1, vital recall (judge)=1, weighted recall (judge)=1, hallucination (judge)=0" {
		t.Errorf("judge: %s", got)
	}
	if !strings.Contains(tables["Systems"], "Acc=1,") || !strings.Contains(notes, "by qwen2.5-7b, prompts ") {
		t.Errorf("systems: %s, notes %s", tables["Systems"], notes)
	}
	first := asked.Load()
	if code, stderr := runIn(t, dir, append([]string{"bench", "stats", "out"}, by...)...); code != 0 || asked.Load() != first || first == 0 {
		t.Errorf("again: ended with %d after %d requests, %d before: %s", code, asked.Load(), first, stderr)
	}
	if code, stderr := runIn(t, dir, "bench", "stats", "out"); code != 0 {
		t.Errorf("without a judge: %d: %s", code, stderr)
	}
	if tables, notes = cells(t, dir); tables["Judge"] != "" || !strings.Contains(notes, "no language model took part") {
		t.Errorf("without a judge: %v, %s", tables, notes)
	}
}

func TestTwoJudgesAreCompared(t *testing.T) {
	dir := judgedFolder(t)
	first, _ := judgeServer(t, `{"verdict": "support"}`)
	second, asked := judgeServer(t, `{"verdict": "none"}`)
	if code, stderr := runIn(t, dir, "bench", "run", "--bench", "bench.json", "--corpus", "log.jsonl", "--out", "out"); code != 0 {
		t.Fatalf("ended with %d: %s", code, stderr)
	}
	by := []string{"--judge", first, "--judge-model", "qwen2.5-7b", "--judge-key-env", "JUDGE_KEY"}
	other := []string{"--second-judge", second, "--second-judge-model", "qwen2.5-7b", "--second-judge-key-env", "JUDGE_KEY"}
	if code, stderr := runIn(t, dir, append(append([]string{"bench", "stats", "out"}, by...), other...)...); code != 0 || asked.Load() == 0 {
		t.Fatalf("ended with %d: %s", code, stderr)
	}
	tables, notes := cells(t, dir)
	if got := tables["Agreement of two judges"]; got != "nuggets=2, unjudged=0, same verdict=0, kappa=0" {
		t.Errorf("agreement: %s", got)
	}
	if !strings.Contains(notes, "The second judge is qwen2.5-7b, prompts ") || !strings.Contains(tables["Judge"], "strict vital recall (judge)=1,") {
		t.Errorf("%s, %s", notes, tables["Judge"])
	}
	if code, stderr := runIn(t, dir, append([]string{"bench", "stats", "out"}, other...)...); code != 2 || !strings.Contains(stderr, "--second-judge needs --judge") {
		t.Errorf("ended with %d: %s", code, stderr)
	}
	if code, stderr := runIn(t, dir, "bench", "stats", "out", "--nli", "gone"); code == 0 || !strings.Contains(stderr, "gone has no model.onnx") {
		t.Errorf("ended with %d: %s", code, stderr)
	}
}

func TestAJudgeThatAnswersRubbishCountsNowhere(t *testing.T) {
	dir := judgedFolder(t)
	url, asked := judgeServer(t, "Well, it depends.")
	code, stderr := runIn(t, dir, "bench", "run", "--bench", "bench.json", "--corpus", "log.jsonl", "--out", "out",
		"--judge", url, "--judge-model", "qwen2.5-7b", "--judge-key-env", "JUDGE_KEY")
	if code != 0 || asked.Load() == 0 {
		t.Fatalf("ended with %d after %d requests: %s", code, asked.Load(), stderr)
	}
	tables, _ := cells(t, dir)
	if got := tables["Agreement of matcher and judge"]; got != "unjudged=2" || strings.Contains(tables["Systems"], "Acc") || tables["Judge"] != "" {
		t.Errorf("%v", tables)
	}
}

func TestAJudgeOfTheGeneratorsFamilyIsRefused(t *testing.T) {
	dir := judgedFolder(t)
	url, asked := judgeServer(t, `{"verdict": "support"}`)
	if code, stderr := runIn(t, dir, "bench", "run", "--bench", "bench.json", "--corpus", "log.jsonl", "--out", "out"); code != 0 {
		t.Fatalf("ended with %d: %s", code, stderr)
	}
	name := filepath.Join(dir, "out", "naive", "q-1.jsonl")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	written := bytes.ReplaceAll(data, []byte(`"composer":"extractive"`), []byte(`"composer":"Qwen3-8B"`))
	if bytes.Equal(written, data) {
		t.Fatal("the trace does not say who composed the answer")
	}
	if err := os.WriteFile(name, written, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--judge", url, "--judge-model", "qwen2.5-7b"}, `owl: judge: "qwen2.5-7b" and "Qwen3-8B" are qwen: judge and generator are of one family`},
		{[]string{"--judge", url, "--judge-model", "house", "--judge-family", "qwen"}, `owl: judge: "house" and "Qwen3-8B" are qwen: `},
		{[]string{"--judge", url, "--judge-model", "house"}, `owl: judge: "house": family of a model is not known`},
		{[]string{"--judge", url}, "owl: --judge needs --judge-model\n"},
		{[]string{"--judge", "127.0.0.1", "--judge-model", "m"}, "owl: --judge 127.0.0.1: want a URL such as "},
		{[]string{"--judge-model", "m"}, "owl: --judge-model, --judge-key-env and --judge-family need --judge\n"},
		{[]string{"--judge", url, "--judge-model", "m", "--judge-key-env", "NO_KEY"}, "owl: --judge-key-env NO_KEY: the variable is not set\n"},
	} {
		code, stderr := runIn(t, dir, append([]string{"bench", "stats", "out"}, c.args...)...)
		if code != 2 || !strings.HasPrefix(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: ended with %d: %s", c.args, code, stderr)
		}
	}
	if asked.Load() != 0 {
		t.Errorf("a judge that is refused was asked %d times", asked.Load())
	}
}
