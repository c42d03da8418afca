package archiver

import (
	"math"
	"strconv"
	"strings"
	"time"

	"owl/engine"
	"owl/epics"
)

// item is one archived event on its way to a sample.
type item struct {
	time     time.Time
	value    epics.Value // nil with a gap
	stats    *Stats
	severity int
	status   int
	gap      string    // why there is no value
	lost     time.Time // when the connection was lost before this event; zero when it was not
	cause    string    // of the gap that ends here; empty when there is none
	meta     *epics.Meta
	err      error // a value that cannot be told
}

// number takes a number as a value; one that is none is a gap.
func (it *item) number(x float64, whole bool, meta *epics.Meta) {
	switch {
	case math.IsNaN(x):
		it.gap = "NaN"
	case math.IsInf(x, 0):
		it.gap = strings.TrimPrefix(strconv.FormatFloat(x, 'g', -1, 64), "+") + "inity"
	case whole && meta != nil && len(meta.Choices) > 0:
		it.value = choice(int(x), meta)
	case whole:
		it.value = epics.Integer(x)
	default:
		it.value = epics.Number(x)
	}
}

func choice(index int, meta *epics.Meta) epics.Choice {
	c := epics.Choice{Index: index}
	if meta != nil && index >= 0 && index < len(meta.Choices) {
		c.Label = meta.Choices[index]
	}
	return c
}

// wave takes a waveform, reduced when that is asked for. Five numbers of a
// statistical operator are the bin's statistics.
func (it *item) wave(w []float64, q Query) {
	switch {
	case len(w) == 5 && (q.Op.name() == "optimized" || q.Op.name() == "statistics" || q.Op.name() == "optimLastSample"):
		it.stats = &Stats{Mean: w[0], Std: w[1], Min: w[2], Max: w[3], Count: int(w[4])}
		it.number(w[0], false, nil)
	case q.Reduce != KeepWave:
		it.number(q.Reduce.of(w), false, nil)
	default:
		it.value = append(epics.Array{}, w...)
	}
}

// field takes a field that was archived with the event. Those that tell of the
// connection are written by the archiver's engine.
func (it *item) field(name, value string) {
	switch name {
	case "cnxlostepsecs":
		if secs, err := strconv.ParseInt(value, 10, 64); err == nil && secs > 0 {
			it.lost = time.Unix(secs, 0).UTC()
			it.because("disconnected")
		}
	case "startup":
		if value == "true" {
			it.because("archiver restart")
		}
	case "resume":
		if value == "true" {
			it.because("archiving was paused")
		}
	}
}

// because keeps the most telling cause: a restart or pause explains a lost
// connection.
func (it *item) because(cause string) {
	if it.cause == "" || it.cause == "disconnected" {
		it.cause = cause
	}
}

// mark takes the severity. Those above 3840 are marks of the former Channel
// Archiver, which say that archiving stopped.
func (it *item) mark(severity int) {
	it.severity = severity
	switch severity {
	case 3904:
		it.gap = "disconnected"
	case 3872:
		it.gap = "archive off"
	case 3848:
		it.gap = "archive disabled"
	}
	if severity > int(epics.Invalid) {
		it.severity = 0 // 3856 and 3968 repeat a value
	}
}

// sample makes the sample of an item.
func (it *item) sample(pv string) Sample {
	s := Sample{Stats: it.stats}
	s.PV, s.Provider, s.Time, s.Value, s.Meta = pv, Provider, it.time, it.value, it.meta
	s.Severity, s.Status = epics.Severity(it.severity), it.status
	s.Message = alarmName(it.status)
	switch {
	case it.gap != "":
		s.Quality, s.Value, s.Message = epics.Gap, nil, engine.Untrusted(it.gap)
	case it.err != nil:
		s.Quality, s.Err = epics.None, it.err
	case it.status == statusUDF && it.severity == int(epics.Invalid):
		s.Quality = epics.Undefined
	case it.severity == int(epics.Invalid):
		s.Quality = epics.Bad
	}
	return s
}

const statusUDF = 17

// alarmName names an alarm status by its number, as alarm.h of EPICS base does;
// empty for no alarm.
func alarmName(status int) engine.Untrusted {
	if status == 0 {
		return ""
	}
	names := [...]engine.Untrusted{
		"", "READ", "WRITE", "HIHI", "HIGH", "LOLO", "LOW", "STATE", "COS", "COMM", "TIMEOUT", "HWLIMIT",
		"CALC", "SCAN", "LINK", "SOFT", "BAD_SUB", "UDF", "DISABLE", "SIMM", "READ_ACCESS", "WRITE_ACCESS",
	}
	if status >= 0 && status < len(names) {
		return names[status]
	}
	return engine.Untrusted("status " + strconv.Itoa(status))
}
