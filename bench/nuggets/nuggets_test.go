package nuggets

import (
	"testing"

	"owl/bench/suite"
	"pgregory.net/rapid"
)

func TestVerdicts(t *testing.T) {
	m := NewMatcher()
	for _, c := range []struct {
		nugget, answer string
		want           Verdict
	}{
		{"the pump was replaced on 8 October 2024", "The pump was exchanged on 2024-10-08. [1]", Support},
		{"the pump was replaced on 8 October 2024", "The pump was exchanged on 2024-10-09. [1]", None},
		{"pressure rose to 4.8e-8 Torr", "**Vacuum** · 2024-10-08\n\nIts pressure rose to 4.8e-08 Torr. [1]", Support},
		{"pressure rose to 4.8e-8 Torr", "Its pressure rose to 4.8e-8 mbar. [1]", None},
		{"valve GV3 was open", "Valve GV3 was not open. [1]", None},
		{"valve GV3 was open", "Valve GV4 was open. [1]", None},
		{"valve GV3 was open at 02:47", "At 0247 valve GV3 stood open. [1]", Support},
		{"the filter was washed and the pump exchanged", "Filter washed. [1]\n\nNothing else was done. [1]", Partial},
		{"about 31 L/min", "Flow 31.2 L/min. [1]", Support},
		{"cable and power cycle did not help", "Pagers are in the drawer. [1]", None},
		{"31 out, 44 in", "Exchanged at noon, s/n 31 out, 44 in. [1]", Support},
		{"31 out, 44 in", "Exchanged at noon, s/n 31 out. [1]", None},
		{"two before, one after", "We had 2 at noon and 1 is bent. [1]", None},
		{"limit 0.10 mA", "| what | limit |\n|---|---|\n| zero of DCCT1 | 0.10 mA |\n\n[1]", Support},
		{"limit 0.10 mA", "| what | noise |\n|---|---|\n| zero of DCCT1 | 0.10 mA |\n\n[1]", None},
		{"the importer reports no errors", "The importer reports 0 errors. [1]", Support},
		{"the importer reports no errors", "The importer reports 10 errors. [1]", None},
		{"snapshots count against the quota, 6.1 TB not shown by df", "The snapshots count against the quota but df does not show them: 6.1 TB. [1]", Support},
		{"snapshots count against the quota, 6.1 TB not shown by df", "The snapshots count against the quota and df shows them: 6.1 TB. [1]", None},
		{"", "Anything. [1]", None},
		{"anything at all", "", None},
	} {
		if got := m.Read(c.answer).Find(c.nugget).Verdict; got != c.want {
			t.Errorf("%q in %q: %s, want %s", c.nugget, c.answer, got, c.want)
		}
	}
}

// Two records that each hold half of a nugget do not state it together.
func TestWordsFromFarApartDoNotAddUp(t *testing.T) {
	m := NewMatcher()
	together := "The water pump P-3 was exchanged. [1]"
	apart := "**A** · 2024-01-01\n\nThe water was cold. [1]\n\n**B** · 2024-02-02\n\nThe pump P-3 hums. [2]\n\n**C** · 2024-03-03\n\nA tyre was exchanged. [3]"
	if got := m.Read(together).Find("water pump P-3 exchanged").Verdict; got != Support {
		t.Errorf("together: %s", got)
	}
	if got := m.Read(apart).Find("water pump P-3 exchanged").Verdict; got == Support {
		t.Errorf("apart: %s", got)
	}
}

func TestFindingSaysWhere(t *testing.T) {
	a := NewMatcher().Read("Quiet night. [1] The flow fell to 31.2 L/min. [1] Nothing else. [1]")
	if f := a.Find("flow fell to 31.2 L/min"); f.Verdict != Support || f.Start != 1 || f.End != 2 {
		t.Errorf("got %+v", f)
	}
}

// A text states itself.
func TestVerbatimIsSupport(t *testing.T) {
	m := NewMatcher()
	word := rapid.SampledFrom([]string{"pump", "valve", "GV3", "opened", "412 A", "02:47", "SR:RF:A:CIRC:FLOW", "2024-10-08", "strainer", "31.2 L/min", "leak"})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, w := range rapid.SliceOfN(word, 1, 8).Draw(t, "words") {
			text += w + " "
		}
		if got := m.Read("The strainer leak " + text).Find("strainer leak " + text).Verdict; got != Support {
			t.Fatalf("%q: %s", text, got)
		}
	})
}

func TestRecall(t *testing.T) {
	list := []suite.Nugget{
		{Label: suite.Vital, Role: suite.Cause},
		{Label: suite.Vital, Role: suite.Effect},
		{Label: suite.Vital, Role: suite.NoRole},
		{Label: suite.Okay, Role: suite.Cause},
		{Label: suite.Okay, Role: suite.Resolution},
	}
	s := Score(list, []Verdict{Support, Partial, None, None, Support})
	for name, c := range map[string]struct {
		of   func() (float64, bool)
		want float64
	}{
		"strict":   {s.StrictVitalRecall, 1.0 / 3},
		"vital":    {s.VitalRecall, 1.5 / 3},
		"weighted": {s.WeightedRecall, 2.0 / 4},
		"chain":    {s.ChainCompleteness, 2.0 / 3},
	} {
		if got, ok := c.of(); !ok || got != c.want {
			t.Errorf("%s = %v, %v, want %v", name, got, ok, c.want)
		}
	}
	if complete, known := s.Complete(); complete || !known {
		t.Error("an answer that lacks vital nuggets is complete")
	}
}

func TestUnjudgedCountsOnNeitherSide(t *testing.T) {
	list := []suite.Nugget{{Label: suite.Vital, Role: suite.Cause}, {Label: suite.Vital, Role: suite.Effect}}
	s := Score(list, []Verdict{Support, Unjudged})
	if got, ok := s.StrictVitalRecall(); !ok || got != 1 {
		t.Errorf("strict = %v, %v", got, ok)
	}
	if got, ok := s.ChainCompleteness(); !ok || got != 1 {
		t.Errorf("chain = %v, %v", got, ok)
	}
	if _, known := s.Complete(); known {
		t.Error("it is known whether an unjudged answer is complete")
	}
	if _, ok := Score(list, nil).StrictVitalRecall(); ok {
		t.Error("without verdicts there is a recall")
	}
	if s := Score(list[:1], nil); s.Vital.Unjudged != 1 {
		t.Errorf("got %+v", s)
	}
}

func TestNoWordStandsInTwoGroupsOfSynonyms(t *testing.T) {
	seen := map[string]string{}
	for stem, first := range synonyms(synonymsFile) {
		if other, ok := seen[stem]; ok && other != first {
			t.Errorf("%q stands for %q and %q", stem, first, other)
		}
		seen[stem] = first
	}
	for stem, group := range groupsOf(synonymsFile) {
		if group > 1 {
			t.Errorf("%q stands in %d groups", stem, group)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("pump at 02:47 on 2024-10-08", "**A** · 2024\n\nThe pump, 31.2 L/min. [1]\n| a | b |\n|---|---|\n| 1 | 2 |")
	m := NewMatcher()
	f.Fuzz(func(t *testing.T, nugget, answer string) {
		finding := m.Read(answer).Find(nugget)
		if _, err := ParseVerdict(string(finding.Verdict)); err != nil {
			t.Error(err)
		}
	})
}
