package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"owl/app/config"
	"owl/engine"
	"owl/epics"
)

func loadPVs(t *testing.T, toml string) *PVs {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "owl.toml")
	if err := os.WriteFile(file, []byte(toml), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "db.jsonl"), []byte(`{"pv":"A:BPM1:X","description":"Horizontal position, monitor 1"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(config.Input{File: file, Dir: dir, Environ: []string{"HOME=" + dir}})
	if err != nil {
		t.Fatal(err)
	}
	pvs, err := OpenPVs(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pvs.Close(); err != nil {
			t.Error(err)
		}
	})
	return pvs
}

// services answer as a ChannelFinder and an archiver.
func services(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/cf/resources/channels":
			fmt.Fprint(w, `[{"name":"C:T","properties":[{"name":"recordDesc","value":"Temperature"},{"name":"pvStatus","value":"Inactive"}]}]`)
		case "/aa/bpl/getMatchingPVs":
			fmt.Fprint(w, `["D:P","D:T"]`)
		case "/aa/data/getDataAtTime":
			var names []string
			if err := json.NewDecoder(r.Body).Decode(&names); err != nil {
				t.Error(err)
			}
			fmt.Fprint(w, `{"D:T":{"secs":1,"nanos":0,"val":1}}`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestAnAddressMayBeForOneProtocol(t *testing.T) {
	c := config.EPICS{Addresses: []string{"10.0.0.255", "ca://10.0.1.255"}, NameServers: []string{"pva://gateway:5075", "ca://gateway:5064"}}
	pva, ca := network(c, epics.PVA), network(c, epics.CA)
	if strings.Join(pva.Addrs, " ") != "10.0.0.255" || strings.Join(pva.NameServers, " ") != "gateway:5075" {
		t.Errorf("PVA: %+v", pva)
	}
	if strings.Join(ca.Addrs, " ") != "10.0.0.255 10.0.1.255" || strings.Join(ca.NameServers, " ") != "gateway:5064" {
		t.Errorf("CA: %+v", ca)
	}
}

// What has not changed is not read again; what has changed is.
func TestChannelsAreReadAgainWhenTheirFilesChange(t *testing.T) {
	pvs := loadPVs(t, "[channels]\ndatabases = [\"db.jsonl\"]\n")
	find := func(name string) int {
		found, err := pvs.Find(t.Context(), name, 10)
		if err != nil {
			t.Fatal(err)
		}
		return len(found.Channels)
	}
	if find("A:BPM1:X") != 1 || find("A:BPM22:X") != 0 {
		t.Fatal("the database is not read")
	}
	first := pvs.last.finder
	if find("A:*"); pvs.last.finder == first {
		t.Error("another glob has the channels of the last one")
	}
	if first = pvs.last.finder; find("A:*") != 1 || pvs.last.finder != first {
		t.Error("the channels are read again")
	}
	if err := os.WriteFile(pvs.config.Channels.Databases[0], []byte(`{"pv":"A:BPM22:X","description":"Horizontal position, monitor 22"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if find("A:BPM1:X") != 0 || find("A:BPM22:X") != 1 {
		t.Error("a changed database is not read again")
	}
}

func TestChannelsComeFromEverythingConfigured(t *testing.T) {
	base := services(t)
	for name, c := range map[string]struct{ toml, words, want string }{
		"a database":      {"[channels]\ndatabases = [\"db.jsonl\"]\n", "horizontal position", "A:BPM1:X unknown unknown"},
		"a ChannelFinder": {"[channels]\nchannelfinder = \"" + base + "/cf\"\n", "temperature", "C:T unknown false"},
		"the archiver":    {"[archiver]\nretrieval = \"" + base + "/aa\"\n", "D:*", "D:P false unknown D:T true unknown"},
		"both":            {"[channels]\ndatabases = [\"db.jsonl\"]\nchannelfinder = \"" + base + "/cf\"\n", "*", "A:BPM1:X unknown unknown C:T unknown false"},
	} {
		found, err := loadPVs(t, c.toml).Find(t.Context(), c.words, 10)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		state := func(b *bool) string {
			if b == nil {
				return "unknown"
			}
			return fmt.Sprint(*b)
		}
		for _, ch := range found.Channels {
			got = append(got, ch.PV, state(ch.Archived), state(ch.Connected))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s; %q", name, got, c.want, found.Notes)
		}
	}
}

func TestAServiceThatIsAwayLeavesANote(t *testing.T) {
	pvs := loadPVs(t, "[channels]\ndatabases = [\"db.jsonl\"]\nchannelfinder = \""+services(t)+"/none\"\n")
	found, err := pvs.Find(t.Context(), "position", 10)
	if err != nil || len(found.Channels) != 1 || len(found.Notes) != 1 || !strings.Contains(found.Notes[0], "it says 404") {
		t.Errorf("%+v %v", found, err)
	}
	pvs = loadPVs(t, "[channels]\nchannelfinder = \""+services(t)+"/none\"\n")
	if _, err := pvs.Find(t.Context(), "position", 10); err == nil {
		t.Error("no channels at all is no error")
	}
}

func TestMissingDatabaseIsTold(t *testing.T) {
	cfg := config.Config{Channels: config.Channels{Databases: []string{"/no/db.jsonl"}}}
	if _, err := OpenPVs(cfg); !errors.Is(err, engine.ErrUsage) || !strings.Contains(err.Error(), "cannot reach /no/db.jsonl") {
		t.Errorf("got %v", err)
	}
}

func TestValues(t *testing.T) {
	meta := &epics.Meta{Units: "mA", Precision: 2}
	for name, c := range map[string]struct {
		value epics.Value
		text  string
		data  string
	}{
		"a number":      {epics.Number(250), "250.00 mA", "250"},
		"a small one":   {epics.Number(4e-10), "4.00e-10 mA", "4e-10"},
		"not a number":  {epics.Number(math.NaN()), "NaN mA", `"NaN"`},
		"infinite":      {epics.Number(math.Inf(-1)), "-Inf mA", `"-Infinity"`},
		"a whole one":   {epics.Integer(7), "7 mA", "7"},
		"a text":        {epics.Text("x"), "x", `"x"`},
		"a choice":      {epics.Choice{Index: 1, Label: "On"}, "On", `"On"`},
		"without label": {epics.Choice{Index: 1}, "1", `"1"`},
		"an array":      {epics.Array{1, 2, 3, 4, 5, 6, 7, 8, 9}, "[1.00, 2.00, 3.00, 4.00, 5.00, 6.00, 7.00, 8.00, ... 9 elements] mA", "[1,2,3,4,5,6,7,8,9]"},
		"texts":         {epics.Texts{"a", "b"}, "[a, b]", `["a","b"]`},
		"a table":       {epics.Table{Columns: []engine.Untrusted{"a"}, Rows: [][]epics.Value{{epics.Integer(1)}}}, "table of 1 rows: a", `{"columns":["a"],"rows":[[1]]}`},
		"nothing":       {nil, "", "null"},
	} {
		s := PVSample{Value: c.value, Meta: meta}
		data, err := json.Marshal(PVData(c.value))
		if string(PVValue(s)) != c.text || err != nil || string(data) != c.data {
			t.Errorf("%s: %q %s %v", name, PVValue(s), data, err)
		}
	}
	if got := PVTime(PVSample{}, time.UTC); got != "" {
		t.Errorf("no time is %q", got)
	}
}

func TestLiveChartShowsWhatIsAway(t *testing.T) {
	now := time.Now()
	l := NewLiveChart([]string{"A", "B"}, time.Minute, time.Now)
	l.Add(PVSample{PV: "A", Time: now.Add(-2 * time.Minute), Value: epics.Number(1), Meta: &epics.Meta{Units: "mA"}})
	l.Add(PVSample{PV: "A", Time: now.Add(-90 * time.Second), Value: epics.Number(2), Meta: &epics.Meta{Units: "mA"}})
	l.Add(PVSample{PV: "A", Time: now.Add(-30 * time.Second), Value: epics.Number(5)})
	l.Add(PVSample{PV: "B", Err: epics.ErrNoAnswer, Quality: epics.None})
	series := l.Series(now.Add(time.Second), 60)
	a, b := series[0], series[1]
	if a.Unit != "mA" || a.Bins[0].Last != 2 || a.Bins[59].Last != 5 || len(l.held["A"]) != 2 {
		t.Errorf("%+v %+v, %d held", a.Bins[0], a.Bins[59], len(l.held["A"]))
	}
	if b.Bins[59].Gap != epics.ErrNoAnswer.Error() || !math.IsNaN(b.Bins[0].Last) {
		t.Errorf("%+v %+v", b.Bins[0], b.Bins[59])
	}
}
