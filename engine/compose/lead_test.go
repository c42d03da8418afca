package compose

import (
	"fmt"
	"strings"
	"testing"

	"owl/engine"
)

// shift is a long record of which one sentence answers.
func shift() engine.Record {
	filler := strings.Repeat("The septum of the ring ran at its usual current and the water of the ring stayed warm. ", 30)
	return engine.Record{
		DocID: "bely/1", FileID: "BELY_1", Title: "Owl shift", Format: engine.Markdown,
		Content: engine.Untrusted("0358 RFB on again at 88 kV in the ring after the trip.\n\n" + filler + "\n\nNobody came."),
	}
}

func TestTheAnswerBeginsWithTheSentenceThatAnswers(t *testing.T) {
	text, citations := answerTo("when was RFB on again in the ring after the trip", shift())
	lead, rest, _ := strings.Cut(text, "\n\n**Owl shift**")
	if !strings.HasPrefix(lead, "0358 RFB on again at 88 kV in the ring after the trip. [1]") {
		t.Errorf("the answer begins with %q", lead)
	}
	if !strings.Contains(rest, "RFB on again at 88 kV") {
		t.Errorf("the sentence is missing where it belongs:\n%s", rest)
	}
	if citations[0].Quote != "0358 RFB on again at 88 kV in the ring after the trip." {
		t.Errorf("quote %q", citations[0].Quote)
	}
}

func TestAShortAnswerHasNoLead(t *testing.T) {
	text, _ := answerTo("when was RFB on", engine.Record{DocID: "a", FileID: "A", Title: "Trip", Content: "RFB on at 0358."})
	if !strings.HasPrefix(text, "**Trip**") {
		t.Errorf("got\n%s", text)
	}
}

func TestWhatIsLongUnfolds(t *testing.T) {
	var records []engine.Record
	for i, name := range []string{"Anton", "Berta", "Caesar", "Dora", "Emil", "Friedrich", "Gustav"} {
		text := ""
		for j := range 5 {
			text += fmt.Sprintf("RFB tripped on its circulator flow, which %s saw at %d L/min, and its trip came after %d s. ", name, 10*i+j, 100*i+j)
		}
		records = append(records, engine.Record{DocID: name, FileID: name, Title: engine.Untrusted(name), Content: engine.Untrusted(text)})
	}
	text, citations := answerTo("why did RFB trip on its circulator flow", records...)
	main, more := Fold(text)
	if more == "" || strings.Contains(main, MoreLine) || strings.Contains(more, MoreLine) {
		t.Fatalf("nothing unfolds:\n%s", text)
	}
	if n := len(strings.Fields(main)); n > 300 {
		t.Errorf("%d words at once", n)
	}
	if a, b := len(Cited(main, citations)), len(Cited(more, citations)); a+b != len(citations) || a == 0 || b == 0 {
		t.Errorf("%d citations at once, %d below, of %d", a, b, len(citations))
	}
	if whole, none := Fold("a text"); whole != "a text" || none != "" {
		t.Errorf("a text without fold became %q and %q", whole, none)
	}
}

func TestAQuestionIsNoLead(t *testing.T) {
	rec := shift()
	rec.Content = "Is RFB on again in the ring after the trip at 88 kV?\n\n" + rec.Content
	text, _ := answerTo("when was RFB on again in the ring after the trip", rec)
	if lead, _, _ := strings.Cut(text, "\n\n**Owl shift**"); strings.Contains(lead, "?") {
		t.Errorf("the answer begins with a question: %q", lead)
	}
}
