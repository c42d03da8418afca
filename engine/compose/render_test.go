package compose

import (
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/engine/query"
	"owl/engine/text/token"
	"owl/engine/verify"
)

func even(token.Token) float64 { return 1 }

// answerTo composes over whole records, the first ranked best.
func answerTo(question string, records ...engine.Record) (string, []engine.Citation) {
	var found []engine.Passage
	for i, r := range records {
		score := float64(len(records) - i)
		found = append(found, engine.Passage{
			Record: r, Score: score, Scores: []float64{score},
			Chunks: []engine.Chunk{{DocID: r.DocID, End: len(r.Content), Text: r.Content}},
		})
	}
	return Render(Builtin().Compose(Ask(question, query.Understand(engine.Untrusted(question), query.Context{})), found, even))
}

func TestEveryQuoteStandsInItsRecord(t *testing.T) {
	rec := engine.Record{
		DocID: "icms/1", FileID: "ICMS_1", Title: "Kicker set-points", System: "Injector", Created: time.Date(2025, 2, 11, 8, 0, 0, 0, time.UTC),
		Content: "# Kicker set-points\n\nSet the kickers [7]:\n\n1. IK1 to 6.40 kV.\n2. IK3 to 6.32 kV,\n   delayed by 12 ns.\n\n| PV | kV |\n|---|---|\n| SR:PS:IK1:V | 6.40 |\n\n```sh\nrestore kickers\n```\n",
	}
	text, citations := answerTo("which kicker set-points for IK1 and IK3 in kV", rec)
	if len(citations) == 0 {
		t.Fatalf("no citation in %q", text)
	}
	for _, c := range citations {
		if err := verify.Citation(rec, c); err != nil {
			t.Error(err)
		}
	}
	for _, want := range []string{
		"**Kicker set-points** · 2025-02-11 08:00 · Injector · ICMS_1",
		`Set the kickers \[7\]: [1]`,
		"2. IK3 to 6.32 kV, delayed by 12 ns. [2]",
		"| PV | kV |\n|---|---|\n| SR:PS:IK1:V | 6.40 |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

func TestNearDuplicatesAreShownOnce(t *testing.T) {
	same := engine.Untrusted("Beam lost, RFB tripped on circulator flow, reset did not hold, called Wim.")
	text, _ := answerTo("why did RFB trip",
		engine.Record{DocID: "a", FileID: "A", Title: "First", Content: same},
		engine.Record{DocID: "b", FileID: "B", Title: "Copy", Content: same},
	)
	if strings.Contains(text, "Copy") {
		t.Errorf("the copy is shown too:\n%s", text)
	}
}

func TestWhatIsNamedButNotFoundIsSaid(t *testing.T) {
	text, _ := answerTo("flow of ST-B3 on 2024-10-08", engine.Record{DocID: "a", FileID: "A", Title: "Flow", Content: "The flow of ST-A3 fell."})
	if !strings.Contains(text, "Not in the records shown: “ST-B3”, “2024-10-08”") {
		t.Errorf("the difference is not said:\n%s", text)
	}
}

func TestATimeThatNoRecordShownIsOfIsSaid(t *testing.T) {
	dip := record("a", "Mains dip", "2025-07-04", "Mains dip at 14:02, all stations tripped, restarted by hand.")
	for question, said := range map[string]bool{
		"Why did all stations trip in the mains dip of July 2025?": false,
		"Why did all stations trip in the mains dip of July 2022?": true,
	} {
		text, _ := Render(Builtin().Compose(read(question), foundWhole(dip), even))
		if strings.Contains(text, "Not in the records shown") != said {
			t.Errorf("%q:\n%s", question, text)
		}
	}
}

func TestTwoStretchesOfARecordShareItsHeader(t *testing.T) {
	filler := strings.Repeat("Nothing of interest was seen in the hall at all today. ", 30)
	rec := engine.Record{
		DocID: "w", FileID: "w", Title: "Pumps", Format: engine.Markdown,
		Content: engine.Untrusted("# Start\n\nStart the turbo pump with the green key.\n\n# Other\n\n" + filler + "\n\n# Stop\n\nStop the turbo pump with the red key."),
	}
	text, _ := answerTo("turbo pump start green key and stop red key", rec)
	if strings.Count(text, "**Pumps**") != 1 || !strings.Contains(text, "green key") || !strings.Contains(text, "red key") {
		t.Errorf("got\n%s", text)
	}
	if strings.Index(text, "green key") > strings.Index(text, "red key") {
		t.Errorf("the record's order is lost:\n%s", text)
	}
}

func TestPlainTextIsNotReadAsMarkdown(t *testing.T) {
	text, _ := answerTo("gain 2*3*4 of the amplifier", engine.Record{DocID: "a", FileID: "A", Title: "Gain *x*", Content: "> gain of the amplifier is 2*3*4 `now`\n\n- gain * two\n\n3) amplifier off"})
	for _, want := range []string{`**Gain \*x\*** · A`, "\\> gain of the amplifier is 2\\*3\\*4 \\`now\\` [1]", `- gain \* two [2]`, "3) amplifier off [3]"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

func TestSectionLineDoesNotRepeatTheTitle(t *testing.T) {
	for section, want := range map[engine.Untrusted]string{
		"Recovery > 3. Limits": "3. Limits", "Recovery": "", "Limits > Water": "Limits > Water", "": "",
	} {
		if got := sectionLine(Block{Record: engine.Record{Title: "Recovery (revision 5)"}, Section: section}); got != want {
			t.Errorf("%q: got %q, want %q", section, got, want)
		}
	}
}

func TestFencedCodeCannotBreakOut(t *testing.T) {
	if got := fenced("x\n```\ny"); !strings.HasPrefix(got, "````\n") {
		t.Errorf("got %q", got)
	}
}

func TestNothingToComposeFrom(t *testing.T) {
	d := Builtin().Compose(Question{Text: "what is the"}, nil, even)
	if text, citations := Render(d); text != "" || len(citations) != 0 || len(d.Missing) != 0 {
		t.Errorf("got %q %v %v", text, citations, d.Missing)
	}
	if d := Builtin().Compose(Question{Text: "klystron"}, nil, even); len(d.Missing) != 1 || d.Missing[0] != "klystron" {
		t.Errorf("missing = %v", d.Missing)
	}
}

func TestAHeadingIsShownWithWhatStandsUnderIt(t *testing.T) {
	filler := strings.Repeat("Nothing of interest was seen in the hall at all today. ", 40)
	rec := engine.Record{
		DocID: "w", FileID: "w", Title: "Pumps", Format: engine.Markdown,
		Content: engine.Untrusted("# Start\n\n" + filler + "\n\n# Contact for the turbo pump\n\nVera Kimathi, 4903."),
	}
	text, _ := answerTo("contact for the turbo pump", rec)
	if !strings.Contains(text, "Vera Kimathi, 4903") {
		t.Errorf("the heading stands alone:\n%s", text)
	}
}

func TestPartsOfARequestStandUnderOneLine(t *testing.T) {
	part := func(id, content string) engine.Record {
		return engine.Record{DocID: "WRQ_1/" + id, FileID: "WRQ_1", Title: "Valve CV-31", Content: engine.Untrusted(content)}
	}
	text, _ := answerTo("valve CV-31 stuck and was exchanged",
		part("description", "Valve CV-31 is stuck and gives no reading."),
		engine.Record{DocID: "b", FileID: "B", Title: "Other", Content: "Valve CV-31 was heard to hiss and stuck at 12 % on 4 May."},
		part("work_performed", "Exchanged valve CV-31 with serial number 88."))
	if strings.Count(text, "**Valve CV-31**") != 1 || !strings.Contains(text, "serial number 88") {
		t.Errorf("got\n%s", text)
	}
}

func TestRolesAreShownAsTheirText(t *testing.T) {
	r := renderer{}
	r.quoteOf(engine.Record{Format: engine.RST})
	for text, want := range map[string]string{
		"see :ref:`clientconf` first":          "see `clientconf` first",
		"a :py:class:`pvxs.Config` object":     "a `pvxs.Config` object",
		"read :doc:`Building it <../build>` 1": "read `Building it` 1",
		"at 12:30: `x` it fell":                "at 12:30: `x` it fell",
	} {
		if got := r.quote(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestABlockDoesNotBeginWithASignature(t *testing.T) {
	p := (&asked{tokens: token.NewTokenizer(), at: map[string]int{}}).newPassage(engine.Passage{Record: engine.Record{
		DocID: "a", Content: "It was late. -fn\n\nRFB on again at 0358.",
	}, Chunks: []engine.Chunk{{End: 38}}, Scores: []float64{1}}, 0, 1)
	for from, want := range []int{0, 2, 2} {
		if got := (stretch{passage: p, from: from, to: len(p.units)}).begun().from; got != want {
			t.Errorf("from %d (%q): begins at %d", from, p.text(from), got)
		}
	}
}
