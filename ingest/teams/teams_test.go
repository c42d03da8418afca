package teams

import (
	"strings"
	"testing"
	"time"

	"owl/engine"
	"owl/ingest/source/export/exporttest"
)

func TestConformance(t *testing.T) {
	exporttest.Conformance(t, New,
		[]string{"teams/teams_20250311_0007", "teams/teams_20250312_0001"},
		[]string{"vacuum.json:13", "vacuum.json:18"})
}

func TestThreadBecomesOneRecord(t *testing.T) {
	rec := exporttest.One(t, New, "c.json", `[{"thread_id": "teams_1", "channel": "RF", "subject": "Klystron 3 trips", "created": "2025-03-11T02:14:00-05:00",
		"messages": [
			{"author": "Mira Ostrand", "time": "2025-03-11T02:14:00-05:00", "text": "Tripped again.\nArc detector.", "attachments": [{"name": "arc.png", "url": "https://chat.example/x/1?k=2"}]},
			{"author": "Tomas Brandl", "time": "2025-03-11T02:20:30-05:00", "text": " Reset it &amp; watch. ", "attachments": null},
			{"author": "Tomas Brandl", "time": "2025-03-11T02:31:00-05:00", "text": "", "attachments": [{"url": "https://chat.example/f/log.txt"}, {}]},
			{"author": "", "time": "", "text": "Bot message"}],
		"url": "https://chat.example/t/1"}]`)
	want := "Channel: RF\n\nMira Ostrand, 2025-03-11 02:14: Tripped again.\nArc detector.\n\nTomas Brandl, 2025-03-11 02:20: Reset it & watch.\n\n" +
		"Tomas Brandl, 2025-03-11 02:31: log.txt\n\nBot message"
	if string(rec.Content) != want {
		t.Errorf("content:\n%s\nwant:\n%s", rec.Content, want)
	}
	if rec.DocID != "teams/teams_1" || rec.FileID != "teams_1" || rec.Title != "Klystron 3 trips" || rec.Author != "Mira Ostrand" ||
		rec.URL != "https://chat.example/t/1" || rec.Format != engine.Plain || rec.Collection != engine.Chat {
		t.Errorf("record %+v", rec)
	}
	files := []engine.Attachment{{Name: "arc.png", URL: "https://chat.example/x/1?k=2"}, {Name: "log.txt", URL: "https://chat.example/f/log.txt"}}
	if len(rec.Attachments) != 2 || rec.Attachments[0] != files[0] || rec.Attachments[1] != files[1] {
		t.Errorf("attachments %+v", rec.Attachments)
	}
}

func TestThreadWithoutSubjectIsNamedByItsFirstMessage(t *testing.T) {
	long := strings.Repeat("é", 50) + "\n" + strings.Repeat("b", 50)
	rec := exporttest.One(t, New, "c.json", `[{"thread_id": "t", "messages": [{"text": ""}, {"text": "`+strings.ReplaceAll(long, "\n", `\n`)+`"}]}]`)
	if want := strings.Repeat("é", 50) + " " + strings.Repeat("b", 29); string(rec.Title) != want {
		t.Errorf("title %q, want %q", rec.Title, want)
	}
}

func TestThreadWithoutDateTakesThatOfItsFirstMessage(t *testing.T) {
	rec := exporttest.One(t, New, "c.json", `[{"thread_id": "t", "messages": [{"time": "2025-03-11T02:14:00-05:00", "text": "x"}]}]`)
	if got := rec.Created.Format(time.RFC3339); got != "2025-03-11T02:14:00-05:00" {
		t.Errorf("created %s", got)
	}
}

func TestMessageTimesAreShownOnTheSiteClock(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name, time string
		zone       *time.Location
		want       string
	}{
		{"its own offset", "2025-03-11T02:14:00-05:00", nil, "2025-03-11 02:14"},
		{"its own offset, whatever the site's", "2025-03-11T02:14:00-05:00", berlin, "2025-03-11 02:14"},
		{"UTC, site zone not set", "2025-03-11T07:14:00Z", nil, "2025-03-11 07:14"},
		{"UTC, site zone set", "2025-03-11T07:14:00Z", berlin, "2025-03-11 08:14"},
		{"no offset", "2025-03-11 07:14:59", berlin, "2025-03-11 07:14"},
		{"no date", "yesterday", nil, "yesterday"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := `[{"thread_id": "t", "created": "2025-03-11", "messages": [{"author": "A", "time": "` + c.time + `", "text": "x"}]}]`
			records, reports := exporttest.ReadIn(t, New, c.zone, map[string]string{"c.json": text})
			if len(reports) > 0 || string(records[0].Content) != "A, "+c.want+": x" {
				t.Errorf("content %q, reports %q, want %q", records[0].Content, reports, c.want)
			}
		})
	}
}

func TestBadThreadsNameFileLineRecordAndField(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"no id", "[\n\n{\"messages\": [{\"text\": \"x\"}]}]", `c.json:3: record without doc_id: field "thread_id": missing`},
		{"no text", `[{"thread_id": "t", "subject": "s", "messages": [{"author": "a"}]}]`, `c.json:1: record "teams/t": field "messages": hold no text`},
		{"messages missing", `[{"thread_id": "t", "subject": "s"}]`, `c.json:1: record "teams/t": field "messages": hold no text`},
		{"a date that is none", `[{"thread_id": "t", "created": 17, "messages": [{"text": "x"}]}]`, `c.json:1: record "teams/t": field "created": "17" is not a date such as 2006-01-02T15:04:05-06:00`},
		{
			"attachments that are texts", `[{"thread_id": "t", "messages": [{"text": "x"}, {"text": "y", "attachments": ["a"]}]}]`,
			`c.json:1: record "teams/t": field "messages[1].attachments[0]": is a text, want an object`,
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := exporttest.Refused(t, New, "c.json", c.text); got != c.want {
				t.Errorf("reported:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	exporttest.Fuzz(f, New, "export.json", `[{"thread_id":1,"messages":[{"text":[1,"&#10;"],"attachments":[{"url":"a:b\u0001"}]}]}]`)
}
