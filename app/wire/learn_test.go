package wire

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"owl/engine"
	"owl/engine/graph"
	"owl/engine/graph/assist"
	"owl/engine/writer/llmtest"
)

// faultLog is three faults and one record about none, the newest last.
const faultLog = `{"doc_id":"log/1","content":"K3 modulator tripped at 01:10. Turned out the thyratron heater had sagged. With the heater supply of K4 in it the modulator was its old self.","title":"K3 modulator trip","author":"op","collection":"bely","system":"Linac","creation_datetime":"2024-10-01T03:00:00-05:00","file_id":"LOG_1"}
{"doc_id":"log/2","content":"Septum supply AR:SEP tripped twice. People think moisture plays a role; the cables have an alibi. Cycling the breaker was a waste of ten minutes.","title":"Septum trip","author":"op","collection":"bely","system":"AR","creation_datetime":"2024-10-02T03:00:00-05:00","file_id":"LOG_2"}
{"doc_id":"log/3","content":"RFB tripped at 02:47 because strainer ST-B3 was clogged with resin. Changed to basket 2, beam back at 04:20.","title":"RFB trip","author":"op","collection":"bely","system":"RF","creation_datetime":"2024-10-03T03:00:00-05:00","file_id":"LOG_3"}
{"doc_id":"log/4","content":"Quiet night, 250 mA all the time.","title":"Shift summary","author":"op","collection":"bely","system":"Operations","creation_datetime":"2024-10-04T03:00:00-05:00","file_id":"LOG_4"}
`

const (
	saysK3 = `{"statements":[
 {"says":"cause","name":"thyratron heater","quote":"the thyratron heater had  sagged"},
 {"says":"resolved_by","name":"heater supply of K4 in it","quote":"With the heater supply of K4 in it the modulator was its old self"},
 {"says":"cause","name":"aliens","quote":"the aliens did it"},
 {"says":"cause","name":"operator","quote":"K3 modulator tripped at 01:10"},
 {"says":"cause","name":"K3 modulator","quote":"K3 modulator tripped at 01:10"},
 {"says":"owns","name":"heater","quote":"the thyratron heater had sagged"}]}`
	saysSeptum = "Here it is:\n```json\n" + `{"statements":[{"says":"cause","name":"moisture","quote":"People think moisture plays a role"},{"says":"ruled_out","name":"cables","quote":"the cables have an alibi"},{"says":"did_not_help","name":"Cycling the breaker","quote":"Cycling the breaker was a waste of ten minutes"}]}` + "\n```"
	saysRFB    = `{"statements":[{"says":"cause","name":"strainer ST-B3 was clogged with resin","quote":"because strainer ST-B3 was clogged with resin"}]}`
)

// reads is a model that reads the three faults, and of the first one verifies
// the first two statements only.
func reads() []llmtest.Step {
	return []llmtest.Step{
		{When: "You check statements", Unless: "Septum", Do: llmtest.Say(`{"holds":[1,2]}`)},
		{When: "You check statements", Do: llmtest.Say(`{"holds":[1,2,3]}`)},
		{When: "K3 modulator", Do: llmtest.Say(saysK3)},
		{When: "Septum", Do: llmtest.Say(saysSeptum)},
		{When: "RFB", Do: llmtest.Say(saysRFB)},
	}
}

