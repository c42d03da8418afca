package archiver

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"owl/epics/archiver/pb"
)

// at reads a time of a test.
func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		panic(err)
	}
	return t
}

// stamped is an event with its time, from which the writer works out the year.
type stamped struct {
	at string
	pb.Event
}

// stream writes a reply, with a chunk for every run of events of one year.
func stream(t *testing.T, info pb.Info, events ...stamped) []byte {
	t.Helper()
	var b bytes.Buffer
	w := pb.NewWriter(&b)
	year := 0
	for _, e := range events {
		when := at(e.at).UTC()
		if when.Year() != year {
			year = when.Year()
			info.Year = year
			if err := w.Begin(info); err != nil {
				t.Fatal(err)
			}
		}
		since := when.Sub(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC))
		e.Seconds, e.Nanos = uint32(since/time.Second), uint32(since%time.Second)
		if err := w.Event(&e.Event); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// serve answers every question with handle and returns a client of it.
func serve(t *testing.T, handle http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	return &Client{Retrieval: server.URL + "/retrieval", Management: server.URL + "/mgmt"}
}

func reply(body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }
}

// history reads a whole history.
func history(t *testing.T, c *Client, q Query) ([]Sample, Summary, error) {
	t.Helper()
	var all []Sample
	sum, err := c.History(context.Background(), q, func(s Sample) { all = append(all, s) })
	return all, sum, err
}

// line is what a sample comes down to in a test.
func line(s Sample) string {
	out := s.Time.Format("2006-01-02 15:04:05.999") + " " + s.Quality.String()
	switch {
	case s.Err != nil:
		out += " " + s.Err.Error()
	case s.Value == nil:
		out += " " + string(s.Message)
	default:
		out += " " + show(s.Value)
	}
	if s.Before {
		out += " before"
	}
	return out
}
