package compose

import (
	"strings"
	"testing"
	"time"

	"owl/engine"
)

func TestTwoTimesStandSideBySide(t *testing.T) {
	dip := func(id string, year int, text string) engine.Record {
		return engine.Record{DocID: id, Title: engine.Untrusted("Mains dip " + id), Content: engine.Untrusted(text), Created: time.Date(year, 7, 3, 0, 0, 0, 0, time.UTC)}
	}
	records := []engine.Record{
		dip("a", 2024, "The mains dip had a depth of 21 percent and took the beam. It was longer than that of July 2025."),
		dip("b", 2025, "The mains dip had a depth of 34 percent and took two stations."),
	}
	const question = "How did the depth of the mains dip of July 2024 differ from that of July 2025?"
	text, citations := Render(Builtin().Compose(read(question), foundWhole(records...), even))
	head, row, _ := strings.Cut(text, "\n|---|---|\n")
	row, _, _ = strings.Cut(row, "\n")
	if !strings.HasSuffix(head, "| July 2024 | July 2025 |") || !strings.HasPrefix(row, "| The mains dip had a depth of 21 percent") || !strings.Contains(row, "[1] | The mains dip had a depth of 34 percent") {
		t.Errorf("got %q\n%s", head, text)
	}
	if len(citations) < 2 || citations[0].DocID != "a" || citations[1].DocID != "b" {
		t.Errorf("citations %+v", citations)
	}
	if text, _ := Render(Builtin().Compose(read(question), foundWhole(records[:1]...), even)); strings.Contains(text, "|---|") {
		t.Errorf("a table with one side:\n%s", text)
	}
}

func TestWhatIsAskedInSoManyWordsMustStandThere(t *testing.T) {
	told := engine.Record{DocID: "told", Content: "The beacon period of the server is 15 seconds by default."}
	not := engine.Record{DocID: "not", Content: "The server sends a beacon to every address of its list. The beacon period is not constant."}
	for question, lacks := range map[string]string{
		"What is the default for the beacon period of the server?":            "a default",
		"How long is the beacon period of the server, in seconds?":            "a time in seconds",
		"Which environment variable sets the beacon period of the server?":    "the name of an environment variable",
		"What URL does the server send for its beacon period?":                "a path or address",
		"How many bytes does the server send in a beacon period?":             "a number of bytes",
		"What is the phone number for trouble with the server beacon period?": "a phone number",
	} {
		d := Builtin().Compose(read(question), foundWhole(not), even)
		if strings.Join(d.Apart, ",") != lacks {
			t.Errorf("%q: apart %q, want %q", question, d.Apart, lacks)
		}
		d = Builtin().Compose(read(question), foundWhole(told, not), even)
		if answered := lacks == "a default" || lacks == "a time in seconds"; answered != (len(d.Apart) == 0) {
			t.Errorf("%q with a record that tells: apart %q", question, d.Apart)
		}
	}
}