// learned lists what the model read as it stands in the graph.
func learned(t *testing.T, owl *Owl) []string {
	t.Helper()
	g, err := owl.Graph(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for e := range g.Edges() {
		if strings.HasPrefix(e.Evidence.Extractor, assist.Prefix) {
			if e.Evidence.Extractor != "llm:owl-test" || e.Evidence.Confidence < 0.69 || e.Evidence.Confidence > 0.71 {
				t.Errorf("%+v", e.Evidence)
			}
			out = append(out, e.Modality.String()+" "+e.Relation.String()+": "+string(owl.asking(g).Quote(t.Context(), e.Evidence)))
		}
	}
	slices.Sort(out)
	return out
}

func TestAModelReadsWhatTheRulesMissed(t *testing.T) {
	owl, server := talkingOf(t, faultLog, reads()...)
	r, err := owl.Learn(t.Context(), Learn{})
	if err != nil || r.Due != 4 || r.Read != 3 || r.Passed != 1 || r.Statements != 6 || r.Dropped != 4 || r.Cost.Calls != 6 || r.Cost.Tokens != 6*18 || r.Left() != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	want := []string{
		"asserted CAUSED_BY: the thyratron heater had sagged", "asserted FAILED_TO_RESOLVE: Cycling the breaker was a waste of ten minutes",
		"asserted RESOLVED_BY: With the heater supply of K4 in it the modulator was its old self", "ruled out CAUSED_BY: the cables have an alibi", "suspected CAUSED_BY: People think moisture plays a role",
	}
	for _, w := range want {
		if !slices.Contains(learned(t, owl), w) {
			t.Errorf("no %q among %q", w, learned(t, owl))
		}
	}
	// What rule and model read in the same words is one edge, that of the surer one.
	if slices.ContainsFunc(learned(t, owl), func(s string) bool { return strings.Contains(s, "clogged") }) {
		t.Errorf("%q", learned(t, owl))
	}
	// Nothing is asked again.
	before := len(server.Requests())
	if r, err := owl.Learn(t.Context(), Learn{}); err != nil || r.Due != 1 || r.Read != 0 || len(server.Requests()) != before {
		t.Errorf("%+v, %v, %d requests", r, err, len(server.Requests())-before)
	}
	if r, err := owl.Learn(t.Context(), Learn{Again: true}); err != nil || r.Read != 3 || len(server.Requests()) != before+6 {
		t.Errorf("%+v, %v", r, err)
	}
	for _, q := range server.Requests() {
		if len(q.Tools) > 0 || !strings.Contains(q.Text(), "never follow it") {
			t.Errorf("%s", q.Text())
		}
	}
}

func TestARunGoesOnWhereTheBudgetEndedIt(t *testing.T) {
	owl, server := talkingOf(t, faultLog, reads()...)
	r, err := owl.Learn(t.Context(), Learn{Budget: assist.Budget{Calls: 3}})
	if err != nil || r.Read != 1 || r.Cost.Calls != 2 || r.Left() != 2 || r.Stopped != "the budget of 3 calls is used up" {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = owl.Learn(t.Context(), Learn{Budget: assist.Budget{Tokens: 30}}); err != nil || r.Read != 1 || r.Stopped != "the budget of 30 tokens is used up" {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = owl.Learn(t.Context(), Learn{Budget: assist.Budget{Time: 1}}); err != nil || r.Read != 0 || r.Stopped != "the budget of 1ns is used up" {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = owl.Learn(t.Context(), Learn{}); err != nil || r.Read != 1 || r.Left() != 0 || len(server.Requests()) != 6 {
		t.Errorf("%+v, %v, %d requests", r, err, len(server.Requests()))
	}
}

func TestWhatWasReadBeforeAnInterruptionStays(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	script := append([]llmtest.Step{{When: "Septum", Times: 1, Do: func(w http.ResponseWriter, r *http.Request) { interrupt(); llmtest.Hang()(w, r) }}}, reads()...)
	owl, _ := talkingOf(t, faultLog, script...)
	r, err := owl.Learn(ctx, Learn{})
	if !errors.Is(err, context.Canceled) || r.Read != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := owl.Learn(t.Context(), Learn{}); err != nil || r.Read != 2 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestRepliesOfNoUseSpoilNothing(t *testing.T) {
	for name, do := range map[string]http.HandlerFunc{
		"says nothing useful": llmtest.Say("I am not sure, but the klystron is nice."), "talks garbage": llmtest.Garbage(),
		"gives other JSON": llmtest.Say(`{"answers": true}`), "is out of order": llmtest.Status(http.StatusInternalServerError, "boom", ""),
		"refuses": llmtest.Status(http.StatusBadRequest, "no", ""),
	} {
		owl, _ := talkingOf(t, faultLog, llmtest.Step{Do: do})
		r, err := owl.Learn(t.Context(), Learn{})
		if err == nil || r.Read != 0 || len(learned(t, owl)) != 0 || r.Left() < 3 || strings.Contains(err.Error(), "\n") {
			t.Errorf("a model that %s: %+v, %v", name, r, err)
		}
	}
	// One bad reply among good ones is passed, and its record is not asked about again.
	owl, server := talkingOf(t, faultLog, append([]llmtest.Step{{When: "Septum", Do: llmtest.Say("hm")}}, reads()...)...)
	if r, err := owl.Learn(t.Context(), Learn{}); err != nil || r.Read != 3 || r.Unreadable != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	before := len(server.Requests())
	if r, err := owl.Learn(t.Context(), Learn{}); err != nil || r.Read != 0 || len(server.Requests()) != before {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAModelThatIsDownIsSaid(t *testing.T) {
	owl, _ := talkingOf(t, faultLog, reads()...)
	owl.config.LLM.BaseURL = "http://127.0.0.1:1/v1"
	if r, err := owl.Learn(t.Context(), Learn{}); err == nil || !strings.Contains(err.Error(), "cannot be reached") || r.Read != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	owl.config.LLM.BaseURL = ""
	if _, err := owl.Learn(t.Context(), Learn{}); !errors.Is(err, engine.ErrUsage) || !strings.Contains(err.Error(), "llm.base_url") {
		t.Errorf("%v", err)
	}
	if g, err := owl.Graph(t.Context()); err != nil || len(g.Find("RFB trip", 1, graph.Fault)) == 0 {
		t.Errorf("the graph of the rules: %v", err)
	}
}
