package llm

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/tools"
	"owl/engine/tools/calc"
	"owl/engine/trace"
	"owl/engine/writer"
	"owl/engine/writer/chat"
	"owl/engine/writer/react"
)

// llama starts llama.cpp's server over a model that testdata/fetch.py put into
// .cache, and returns its address.
func llama(t *testing.T, size string, threads int) string {
	t.Helper()
	folder, err := filepath.Abs(filepath.Join("..", "..", "..", ".cache", "llm"))
	if err != nil {
		t.Fatal(err)
	}
	model := filepath.Join(folder, size+".gguf")
	for _, file := range []string{filepath.Join(folder, "server", "xllamacpp"), model} {
		if _, err := os.Stat(file); err != nil {
			t.Skipf("no language model to test with: %s is missing; `make test-llm` fetches it", file)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().(*net.TCPAddr)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "python3", filepath.Join("testdata", "serve.py"), folder, model, strconv.Itoa(address.Port), strconv.Itoa(threads))
	log, err := os.Create(filepath.Join(t.TempDir(), "llama.log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	if _, err := cmd.StdinPipe(); err != nil { // it ends with us
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skipf("llama.cpp does not run here: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended by itself
		if err := <-ended; err == nil || t.Failed() {
			text, _ := os.ReadFile(log.Name()) // for the message only
			t.Logf("llama.cpp ended: %v, %s", err, text[max(0, len(text)-1000):])
		}
		_ = log.Close()
	})
	waitFor(t, "http://"+address.String(), ended, log.Name())
	return "http://" + address.String() + "/v1"
}

// waitFor waits until the model is loaded.
func waitFor(t *testing.T, url string, ended chan error, log string) {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		select {
		case err := <-ended:
			ended <- err
			text, _ := os.ReadFile(log) // for the message only
			t.Skipf("llama.cpp does not run here: %v: %s", err, text[max(0, len(text)-400):])
		default:
		}
		resp, err := http.Get(url + "/health")
		if err != nil {
			continue
		}
		_ = resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return
		}
	}
	t.Fatal("llama.cpp did not load its model in 3 minutes")
}

// TestWire speaks with a real server over a model that is too small to be right:
// it proves the wire, and that nothing it says is shown unless a record holds it.
func TestWire(t *testing.T) {
	url := llama(t, "small", 1)
	for _, dialect := range []Dialect{OpenAI, Argo} {
		c := client(t, patient(url, dialect))
		var d deltas
		req := asked("Say hello.")
		req.MaxTokens = 8
		reply, err := c.Chat(t.Context(), req, d.take)
		if err != nil || reply.Text == "" || strings.TrimSpace(d.String()) != string(reply.Text) {
			t.Fatalf("%s: %+v %v, streamed %q", dialect, reply, err, d.String())
		}
		if dialect == OpenAI && (reply.Usage.Prompt == 0 || reply.Usage.Completion == 0 || reply.Usage.Completion > 9) {
			t.Errorf("usage %+v", reply.Usage)
		}
		req.Tools = append(req.Tools, calc.Tool().Spec)
		if _, err := c.Chat(t.Context(), req, nil); err != nil {
			t.Errorf("%s, with a tool: %v", dialect, err)
		}
	}
	evidence := []writer.Evidence{record("1", fact)}
	w := &writer.Writer{Model: client(t, patient(url, OpenAI)), Prompts: prompts(t), MaxTokens: 20}
	d, err := w.Write(t.Context(), writer.Input{Question: "Why was the beam lost?", Evidence: evidence})
	t.Logf("%q, %d of %d claims hold, %v", d.Text, d.Kept, d.Claims, err)
	if err == nil {
		cites(t, d, evidence)
	}
}

// patient is the configuration for a model that shares its processor with other
// tests.
func patient(url string, d Dialect) Config {
	return Config{URL: url, Dialect: d, FirstToken: 5 * time.Minute, Total: 10 * time.Minute, Stall: 2 * time.Minute}
}

