package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"owl/engine"
)

// load writes an owl.toml and loads it; {F} in want stands for its path.
func load(t *testing.T, file string, env ...string) (Config, string, error) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "owl.toml")
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := Load(Input{File: path, Dir: dir, Environ: append([]string{"HOME=" + dir}, env...)})
	return cfg, path, err
}

func TestLoadRefusesInOneLine(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"unknown key":            {"[site]\n\nnaem = \"x\"\n", "{F}:3: site.naem: unknown key; [site] has name, timezone"},
		"unknown table":          {"[sight]\nname = \"x\"\n", "{F}:1: sight: unknown key; there is [site], [sources.NAME], [models], [epics], [archiver], [channels], [llm], [policy], [store], [ui]"},
		"unknown top key":        {"theme = \"dark\"\n", "{F}:1: theme: unknown key; there is [site], [sources.NAME], [models], [epics], [archiver], [channels], [llm], [policy], [store], [ui]"},
		"wrong type":             {"[ui]\ntheme = 3\n", "{F}:2: ui.theme: is a number, want a string"},
		"wrong bool":             {"[ui]\nascii = \"yes\"\n", "{F}:2: ui.ascii: is a string, want true or false"},
		"list":                   {"[site]\nname = [\"a\"]\n", "{F}:2: site.name: is a list, want a string"},
		"date":                   {"[site]\nname = 2026-01-01\n", "{F}:2: site.name: is a date, want a string"},
		"table for a key":        {"[site.name]\n", "{F}:1: site.name: unknown key; [site] has name, timezone"},
		"empty":                  {"[site]\nname = \"\"\n", "{F}:2: site.name: is empty"},
		"unknown zone":           {"[site]\ntimezone = \"Mars/Base\"\n", "{F}:2: site.timezone: \"Mars/Base\" is not a time zone; want a name like America/Chicago, or Local"},
		"unknown theme":          {"[ui]\ntheme = \"neon\"\n", "{F}:2: ui.theme: \"neon\" is not a theme; there is "},
		"unknown kind":           {"[sources.ops]\nkind = \"belly\"\nwhere = \".\"\n", "{F}:2: sources.ops.kind: \"belly\" is not a kind of source; there is corpus, files, bely, "},
		"source without where":   {"[sources.ops]\nkind = \"bely\"\n", "{F}:1: sources.ops.where: missing"},
		"source without kind":    {"[sources]\nops.where = \".\"\n", "{F}:2: sources.ops.kind: missing"},
		"bad name of a source":   {"[sources.\"a b\"]\n", "{F}:1: sources.a b: \"a b\" is not a name of a source (letters, digits, - _ .)"},
		"unknown key, inline":    {"[sources]\nops = {kind = \"bely\", were = \"x\"}\n", "{F}:2: sources.ops.were: unknown key; [sources.NAME] has kind, where"},
		"unknown store":          {"[store]\ngraph = \"arango\"\n", "{F}:2: store.graph: \"arango\" is not a store of the graph; there is embedded, neo4j"},
		"unknown store of words": {"store.text = \"solr\"\n", "{F}:1: store.text: \"solr\" is not a store of words; there is embedded, meilisearch"},
		"meilisearch nowhere":    {"store.text = \"meilisearch\"\n", "{F}:1: store.meilisearch_address: missing"},
		"qdrant nowhere":         {"[store]\ndense = \"qdrant\"\n", "{F}:2: store.qdrant_address: missing"},
		"a key in view":          {"[store]\nqdrant_address = \"http://h:6334?api-key=x\"\n", "{F}:2: store.qdrant_address: must not hold a name, a password or a query"},
		"an odd index":           {"[store]\nmeilisearch_index = \"a/b\"\n", "{F}:2: store.meilisearch_index: \"a/b\" is no name of small letters, digits and _"},
		"neo4j nowhere":          {"[store]\ngraph = \"neo4j\"\n", "{F}:2: store.neo4j_address: missing"},
		"neo4j over HTTP":        {"[store]\nneo4j_address = \"http://h:7474\"\n", "{F}:2: store.neo4j_address: \"http://h:7474\" is not an address such as bolt://host:7687"},
		"a password in view":     {"[store]\nneo4j_address = \"bolt://me:secret@h\"\n", "{F}:2: store.neo4j_address: must not hold a name, a password"},
		"neo4j, no password":     {"[store]\ngraph = \"neo4j\"\nneo4j_address = \"bolt://h\"\nneo4j_user = \"owl\"\n", "{F}:4: store.neo4j_password_env: missing"},
		"unknown provider":       {"[epics]\nproviders = [\"pva\", \"tango\"]\n", "{F}:2: epics.providers: \"tango\" is not a provider; there is pva, ca"},
		"list of numbers":        {"[epics]\naddresses = [1]\n", "{F}:2: epics.addresses: is empty, or has an empty element"},
		"a number for a list":    {"[channels]\ndatabases = 3\n", "{F}:2: channels.databases: is a number, want a list of strings"},
		"bad time":               {"[epics]\ntimeout = \"soon\"\n", "{F}:2: epics.timeout: \"soon\" is not a time such as \"3s\""},
		"bad address":            {"[archiver]\nretrieval = \"host:17668\"\n", "{F}:2: archiver.retrieval: \"host:17668\" is not an address such as http://host:17668/retrieval"},
		"unknown format":         {"[archiver]\nformat = \"csv\"\n", "{F}:2: archiver.format: \"csv\" is not a format; there is raw, json"},
		"unknown key, archiver":  {"[archiver]\nurl = \"x\"\n", "{F}:2: archiver.url: unknown key; [archiver] has retrieval, management, format"},
		"schedule":               {"[sources.a]\nschedule = \"1h\"\n", "{F}:2: sources.a.schedule: this version of owl does not ingest on a schedule"},
		"broken TOML":            {"[site]\nname = \n", "{F}:2: is not TOML: "},
		"key given twice":        {"[site]\nname = \"a\"\nname = \"b\"\n", "{F}:"},
	} {
		t.Run(name, func(t *testing.T) {
			_, path, err := load(t, c.file)
			if err == nil {
				t.Fatal("loaded")
			}
			if want := strings.ReplaceAll(c.want, "{F}", path); !strings.HasPrefix(err.Error(), want) {
				t.Errorf("got  %s\nwant %s", err, want)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %q", err)
			}
			if !errors.Is(err, engine.ErrUsage) {
				t.Error("not wrong usage")
			}
		})
	}
}

