package config

import (
	"time"

	"owl/engine"
)

// Config is the effective configuration. It is a value: whoever got one holds
// it unchanged for the whole run.
type Config struct {
	File    string // the owl.toml that was read; empty when there is none
	Home    string // absolute
	Site    Site
	Sources []Source // by name
	Models  Models
	UI      UI

	EPICS    EPICS
	Archiver Archiver
	Channels Channels

	LLM    LLM
	Policy Policy
	Store  Store

	from map[string]string // key -> where its value comes from; see Values
}

// Site is what is said about the facility.
type Site struct {
	Name string
	Zone *time.Location // of every time that is shown or typed without a zone
	// Acronyms is a file with the facility's acronyms and synonyms; empty for
	// none.
	Acronyms string
	// Calendar is a file with the facility's runs, shutdowns and shifts; empty
	// for none.
	Calendar string
}

// Models are the models that search works with, and the weights of its ranker.
type Models struct {
	Embedder string // "builtin", "none", a folder, or the address of a service
	Reranker string // the same
	Ranking  string // file of the ranking's settings; empty for the built-in ones
	// Composing is a file of the composer's weights; empty for the built-in ones.
	Composing string

	// What a service is asked with.
	EmbedderName string // of the model
	RerankerName string
	KeyEnv       string // variable that holds the key
}

// NoModel switches a model off.
const NoModel = "none"

// Source is one configured source.
type Source struct {
	Name  string
	Kind  string // one of Kinds
	Where string // absolute
	From  string // where Where was set: "owl.toml:7"
}

// UI is how the console looks.
type UI struct {
	Theme string // one of Themes
	ASCII bool
	Mouse bool // wheel and clicks; a terminal then no longer selects text by itself
	// Images is one of Images: how pictures in records are shown.
	Images string
}

// Error is one thing that is wrong with the configuration, in one line. It is
// an engine.ErrUsage.
type Error struct {
	At  string // "owl.toml:7", "$OWL_UI_THEME", "--config"
	Key string // empty when no key is to blame
	Why string
}

// Error reads `owl.toml:7: ui.theme: "neon" is not a theme; there is dark, light`.
func (e *Error) Error() string {
	if e.Key == "" {
		return e.At + ": " + e.Why
	}
	return e.At + ": " + e.Key + ": " + e.Why
}

// Is makes every Error an engine.ErrUsage.
func (e *Error) Is(target error) bool { return target == engine.ErrUsage }

// Kinds lists the kinds of sources.
func Kinds() []string {
	return []string{"corpus", "files", "bely", "icms", "wrq", "teams", "wiki", "downtime", "sdds", "oag"}
}

// Themes lists the themes; the first is the default and follows the terminal.
func Themes() []string { return []string{"auto", "dark", "light", "contrast", "16", "none"} }

// Images lists the ways to show pictures; the first is the default and follows the
// terminal.
func Images() []string { return []string{"auto", "kitty", "blocks", "off"} }
