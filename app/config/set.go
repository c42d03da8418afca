package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // a control-room host may have no zone files
)

// setting is one value that a file or a variable gives to a key.
type setting struct {
	key   []string
	value string
	list  []string // of a list of strings
	kind  kind
	at    string // "owl.toml:7", "$OWL_UI_THEME"
	dir   string // where a relative path starts
	home  string // what "~/" means
}

// kind is what a value is written as.
type kind string

const (
	isString kind = "a string"
	isBool   kind = "true or false"
	isTable  kind = "a table"
	isList   kind = "a list"
	isNumber kind = "a number"
	fromEnv  kind = "text" // of a variable: may stand for any kind
)

// moreTables are the tables of pv.go, llm.go and store.go, with their keys.
func moreTables() map[string]string {
	all := pvTables()
	maps.Copy(all, llmTables())
	maps.Copy(all, storeTables())
	return all
}

// set gives one key its value, or says why not.
func (c *Config) set(s setting) error {
	if why := c.apply(s); why != "" {
		return &Error{At: s.at, Key: strings.Join(s.key, "."), Why: why}
	}
	c.from[strings.Join(s.key, ".")] = s.at
	return nil
}

// apply returns why a setting is refused.
func (c *Config) apply(s setting) string {
	switch {
	case s.kind == isTable:
		return c.openTable(s)
	case len(s.key) == 3 && s.key[0] == "sources":
		return c.setSource(s)
	}
	if why, mine := c.setPV(s); mine {
		return why
	}
	if why, mine := c.setLLM(s); mine {
		return why
	}
	if why, mine := c.setStore(s); mine {
		return why
	}
	if why, mine := c.UI.set(s); mine {
		return why
	}
	switch strings.Join(s.key, ".") {
	case "site.name":
		return text(s, &c.Site.Name)
	case "site.timezone":
		return zone(s, &c.Site.Zone)
	case "site.acronyms":
		return path(s, &c.Site.Acronyms)
	case "site.calendar":
		return path(s, &c.Site.Calendar)
	case "models.embedder":
		return model(s, &c.Models.Embedder)
	case "models.reranker":
		return model(s, &c.Models.Reranker)
	case "models.ranking":
		return path(s, &c.Models.Ranking)
	case "models.composing":
		return path(s, &c.Models.Composing)
	case "models.embedder_name":
		return text(s, &c.Models.EmbedderName)
	case "models.reranker_name":
		return text(s, &c.Models.RerankerName)
	case "models.api_key_env":
		return text(s, &c.Models.KeyEnv)
	}
	return unknown(s.key)
}

// set sets how the console looks; mine reports whether the setting is of it.
func (u *UI) set(s setting) (why string, mine bool) {
	switch strings.Join(s.key, ".") {
	case "ui.theme":
		return oneOf(s, "theme", Themes(), &u.Theme), true
	case "ui.images":
		return oneOf(s, "way to show images", Images(), &u.Images), true
	case "ui.mouse":
		return truth(s, &u.Mouse), true
	case "ui.ascii":
		return truth(s, &u.ASCII), true
	}
	return "", false
}

// openTable accepts the header of a known table.
func (c *Config) openTable(s setting) string {
	switch {
	case len(s.key) == 1 && (slices.Contains([]string{"site", "sources", "models", "ui"}, s.key[0]) || moreTables()[s.key[0]] != ""):
		return ""
	case len(s.key) == 2 && s.key[0] == "sources":
		_, why := c.source(s.key[1])
		return why
	}
	return unknown(s.key)
}

func (c *Config) setSource(s setting) string {
	src, why := c.source(s.key[1])
	if why != "" {
		return why
	}
	if key := strings.Join(s.key[:2], "."); c.from[key] == "" {
		c.from[key] = s.at
	}
	switch s.key[2] {
	case "kind":
		return oneOf(s, "kind of source", Kinds(), &src.Kind)
	case "where":
		why := text(s, &src.Where)
		src.Where, src.From = absolute(src.Where, s.dir, s.home), s.at
		return why
	case "schedule":
		return "this version of owl does not ingest on a schedule"
	}
	return unknown(s.key)
}

// source returns the source of this name, which it makes when needed.
func (c *Config) source(name string) (*Source, string) {
	for i := range c.Sources {
		if c.Sources[i].Name == name {
			return &c.Sources[i], ""
		}
	}
	if why := nameError(name); why != "" {
		return nil, why
	}
	c.Sources = append(c.Sources, Source{Name: name})
	return &c.Sources[len(c.Sources)-1], ""
}

// nameError says why a source may not have this name. A name is typed on the
// command line, so it has no separator and no blank.
func nameError(name string) string {
	for _, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && r != '-' && r != '_' && r != '.' {
			return fmt.Sprintf("%q is not a name of a source (letters, digits, - _ .)", name)
		}
	}
	if name == "" || name[0] == '.' || name[0] == '-' || len(name) > 64 {
		return fmt.Sprintf("%q is not a name of a source (at most 64 characters, first a letter or digit)", name)
	}
	return ""
}

func unknown(key []string) string {
	switch key[0] {
	case "site":
		return "unknown key; [site] has name, timezone, acronyms, calendar"
	case "models":
		return "unknown key; [models] has embedder, embedder_name, reranker, reranker_name, api_key_env, ranking"
	case "ui":
		return "unknown key; [ui] has theme, ascii, mouse, images"
	case "sources":
		return "unknown key; [sources.NAME] has kind, where"
	}
	if keys := moreTables()[key[0]]; keys != "" {
		return "unknown key; [" + key[0] + "] has " + keys
	}
	return "unknown key; there is [site], [sources.NAME], [models], [epics], [archiver], [channels], [llm], [policy], [store], [ui]"
}

func text(s setting, to *string) string {
	if s.kind != isString && s.kind != fromEnv {
		return fmt.Sprintf("is %s, want %s", s.kind, isString)
	}
	if s.value == "" {
		return "is empty"
	}
	*to = s.value
	return ""
}

// path reads a file name, which may be relative to the file that names it.
func path(s setting, to *string) string {
	why := text(s, to)
	if why == "" {
		*to = absolute(*to, s.dir, s.home)
	}
	return why
}

// model reads where a model comes from: "builtin", "none", an address, or a
// folder.
func model(s setting, to *string) string {
	why := text(s, to)
	if why == "" && *to != "builtin" && *to != NoModel && !strings.Contains(*to, "://") {
		*to = absolute(*to, s.dir, s.home)
	}
	return why
}

func truth(s setting, to *bool) string {
	if s.kind != isBool && s.kind != fromEnv {
		return fmt.Sprintf("is %s, want %s", s.kind, isBool)
	}
	v, err := strconv.ParseBool(s.value)
	if err != nil {
		return fmt.Sprintf("is %q, want %s", s.value, isBool)
	}
	*to = v
	return ""
}

func oneOf(s setting, what string, choices []string, to *string) string {
	var v string
	if why := text(s, &v); why != "" {
		return why
	}
	if !slices.Contains(choices, v) {
		return fmt.Sprintf("%q is not a %s; there is %s", v, what, strings.Join(choices, ", "))
	}
	*to = v
	return ""
}

func zone(s setting, to **time.Location) string {
	var name string
	if why := text(s, &name); why != "" {
		return why
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return fmt.Sprintf("%q is not a time zone; want a name like America/Chicago, or Local", name)
	}
	*to = loc
	return ""
}