func TestLoadRefusesVariables(t *testing.T) {
	for env, want := range map[string]string{
		"OWL_UI_THEEM=dark":          "$OWL_UI_THEEM: ui.theem: unknown key; [ui] has theme, ascii",
		"OWL_UI_ASCII=maybe":         "$OWL_UI_ASCII: ui.ascii: is \"maybe\", want true or false",
		"OWL_SITE_TIMEZONE=x":        "$OWL_SITE_TIMEZONE: site.timezone: \"x\" is not a time zone",
		"OWL_MODELS_EMBEDER=none":    "$OWL_MODELS_EMBEDER: models.embeder: unknown key; [models] has embedder",
		"OWL_STORE_TEXT=m":           "$OWL_STORE_TEXT: store.text: \"m\" is not a store of words",
		"OWL_LLM_MODEL=m":            "$OWL_LLM_MODEL: llm.base_url: missing",
		"OWL_SOURCES_OPS_WHERE=/tmp": "$OWL_SOURCES_OPS_WHERE: sources.ops.kind: missing",
	} {
		if _, _, err := load(t, "", env); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", env, err, want)
		}
	}
}

func TestVariableOverridesFileAndSaysSo(t *testing.T) {
	cfg, path, err := load(t, "[site]\nname = \"Ring\"\ntimezone = \"America/Chicago\"\n[ui]\ntheme = \"light\"\n[sources.ops-log]\nkind = \"bely\"\nwhere = \"logs\"\n",
		"OWL_UI_THEME=none", "OWL_UI_ASCII=true", "OWL_SOURCES_OPS_LOG_WHERE=~/other", "OWL_SOURCES_NEW_KIND=files", "OWL_SOURCES_NEW_WHERE=docs", "OWL_HOME=data", "OWLET_UI_X=1")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(path)
	for _, want := range []Value{
		{"home", filepath.Join(dir, "data"), "$OWL_HOME"},
		{"site.name", "Ring", path + ":2"},
		{"site.timezone", "America/Chicago", path + ":3"},
		{"sources.new.kind", "files", "$OWL_SOURCES_NEW_KIND"},
		{"sources.new.where", filepath.Join(dir, "docs"), "$OWL_SOURCES_NEW_WHERE"},
		{"sources.ops-log.kind", "bely", path + ":7"},
		{"sources.ops-log.where", filepath.Join(dir, "other"), "$OWL_SOURCES_OPS_LOG_WHERE"},
		{"ui.theme", "none", "$OWL_UI_THEME"},
		{"ui.ascii", true, "$OWL_UI_ASCII"},
	} {
		if !hasValue(cfg, want) {
			t.Errorf("no %+v in %+v", want, cfg.Values())
		}
	}
}