func cites(t *testing.T, d writer.Draft, evidence []writer.Evidence) {
	t.Helper()
	if d.Kept == 0 || len(d.Citations) == 0 {
		t.Error("a draft without a claim")
	}
	for _, c := range d.Citations {
		found := false
		for _, e := range evidence {
			found = found || e.Record.DocID == c.DocID && c.End <= len(e.Record.Content) && e.Record.Content[c.Start:c.End] == c.Quote
		}
		if !found {
			t.Errorf("%q is in no record", c.Quote)
		}
	}
}

// TestLargeModel asks a small, real model and prints what it says. It asserts
// only what must hold for any model, and that this one is of some use. It runs by
// `make test-llm`.
func TestLargeModel(t *testing.T) {
	if os.Getenv("OWL_TEST_LLM") != "large" {
		t.Skip("a model of 1.5 billion parameters takes minutes; `make test-llm` runs it")
	}
	c := client(t, patient(llama(t, "large", 2), OpenAI))
	set := prompts(t)
	w := &writer.Writer{Model: c, Prompts: set, Gate: &writer.Gate{Model: c, Prompt: set.Gate}, MaxTokens: 200}
	good := 0
	for _, q := range realQuestions() {
		began := time.Now()
		d, err := w.Write(t.Context(), writer.Input{Question: engine.Untrusted(q.question), Evidence: realEvidence()})
		t.Logf("%s\n%s\n%d of %d claims hold, %v, %.0f s, %+v, dropped %q\n%s", q.question, d.Text, d.Kept, d.Claims, err, time.Since(began).Seconds(),
			d.Usage, d.Dropped, strings.Join(d.Notes, "\n"))
		if err == nil {
			cites(t, d, realEvidence())
		}
		if err == nil && q.answer != "" && strings.Contains(d.Text, q.answer) || err != nil && q.answer == "" {
			good++
		}
	}
	t.Logf("%d of %d questions are answered well", good, len(realQuestions()))
	if good == 0 {
		t.Error("none is")
	}
	calculates(t, c)
}

// calculates lets the model use the calculator, natively or by text.
func calculates(t *testing.T, c chat.Model) {
	registry, err := tools.NewRegistry(tools.Limits{}, calc.Tool())
	if err != nil {
		t.Fatal(err)
	}
	e := &react.Executor{Model: c, Tools: registry, Prompt: prompts(t).Tools, Limits: react.Limits{Time: 5 * time.Minute}}
	out, err := e.Run(t.Context(), "How much charge is 102 mA * 3.683 us in nC?", time.Now(), func(p trace.Payload) { t.Logf("%+v", p) })
	if err != nil || len(out.Returned) == 0 || !strings.Contains(string(out.Returned[0].Content), "375.666") {
		t.Errorf("the calculator was not used well: %+v %v", out, err)
	}
}

type realQuestion struct{ question, answer string } // an empty answer is in no record

func realQuestions() []realQuestion {
	return []realQuestion{
		{"Why was the beam lost during the night shift?", "vacuum fault"},
		{"To what value did the pressure in the gun waveguide rise?", "4.2e-8 Torr"},
		{"How is the klystron RF-3 put back into operation?", "GV-12"},
		{"Who has the key for the spare klystron?", "Dana Reyes"},
		{"What is the energy of the booster at extraction?", ""},
	}
}

func realEvidence() []writer.Evidence {
	return []writer.Evidence{
		record("1", fact+"\nPressure in the gun waveguide rose to 4.2e-8 Torr.\n\nTo bring RF-3 back:\n1. Close the valve GV-12.\n"+
			"2. Wait until the pressure is below 1e-9 Torr.\n3. Reset the interlock from panel B.\n"),
		record("2", "The spare klystron was conditioned to 30 MW on 2026-09-30. Contact Dana Reyes for the key of the spare klystron."),
	}
}
