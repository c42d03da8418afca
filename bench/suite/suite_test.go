package suite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"owl/assets"
)

const good = `{"id":"q1","query_type":"causal","source_collection":"bely","difficulty":"hard","question":"why?","gold_answer":"because",
 "nuggets":[{"label":"vital","chain_role":"cause","text":"resin"},{"label":"okay","chain_role":"none","text":"night"}],
 "evidence":[{"doc_id":"bely/1","grade":"primary"},{"doc_id":"bely/2","grade":1}],"provenance":{"model":"x"}}`

func TestReleasedShapeIsRead(t *testing.T) {
	questions, err := Parse("f.json", []byte("["+good+"]"))
	if err != nil {
		t.Fatal(err)
	}
	q := questions[0]
	if !q.Answerable || q.VitalNuggets() != 1 || q.Grades()["bely/1"] != 2 || q.Grades()["bely/2"] != 1 || q.Nuggets[0].Role != Cause {
		t.Errorf("got %+v", q)
	}
}

func TestARecordWithoutNuggetsAndEvidenceIsUnanswerable(t *testing.T) {
	in := `[{"id":"q","query_type":"factual","source_collection":"wiki","difficulty":"easy","question":"who?","gold_answer":"not said","nuggets":[],"evidence":[]}]`
	questions, err := Parse("f.json", []byte(in))
	if err != nil || questions[0].Answerable {
		t.Errorf("%+v, %v", questions, err)
	}
}

func TestRefusalNamesFileRecordAndField(t *testing.T) {
	replace := func(old, new string) string { return "[" + strings.Replace(good, old, new, 1) + "]" }
	for name, c := range map[string]struct{ in, want string }{
		"no JSON":                {"[\n{", "f.json: line 2: is no JSON list"},
		"an object":              {good, "f.json: is no JSON list"},
		"empty list":             {"[]", "f.json: holds no question"},
		"missing id":             {replace(`"id":"q1",`, ``), `f.json: record 1: field "id": missing`},
		"missing question":       {replace(`"question":"why?",`, ``), `f.json: record "q1": field "question": missing`},
		"blank gold":             {replace(`"because"`, `"  "`), `field "gold_answer": empty`},
		"wrong type":             {replace(`"hard"`, `3`), `record 1: field "difficulty": is a number`},
		"missing nuggets":        {replace(`"nuggets"`, `"nugets"`), `record "q1": field "nuggets": missing`},
		"missing evidence":       {replace(`"evidence"`, `"evidences"`), `record "q1": field "evidence": missing`},
		"bad label":              {replace(`"okay"`, `"nice"`), `field "nuggets[1].label": is "nice"`},
		"missing role":           {replace(`,"chain_role":"none"`, ``), `field "nuggets[1].chain_role": missing`},
		"bad role":               {replace(`"cause"`, `"reason"`), `field "nuggets[0].chain_role": is "reason"`},
		"bad grade":              {replace(`"primary"`, `"main"`), `field "evidence[0].grade": is "main"`},
		"missing grade":          {replace(`,"grade":1`, ``), `field "evidence[1].grade": is missing`},
		"evidence twice":         {replace(`bely/2`, `bely/1`), `field "evidence[1].doc_id": "bely/1" stands here twice`},
		"unanswerable with gold": {replace(`"id"`, `"answerable":false,"id"`), `field "answerable": is false`},
	} {
		_, err := Parse("f.json", []byte(c.in))
		var fault *Fault
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

func TestEveryBadRecordIsNamed(t *testing.T) {
	in := "[" + strings.Replace(good, `"q1"`, `""`, 1) + "," + good + "," + strings.Replace(good, `"why?"`, `""`, 1) + "]"
	questions, err := Parse("f.json", []byte(in))
	if len(questions) != 1 || err == nil || !strings.Contains(err.Error(), "record 1") || !strings.Contains(err.Error(), `record "q1": field "question"`) {
		t.Errorf("%d questions, %v", len(questions), err)
	}
}

func TestFolderRefusesAnIdUsedTwice(t *testing.T) {
	fsys := fstest.MapFS{"b/x.json": {Data: []byte("[" + good + "]")}, "b/y.json": {Data: []byte("[" + good + "]")}, "b/readme.md": {}}
	_, err := OpenFolder(fsys, "b")
	if err == nil || err.Error() != `b/y.json: record "q1": field "id": used before, in b/x.json` {
		t.Errorf("got %v", err)
	}
	if _, err := OpenFolder(fstest.MapFS{"b/readme.md": {}}, "b"); err == nil {
		t.Error("a folder without benchmark files was read")
	}
}

func TestUnknownRecordsAreNamed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "q.json")
	if err := os.WriteFile(name, []byte("["+good+"]"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(name)
	if err != nil || len(s.Hash) != 64 {
		t.Fatalf("%+v, %v", s, err)
	}
	if err := s.CheckRecords(func(string) bool { return true }); err != nil {
		t.Error(err)
	}
	err = s.CheckRecords(func(id string) bool { return id == "bely/1" })
	if err == nil || err.Error() != `q.json: record "q1": field "evidence[1].doc_id": no record "bely/2" in the corpus` {
		t.Errorf("got %v", err)
	}
}

func TestTheDemosBenchmarkIsRead(t *testing.T) {
	s, err := OpenFolder(assets.Demo(), "bench")
	if err != nil || len(s.Questions) < 100 {
		t.Fatalf("%v", err)
	}
	dev := 0
	for _, q := range s.Questions {
		if q.Split == "dev" {
			dev++
		}
		if found, ok := s.Question(q.ID); !ok || found.Text != q.Text {
			t.Errorf("%s is not found", q.ID)
		}
	}
	if dev == 0 || dev == len(s.Questions) {
		t.Errorf("%d of %d questions are for development", dev, len(s.Questions))
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("[" + good + "]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		questions, _ := Parse("f.json", data)
		for _, q := range questions {
			if q.ID == "" || q.Answerable && (len(q.Nuggets) == 0 || len(q.Evidence) == 0) {
				t.Errorf("accepted %+v", q)
			}
		}
	})
}