func TestModelsAreFoldersAddressesOrWords(t *testing.T) {
	cfg, path, err := load(t, "[models]\nembedder = \"models/e5\"\nreranker = \"http://127.0.0.1:8080\"\n", "OWL_MODELS_RANKING=none.json")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(path)
	if m := cfg.Models; m.Embedder != filepath.Join(dir, "models/e5") || m.Reranker != "http://127.0.0.1:8080" {
		t.Errorf("got %+v", m)
	}
	if err := cfg.CheckModels(); !errors.Is(err, engine.ErrUsage) || !strings.HasPrefix(err.Error(), path+":2: models.embedder: cannot reach ") {
		t.Errorf("err = %v", err)
	}
	cfg, _, err = load(t, "")
	if err != nil || cfg.Models.Embedder != "builtin" || cfg.CheckModels() != nil {
		t.Errorf("defaults %+v, %v", cfg.Models, err)
	}
}

func hasValue(cfg Config, want Value) bool {
	for _, v := range cfg.Values() {
		if v == want {
			return true
		}
	}
	return false
}

func TestChannelsAndArchiver(t *testing.T) {
	file := "[epics]\nproviders = [\"ca\"]\naddresses = \"10.0.0.255\"\ntimeout = \"2s\"\n[archiver]\nretrieval = \"http://aa:17668/retrieval/\"\n[channels]\ndatabases = [\"a.jsonl\", \"/b.csv\"]\n"
	cfg, path, err := load(t, file, "OWL_EPICS_NAME_SERVERS=one:5075, two:5075", "OWL_ARCHIVER_FORMAT=json")
	if err != nil {
		t.Fatal(err)
	}
	want := EPICS{Providers: []string{"ca"}, Addresses: []string{"10.0.0.255"}, NameServers: []string{"one:5075", "two:5075"}, Timeout: 2 * time.Second}
	if !reflect.DeepEqual(cfg.EPICS, want) {
		t.Errorf("got %+v, want %+v", cfg.EPICS, want)
	}
	if cfg.Archiver != (Archiver{Retrieval: "http://aa:17668/retrieval", Format: "json"}) {
		t.Errorf("got %+v", cfg.Archiver)
	}
	if files := []string{filepath.Join(filepath.Dir(path), "a.jsonl"), "/b.csv"}; !reflect.DeepEqual(cfg.Channels.Databases, files) {
		t.Errorf("got %q, want %q", cfg.Channels.Databases, files)
	}
	again, _, err := load(t, cfg.TOML())
	if err != nil || !reflect.DeepEqual(again.EPICS, cfg.EPICS) || !reflect.DeepEqual(again.Channels, cfg.Channels) || again.Archiver != cfg.Archiver {
		t.Errorf("%v in\n%s", err, cfg.TOML())
	}
	if err := cfg.CheckDatabases(); err == nil || !strings.HasPrefix(err.Error(), path+":8: channels.databases: cannot reach ") || !errors.Is(err, engine.ErrUsage) {
		t.Errorf("got %v", err)
	}
}

