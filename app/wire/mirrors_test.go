package wire

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"owl/app/config"
	"owl/engine"
	"owl/engine/adapters/meilisearch/meilitest"
	"owl/engine/mirror"
	"owl/engine/tools"
	"owl/engine/trace"
)

// foundBy asks the text channel and says what was missing.
func foundBy(t *testing.T, owl *Owl, question string) (ids, missing []string) {
	t.Helper()
	plan := owl.Loop.Plan(engine.Request{Question: engine.Untrusted(question)})
	plan.Request.K = 5
	list, err := owl.Loop.Search(t.Context(), &plan, func(p trace.Payload) {
		if d, ok := p.(trace.Degraded); ok {
			missing = append(missing, d.What+": "+d.Why+"; "+d.Do)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		ids = append(ids, p.Record.DocID)
	}
	return ids, missing
}

func TestMeilisearchAnswersWhatItHoldsAndTheOwnIndexTheRest(t *testing.T) {
	server := meilitest.Start(t)
	owl := demoWith(t, config.Store{Text: "meilisearch", Meilisearch: config.Server{Address: server.URL}})
	const question = "circulator strainer ST-B3 clogged"

	ids, missing := foundBy(t, owl, question)
	if len(ids) == 0 || len(missing) != 1 || !strings.Contains(missing[0], "holds 0 chunks, the knowledge base") || !strings.Contains(missing[0], "owl store push") {
		t.Fatalf("before a push: %v, missing %q", ids, missing)
	}
	if _, again := foundBy(t, owl, question); len(again) != 0 {
		t.Errorf("it is told twice: %q", again)
	}
	if n := owl.Notices(); len(n) == 0 || !strings.Contains(n[len(n)-1].Why, "owl store push") {
		t.Errorf("notices %+v", n)
	}

	pushed, err := owl.Push(t.Context(), func(string, mirror.Pushed) {})
	_, chunks, _ := owl.base.Size(t.Context())
	if p := pushed["meilisearch"]; err != nil || p.Written != chunks || server.Docs() != chunks {
		t.Fatalf("pushed %+v, %v; there are %d chunks, the server holds %d", pushed, err, chunks, server.Docs())
	}
	searches := 0
	server.Set(func(s *meilitest.Server) {
		s.Reply = func(_ http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "/search") {
				searches++
			}
			return false
		}
	})
	if ids, missing = foundBy(t, owl, question); len(ids) == 0 || len(missing) != 0 {
		t.Errorf("after the push: %v, missing %q", ids, missing)
	}
	server.Set(func(s *meilitest.Server) {
		if searches == 0 {
			t.Error("the server was not asked")
		}
		s.Reply = func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(http.StatusBadGateway); return true }
	})
	if ids, missing = foundBy(t, owl, question); len(ids) == 0 || len(missing) != 1 || !strings.Contains(missing[0], "the embedded index answers") {
		t.Errorf("with the server down: %v, missing %q", ids, missing)
	}

	again, err := owl.Push(t.Context(), func(string, mirror.Pushed) {})
	if err == nil || again["meilisearch"].Written != 0 {
		t.Errorf("a push to a server that is down: %+v, %v", again, err)
	}
}

func TestWithoutAServerNothingIsPushed(t *testing.T) {
	owl := demoWith(t, config.Store{})
	if _, err := owl.Push(t.Context(), nil); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("got %v", err)
	}
	lost := demoWith(t, config.Store{Text: "meilisearch", Meilisearch: config.Server{Address: "http://127.0.0.1:1", KeyEnv: "OWL_NO_SUCH_VARIABLE"}})
	if ids, _ := foundBy(t, lost, "circulator flow"); len(ids) == 0 {
		t.Error("without the key nothing is found")
	}
	if n := lost.Notices(); len(n) != 1 || !strings.Contains(n[0].Why, "OWL_NO_SUCH_VARIABLE") {
		t.Errorf("notices %+v", n)
	}
	if _, err := lost.Push(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "OWL_NO_SUCH_VARIABLE") {
		t.Errorf("push: %v", err)
	}
}

// The tools for other programs, on the demo facility.
func TestServedTools(t *testing.T) {
	owl := demoWith(t, config.Store{})
	r, err := tools.NewRegistry(tools.Limits{Bytes: 1 << 20}, owl.Served()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ tool, args, want string }{
		{"query", `{"query":"circulator strainer","k":3,"collections":["wrq"]}`, `"collection":"wrq"`},
		{"query", `{"query":"circulator strainer","channels":"hybrid","since":"2026-10-15"}`, `"doc_id":"bely/BELY_405`},
		{"query", `{"query":"?!"}`, "nothing to search for"},
		{"query", `{"query":"x","since":"whenever"}`, "is no time"},
		{"query", `{"query":"x","k":0}`, "want 1 to 50"},
		{"show_record", `{"id":"WRQ_50180"}`, "more than one record has this id"},
		{"show_record", `{"id":"bely/BELY_40541"}`, "bm dump 02:47:12"},
		{"show_record", `{"id":"bely/BELY_40541","offset":1000000}`, `"text":""`},
		{"show_record", `{"id":"nowhere"}`, "not found"},
		{"count_records", `{"words":["kicker"],"collections":["wrq"],"since":"2026-01-01"}`, `"at_least":false,"count":`},
		{"count_records", `{"words":["zebra"]}`, `"count":0`},
		{"ask", `{"question":"How many work requests in 2026 for kickers?"}`, "**Counted**"},
		{"brief", `{}`, "Beam lost"},
		{"brief", `{"since":"2026-10-15","until":"2026-10-14"}`, "since is not before until"},
		{"health", `{}`, `"ready":true`},
		{"ask", `{"question":"Why did station B trip on 2026-10-15?","mode":"fast"}`, `"verified":true`},
		{"ask", `{"question":"x","mode":"slow"}`, "mode"},
		{"graph_search", `{"operation":"chain","words":"RFB circulator flow"}`, "chains"},
		{"calculator", `{"expression":"1.57 * 2"}`, "3.14"},
	} {
		e := r.Call(t.Context(), c.tool, json.RawMessage(c.args))
		if !strings.Contains(string(e.Result)+e.Error, c.want) {
			t.Errorf("%s %s: %.300s %s", c.tool, c.args, e.Result, e.Error)
		}
	}
	r.Wait()
}

func TestALongRecordComesInParts(t *testing.T) {
	text := strings.Repeat("é", 20_000)
	r := engine.Record{DocID: "x", Content: engine.Untrusted(text)}
	var got strings.Builder
	for offset, parts := 0, 0; ; parts++ {
		p := shownRecord(r, offset)
		got.WriteString(string(p.Text))
		if p.NextOffset == 0 {
			break
		}
		if offset = p.NextOffset; parts > 3 {
			t.Fatal("it has no end")
		}
	}
	if got.String() != text {
		t.Error("the parts are not the whole")
	}
	if p := shownRecord(r, 1); p.Offset != 0 {
		t.Errorf("it begins within a letter, at %d", p.Offset)
	}
}
