package archive

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"owl/assets/demogen/channel"
)

// defaultLimit is how many names the appliance gives when nothing is said.
const defaultLimit = 500

// matching lists the archived names of a glob or a regular expression.
func (a *Archive) matching(w http.ResponseWriter, r *http.Request) {
	limit := defaultLimit
	if text := r.FormValue("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			http.Error(w, "limit is no number", http.StatusBadRequest)
			return
		}
		limit = n
	}
	match, err := matcher(r.FormValue("pv"), r.FormValue("regex"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	names := []string{}
	for _, pv := range a.names() {
		if match.MatchString(pv) && (limit < 0 || len(names) < limit) {
			names = append(names, pv)
		}
	}
	answer(w, names)
}

// matcher makes the expression of a name search; it must match the whole name.
func matcher(glob, expr string) (*regexp.Regexp, error) {
	if glob != "" {
		expr = strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(glob))
	}
	if expr == "" {
		expr = ".*"
	}
	return regexp.Compile("^(?:" + expr + ")$")
}

// names lists the archived names, former ones too, in order.
func (a *Archive) names() []string {
	var names []string
	for _, c := range a.history.Channels() {
		names = append(names, c.Name)
		if c.Legacy != "" {
			names = append(names, c.Legacy)
		}
	}
	slices.Sort(names)
	return names
}

// status says of each PV whether it is archived. Like the appliance, it takes
// names and globs with commas between them.
func (a *Archive) status(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	out := []map[string]string{}
	for pattern := range strings.SplitSeq(r.FormValue("pv"), ",") {
		if !strings.ContainsAny(pattern, "*?") {
			out = append(out, a.statusOf(pattern))
			continue
		}
		match, err := matcher(pattern, "")
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		for _, pv := range a.names() {
			if match.MatchString(pv) {
				out = append(out, a.statusOf(pv))
			}
		}
	}
	answer(w, out)
}

func (a *Archive) statusOf(pv string) map[string]string {
	c, ok := a.find(pv)
	if !ok {
		return map[string]string{"pvName": pv, "status": "Not being archived"}
	}
	fields := map[string]string{
		"pvName": pv, "pvNameOnly": pv, "status": "Being archived", "connectionState": "true", "appliance": "demo",
		"isMonitored": strconv.FormatBool(c.Period == 0), "samplingPeriod": strconv.FormatFloat(c.Period.Seconds(), 'g', -1, 64),
		"lastEvent": a.lastEvent(pv),
	}
	if pv == c.Legacy {
		fields["status"], fields["connectionState"] = "Paused", "false"
	}
	return fields
}

func (a *Archive) lastEvent(pv string) string {
	now := a.now()
	s, err := a.series(pv, now, now)
	last := "Never"
	if err != nil {
		return last
	}
	for p := range s.points {
		last = p.at.In(now.Location()).Format("Jan/02/2006 15:04:05 -07:00")
	}
	return last
}

func (a *Archive) typeInfo(w http.ResponseWriter, r *http.Request) {
	pv := r.FormValue("pv")
	c, ok := a.find(pv)
	if !ok {
		http.Error(w, "no PV "+strconv.Quote(pv), http.StatusNotFound)
		return
	}
	answer(w, map[string]any{
		"pvName": pv, "DBRType": "DBR_" + typeOf(c).String(), "scalar": strconv.FormatBool(c.Kind != channel.Wave),
		"elementCount": strconv.Itoa(max(1, c.Elements)), "units": c.Unit, "precision": strconv.Itoa(c.Places), "hostName": c.IOC,
		"samplingMethod": method(c), "samplingPeriod": strconv.FormatFloat(c.Period.Seconds(), 'g', -1, 64),
		"paused": strconv.FormatBool(pv == c.Legacy), "applianceIdentity": "demo", "creationTime": "2024-01-01T06:00:00.000Z",
		"modificationTime": a.now().UTC().Format(time.RFC3339),
	})
}

func method(c *channel.Channel) string {
	if c.Period == 0 {
		return "MONITOR"
	}
	return "SCAN"
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // who asked is gone
}
