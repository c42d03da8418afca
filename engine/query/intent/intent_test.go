package intent

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestIntents(t *testing.T) {
	for text, want := range map[string]Intent{
		"When was the cathode replaced?":                                Temporal,
		"How often did the chiller stop in May?":                        Temporal,
		"what happened on the night shift":                              Temporal,
		"Who changed the setpoint?":                                     Factual,
		"Where is the spare gun kept?":                                  Factual,
		"What is the current limit of the septum supply?":               Value,
		"How hot may the absorber get?":                                 Value,
		"Why did the beam dump?":                                        MultiHop,
		"What was the root cause of the vacuum burst, and who fixed it": MultiHop,
		"Pump 3 won't start. What do I check?":                          Troubleshooting,
		"The gauge is stuck at zero, how can I tell if it is broken?":   Troubleshooting,
		"Compare the two trips of station A":                            Comparative,
		"Was it the same fault both times?":                             Comparative,
		"procedure for a gun change":                                    General,
		"How do I bake a gauge?":                                        General,
		"which option of the script writes csv":                         Code,
		"kicker timeout":                                                General,
		"":                                                              General,
	} {
		if got := Classify(text, Signals{}); got.Intent != want {
			t.Errorf("%q is %s (%v), want %s", text, got.Intent, got.Reasons, want)
		}
	}
}

func TestReasonsSpeakForTheIntent(t *testing.T) {
	got := Classify("When did the trip come back, and why?", Signals{Times: 2, Parts: 3, Flags: true})
	if len(got.Reasons) == 0 || got.Second == "" || got.Second == got.Intent {
		t.Fatalf("%+v", got)
	}
	for _, r := range got.Reasons {
		if r.For != got.Intent || r.Why == "" {
			t.Errorf("%+v does not speak for %s", r, got.Intent)
		}
	}
}

func TestALongQuestionIsReadToItsLimit(t *testing.T) {
	long := strings.Repeat("é", maxRead) + " when?"
	if got := Classify(long, Signals{}); got.Intent != General {
		t.Errorf("%+v", got)
	}
}

// accepted are the intents that are right for a kind of benchmark question.
func accepted(kind string) []Intent {
	switch kind {
	case "factual":
		return []Intent{Factual}
	case "parametric":
		return []Intent{Value}
	case "temporal":
		return []Intent{Temporal}
	case "troubleshooting":
		return []Intent{Troubleshooting}
	case "causal":
		return []Intent{MultiHop, Troubleshooting}
	case "multi_hop":
		return []Intent{MultiHop}
	case "comparative":
		return []Intent{Comparative}
	case "procedural":
		return []Intent{General, Code}
	}
	return nil
}

// TestDevelopmentQuestions keeps the share of the demo's development questions
// whose intent is right. It prints the table with -v.
func TestDevelopmentQuestions(t *testing.T) {
	files, err := filepath.Glob("../../../assets/demo/bench/questions-*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no questions: %v", err)
	}
	table, right, all := map[string]map[Intent]int{}, 0, 0
	for _, file := range files {
		for _, q := range questions(t, file) {
			if q.Split != "dev" {
				continue
			}
			got := Classify(q.Question, Signals{}).Intent
			if table[q.Type] == nil {
				table[q.Type] = map[Intent]int{}
			}
			table[q.Type][got]++
			all++
			if slices.Contains(accepted(q.Type), got) {
				right++
			}
		}
	}
	for kind, row := range table {
		t.Logf("%-16s %v", kind, row)
	}
	t.Logf("%d of %d are right", right, all)
	if float64(right) < 0.78*float64(all) {
		t.Errorf("only %d of %d are right", right, all)
	}
}

type question struct {
	Split    string `json:"split"`
	Type     string `json:"query_type"`
	Question string `json:"question"`
}

func questions(t *testing.T, file string) []question {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []question
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func FuzzClassify(f *testing.F) {
	f.Add("Why? \x00 and, when\xff")
	f.Fuzz(func(t *testing.T, text string) {
		if got := Classify(text, Signals{}); !slices.Contains(All(), got.Intent) {
			t.Errorf("%q is %q", text, got.Intent)
		}
	})
}
