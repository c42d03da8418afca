package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"owl/bench/build"
	"owl/bench/review"
	"owl/engine/writer/llmtest"
)

// builtCorpus is a small site: rows of lost beam and a document.
func builtCorpus(t *testing.T, dir string) {
	t.Helper()
	var out bytes.Buffer
	add := func(id, collection, title, content string) {
		line, err := json.Marshal(map[string]string{"doc_id": id, "content": content, "title": title, "author": "", "collection": collection, "system": "Water", "creation_datetime": "2024-05-04T10:00:00Z", "file_id": id})
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(line, '\n'))
	}
	for i, cause := range []string{"pump bearing dry", "strainer full of sand"} {
		row := fmt.Sprintf("Start: 2024-05-0%d 10:00\nEnd: 2024-05-0%d 11:00\nDuration: 1.0 h\nRun: 2024-1\nSystem: Water\nSubsystem: P-%d\nCause: %s\nDescription: flow of the loop fell below its limit\nResolution: part %d was exchanged by the crew\nReported by: Ada Bell", i+1, i+1, i, cause, i)
		add(fmt.Sprintf("down/%d", i), "downtime", "Water: "+cause, row)
	}
	add("doc/1", "icms", "Starting the pump", "# Starting the pump\n\n1. Open the valve V1.\n2. Wait for 3 bar at the gauge.\n3. Close the bypass slowly.\n\n| loop | flow | pressure | limit |\n|---|---|---|---|\n| LCW | 42 L/min | 7.2 bar | 36 L/min |\n")
	if err := os.WriteFile(filepath.Join(dir, "site.jsonl"), out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestABenchmarkIsBuiltAndRun(t *testing.T) {
	dir := t.TempDir()
	builtCorpus(t, dir)
	code, complaint := runIn(t, dir, "bench", "build", "--corpus", "site.jsonl", "--out", "q.json", "--n", "6")
	if code != 0 {
		t.Fatalf("%d: %s", code, complaint)
	}
	records, err := build.Read(filepath.Join(dir, "q.json"))
	if err != nil || len(records) < 3 {
		t.Fatalf("%d questions, %v", len(records), err)
	}
	first, err := os.ReadFile(filepath.Join(dir, "q.json"))
	if err != nil {
		t.Fatal(err)
	}
	if code, complaint := runIn(t, dir, "bench", "run", "--bench", "q.json", "--corpus", "site.jsonl", "--out", "out"); code != 0 {
		t.Errorf("the file is not taken: %s", complaint)
	}
	code, complaint = runIn(t, dir, "bench", "build", "--corpus", "site.jsonl", "--out", "q.json", "--n", "6")
	again, err := os.ReadFile(filepath.Join(dir, "q.json"))
	if code != 0 || err != nil || !bytes.Equal(first, again) || !strings.Contains(complaint, "decisions of an earlier run") {
		t.Errorf("the second time: %d %s", code, complaint)
	}
	if code, complaint := runIn(t, dir, "bench", "build", "--corpus", "site.jsonl", "--out", "q.json", "--seed", "2"); code != 2 || !strings.Contains(complaint, "another seed") {
		t.Errorf("the journal of another seed: %d %s", code, complaint)
	}
}

func TestAModelWordsABenchmark(t *testing.T) {
	dir := t.TempDir()
	builtCorpus(t, dir)
	reply := `{"question":"How do I bring the water pump up by hand?","answer":"Open the valve V1, wait for 3 bar, close the bypass.","nuggets":[
{"text":"Open the valve V1","label":"vital","role":"none","record":1,"quote":"Open the valve V1."},
{"text":"Wait for 3 bar","label":"vital","role":"none","record":1,"quote":"Wait for 3 bar at the gauge."},
{"text":"Close the bypass","label":"okay","role":"none","record":1,"quote":"Close the bypass slowly."}]}`
	server := llmtest.New(llmtest.Step{When: "Starting the pump", Do: llmtest.Say(reply)}, llmtest.Step{Do: llmtest.Say("I cannot.")})
	defer server.Close()
	code, complaint := runIn(t, dir, "bench", "build", "--corpus", "site.jsonl", "--out", "q.json", "--n", "1", "--types", "procedural", "--llm", server.URL, "--llm-model", "test-model")
	if code != 0 {
		t.Fatalf("%d: %s", code, complaint)
	}
	records, err := build.Read(filepath.Join(dir, "q.json"))
	if err != nil || len(records) != 1 || records[0].Text != "How do I bring the water pump up by hand?" || records[0].Provenance.Generator.Name != "test-model" {
		t.Fatalf("%+v, %v", records, err)
	}
	code, complaint = runIn(t, dir, "bench", "build", "--corpus", "site.jsonl", "--out", "none.json", "--n", "1", "--types", "temporal", "--llm", server.URL, "--llm-model", "test-model")
	if code != 0 || !strings.Contains(complaint, "0 of 1 questions") {
		t.Errorf("rubbish: %d %s", code, complaint)
	}
}

func TestTheConfiguredModelWordsABenchmark(t *testing.T) {
	dir := t.TempDir()
	builtCorpus(t, dir)
	server := llmtest.New(llmtest.Step{Do: llmtest.Say("I cannot.")})
	defer server.Close()
	settings := filepath.Join(dir, "owl.toml")
	if err := os.WriteFile(settings, fmt.Appendf(nil, "[llm]\nbase_url = %q\nmodel = \"test-model\"\n", server.URL), 0o600); err != nil {
		t.Fatal(err)
	}
	build := func(more ...string) (int, string) {
		return runIn(t, dir, append([]string{"bench", "build", "--config", settings, "--corpus", "site.jsonl", "--n", "1", "--types", "procedural"}, more...)...)
	}
	if code, complaint := build("--out", "q.json"); code != 0 || !strings.Contains(complaint, "test-model words the questions") || !strings.Contains(complaint, "0 of 1 questions") {
		t.Errorf("the configured model: %d %s", code, complaint)
	}
	if code, complaint := build("--out", "templates.json", "--llm", "none"); code != 0 || strings.Contains(complaint, "test-model") || strings.Contains(complaint, "0 of 1") {
		t.Errorf("templates: %d %s", code, complaint)
	}
}

func TestBuildRefusesWhatItCannotRead(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"seeds.jsonl": "{}\n", "empty.jsonl": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for want, args := range map[string][]string{
		"--corpus and --out": {"--out", "q.json"},
		"--types gossip":     {"--corpus", "demo", "--out", "q.json", "--types", "gossip"},
		"--n 0":              {"--corpus", "demo", "--out", "q.json", "--n", "0"},
		"needs --llm-model":  {"--corpus", "demo", "--out", "q.json", "--llm", "http://127.0.0.1:1/v1"},
		"line 1":             {"--corpus", "demo", "--out", "q.json", "--seeds", "seeds.jsonl"},
		"--seeds":            {"--corpus", "demo", "--out", "q.json", "--seeds", "gone.jsonl"},
	} {
		if code, complaint := runIn(t, dir, append([]string{"bench", "build"}, args...)...); code != 2 || !strings.Contains(complaint, want) {
			t.Errorf("%v: %d %s", args, code, complaint)
		}
	}
}

func TestAReviewIsExported(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "bench.json")
	if err := os.WriteFile(name, []byte(judgedBench), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, complaint := runIn(t, dir, "bench", "review", "bench.json"); code != 2 || !strings.Contains(complaint, "needs a terminal") {
		t.Errorf("without a terminal: %d %s", code, complaint)
	}
	if code, complaint := runIn(t, dir, "bench", "review", "gone.json", "--export", "out.json"); code != 2 {
		t.Errorf("no file: %d %s", code, complaint)
	}
	if code, complaint := runIn(t, dir, "bench", "review", "bench.json", "--export", "out.json"); code != 1 || !strings.Contains(complaint, "no question was accepted") {
		t.Errorf("nothing accepted: %d %s", code, complaint)
	}
	r, err := review.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Decide(0, review.Accepted, "", nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	if code, complaint := runIn(t, dir, "bench", "review", "bench.json", "--export", "out.json"); code != 0 {
		t.Errorf("%d %s", code, complaint)
	}
	if exported, err := review.Load(filepath.Join(dir, "out.json")); err != nil || len(exported.Items) != 1 {
		t.Errorf("%v", err)
	}
}