func TestHome(t *testing.T) {
	for name, c := range map[string]struct {
		in   Input
		want string
	}{
		"flag first":     {Input{Home: "/a", Environ: []string{"OWL_HOME=/b", "XDG_DATA_HOME=/c", "HOME=/d"}}, "/a"},
		"then OWL_HOME":  {Input{Environ: []string{"OWL_HOME=/b", "XDG_DATA_HOME=/c", "HOME=/d"}}, "/b"},
		"then XDG":       {Input{Environ: []string{"XDG_DATA_HOME=/c", "HOME=/d"}}, "/c/owl"},
		"then the user":  {Input{Environ: []string{"HOME=/d"}}, "/d/.local/share/owl"},
		"relative":       {Input{Home: "x", Dir: "/w"}, "/w/x"},
		"the last value": {Input{Environ: []string{"OWL_HOME=/b", "OWL_HOME=/e"}}, "/e"},
	} {
		cfg, err := Load(c.in)
		if err != nil || cfg.Home != c.want {
			t.Errorf("%s: got %q, %v; want %q", name, cfg.Home, err, c.want)
		}
	}
	if _, err := Load(Input{}); !errors.Is(err, engine.ErrUsage) {
		t.Errorf("no home at all: %v", err)
	}
}

func TestNamedFileMustExist(t *testing.T) {
	for _, in := range []Input{{File: "/no/owl.toml", Home: "/h"}, {Home: "/h", Environ: []string{"OWL_CONFIG=/no/owl.toml"}}} {
		if _, err := Load(in); err == nil || !strings.HasSuffix(err.Error(), ": cannot read /no/owl.toml: no such file or directory") {
			t.Errorf("got %v", err)
		}
	}
	if _, err := Load(Input{Environ: []string{"HOME=/no"}}); err != nil {
		t.Errorf("the default file may be missing: %v", err)
	}
}

func TestReachable(t *testing.T) {
	cfg, path, err := load(t, "[sources.gone]\nkind = \"files\"\nwhere = \"nowhere\"\n[sources.here]\nkind = \"files\"\nwhere = \".\"\n")
	if err != nil {
		t.Fatal(err)
	}
	want := path + ":3: sources.gone.where: cannot reach " + filepath.Join(filepath.Dir(path), "nowhere") + ": no such file or directory"
	if err := cfg.Reachable(cfg.Sources[0]); err == nil || err.Error() != want || !errors.Is(err, engine.ErrUsage) {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if err := cfg.Reachable(cfg.Sources[1]); err != nil {
		t.Error(err)
	}
}

// What `owl config` prints is an owl.toml that gives the same values again.
func TestTOMLReadsBack(t *testing.T) {
	cfg, _, err := load(t, "[site]\nname = \"a \\\"quoted\\\" \\\\ \\u001b name\"\n[sources.\"a.b\"]\nkind = \"files\"\nwhere = \"/tmp\"\n")
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := load(t, cfg.TOML())
	if err != nil {
		t.Fatalf("%v in\n%s", err, cfg.TOML())
	}
	if again.Site.Name != cfg.Site.Name || len(again.Sources) != 1 || again.Sources[0].Name != "a.b" || again.UI != cfg.UI {
		t.Errorf("got %+v, want %+v", again, cfg)
	}
}

func FuzzFile(f *testing.F) {
	f.Add("[site]\nname = \"x\"\n[sources]\na = {kind = \"files\", where = \"b\"}\n")
	f.Add("a.b.c = [1, {d = 2}]\n[[x]]\n")
	f.Fuzz(func(t *testing.T, file string) {
		settings, err := parseFile([]byte(file), "owl.toml", "")
		if err != nil {
			return
		}
		cfg := Config{from: map[string]string{}}
		for _, s := range settings {
			if err := cfg.set(s); err != nil && !errors.Is(err, engine.ErrUsage) {
				t.Fatal(err)
			}
		}
	})
}
