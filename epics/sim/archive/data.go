package archive

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"

	"owl/assets/demogen/history"
	"owl/epics/archiver/pb"
)

// getData answers with the samples of one PV in a window.
func (a *Archive) getData(write func(io.Writer, series) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		from, to, err := a.span(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		s, err := a.processed(r.FormValue("pv"), from, to)
		switch {
		case errors.Is(err, history.ErrUnknown):
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		case err != nil:
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		out := bufio.NewWriterSize(w, 64<<10)
		if write(out, s) == nil {
			_ = out.Flush() // who asked is gone
		}
	}
}

// span reads the window; it is the last hour when nothing is said.
func (a *Archive) span(r *http.Request) (from, to time.Time, err error) {
	to = a.now()
	if text := r.FormValue("to"); text != "" {
		if to, err = time.Parse(time.RFC3339Nano, text); err != nil {
			return from, to, err
		}
	}
	from = to.Add(-time.Hour)
	if text := r.FormValue("from"); text != "" {
		if from, err = time.Parse(time.RFC3339Nano, text); err != nil {
			return from, to, err
		}
	}
	if to.Before(from) {
		return from, to, errors.New("the window ends before it begins")
	}
	return from, to, nil
}

// writeRaw writes a chunk for every year.
func writeRaw(w io.Writer, s series) error {
	out := pb.NewWriter(w)
	year, start := 0, time.Time{}
	for p := range s.points {
		if y := p.at.Year(); y != year {
			year, start = y, time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC)
			s.info.Year = y
			if err := out.Begin(s.info); err != nil {
				return err
			}
		}
		since := p.at.Sub(start)
		p.Seconds, p.Nanos = uint32(since/time.Second), uint32(since%time.Second)
		if err := out.Event(&p.Event); err != nil {
			return err
		}
	}
	return nil
}

// writeJSON writes one object with its samples, as the appliance lays it out.
func writeJSON(w io.Writer, s series) error {
	meta := map[string]string{"name": s.info.PV}
	for _, h := range s.info.Headers {
		meta[h.Name] = h.Value
	}
	head, err := json.Marshal(meta)
	if err != nil {
		return err
	}
	text := append(append([]byte("[ \n{ \"meta\": "), head...), ",\n\"data\": [ \n"...)
	first := true
	for p := range s.points {
		if !first {
			text = append(text, ",\n"...)
		}
		first = false
		text = appendPoint(text, s.info.Type, p)
		if _, err := w.Write(text); err != nil {
			return err
		}
		text = text[:0]
	}
	_, err = w.Write(append(text, "] }\n ]\n"...))
	return err
}

func appendPoint(text []byte, t pb.Type, p point) []byte {
	text = append(text, `{ "secs": `...)
	text = strconv.AppendInt(text, p.at.Unix(), 10)
	text = append(text, `, "val": `...)
	text = appendValue(text, t, p)
	text = append(text, `, "nanos": `...)
	text = strconv.AppendInt(text, int64(p.at.Nanosecond()), 10)
	text = append(text, `, "severity":`...)
	text = strconv.AppendInt(text, int64(p.Severity), 10)
	text = append(text, `, "status":`...)
	text = strconv.AppendInt(text, int64(p.Status), 10)
	if len(p.Fields) > 0 {
		fields := map[string]string{}
		for _, f := range p.Fields {
			fields[f.Name] = f.Value
		}
		part, _ := json.Marshal(fields) // a map of strings has a JSON form
		text = append(append(text, `, "fields": `...), part...)
	}
	return append(text, " }"...)
}

func appendValue(text []byte, t pb.Type, p point) []byte {
	switch {
	case t == pb.String:
		part, _ := json.Marshal(string(p.Text)) // a string has a JSON form
		return append(text, part...)
	case t.Wave():
		text = append(text, '[')
		for i, x := range p.Wave {
			if i > 0 {
				text = append(text, ',')
			}
			text = appendNumber(text, x)
		}
		return append(text, ']')
	case t == pb.Double:
		return appendNumber(text, p.Number)
	}
	return strconv.AppendInt(text, int64(p.Number), 10)
}

// appendNumber writes a double with a point, and the bare words that the
// appliance writes where JSON has no number.
func appendNumber(text []byte, x float64) []byte {
	switch {
	case math.IsNaN(x):
		return append(text, "NaN"...)
	case math.IsInf(x, 0):
		if x < 0 {
			text = append(text, '-')
		}
		return append(text, "Infinity"...)
	case x == math.Trunc(x) && math.Abs(x) < 1e7:
		return strconv.AppendFloat(text, x, 'f', 1, 64)
	}
	return strconv.AppendFloat(text, x, 'g', -1, 64)
}

// maxNames is how many PVs one question for values may hold.
const maxNames = 10_000

// getDataAtTime answers with the values in force at a time.
func (a *Archive) getDataAtTime(w http.ResponseWriter, r *http.Request) {
	at := a.now()
	if text := r.FormValue("at"); text != "" {
		var err error
		if at, err = time.Parse(time.RFC3339Nano, text); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
	var names []string
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&names); err != nil || len(names) > maxNames {
		http.Error(w, "want a JSON list of names", http.StatusBadRequest)
		return
	}
	out := []byte("{")
	for _, pv := range names {
		s, err := a.series(pv, at, at)
		if err != nil {
			continue // a PV that is not known is left out
		}
		last, found := point{}, false
		for p := range s.points {
			last, found = p, true
		}
		if !found {
			continue
		}
		if len(out) > 1 {
			out = append(out, ",\n"...)
		}
		name, _ := json.Marshal(pv) // a string has a JSON form
		out = appendPoint(append(append(out, name...), ": "...), s.info.Type, last)
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(append(out, "}\n"...)) // who asked is gone
}
