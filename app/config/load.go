package config

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"owl/engine"
)

// Input is everything that a configuration is made from.
type Input struct {
	Home    string   // --home; empty when not given
	File    string   // --config; empty when not given
	Environ []string // "NAME=value", as os.Environ gives it
	Dir     string   // the working folder
}

// Load reads the configuration. The error is an *Error and stands for wrong
// usage; whether the folders of the sources can be reached is for Reachable to
// say.
func Load(in Input) (Config, error) {
	env := environ(in.Environ)
	cfg := Config{from: map[string]string{}, Site: Site{Name: "Owl", Zone: time.Local}, Models: Models{Embedder: "builtin", Reranker: "builtin"}, UI: UI{Theme: Themes()[0], Images: Images()[0]}, Store: Store{Graph: GraphStores()[0]}}
	if err := cfg.setHome(in, env); err != nil {
		return Config{}, err
	}
	settings, err := cfg.fileSettings(in, env)
	if err != nil {
		return Config{}, err
	}
	settings = append(settings, envSettings(in.Environ, in.Dir, settings)...)
	for _, s := range settings {
		if err := cfg.set(s); err != nil {
			return Config{}, err
		}
	}
	return cfg, cfg.finish()
}

// environ gives the value of a variable, empty when it is not set.
func environ(vars []string) func(string) string {
	return func(name string) string {
		for _, v := range slices.Backward(vars) {
			if value, ok := strings.CutPrefix(v, name+"="); ok {
				return value
			}
		}
		return ""
	}
}

func (c *Config) setHome(in Input, env func(string) string) error {
	switch {
	case in.Home != "":
		c.Home, c.from["home"] = in.Home, "--home"
	case env("OWL_HOME") != "":
		c.Home, c.from["home"] = env("OWL_HOME"), "$OWL_HOME"
	case env("XDG_DATA_HOME") != "":
		c.Home, c.from["home"] = filepath.Join(env("XDG_DATA_HOME"), "owl"), "$XDG_DATA_HOME"
	case env("HOME") != "":
		c.Home, c.from["home"] = filepath.Join(env("HOME"), ".local", "share", "owl"), "default"
	default:
		return &Error{At: "--home", Why: "not given, and neither $OWL_HOME, $XDG_DATA_HOME nor $HOME is set"}
	}
	c.Home = absolute(c.Home, in.Dir, env("HOME"))
	return nil
}

// fileSettings finds owl.toml and reads it.
func (c *Config) fileSettings(in Input, env func(string) string) ([]setting, error) {
	path, named := defaultFile(in, env)
	if path == "" {
		return nil, nil
	}
	path = absolute(path, in.Dir, env("HOME"))
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && named == "" {
		return nil, nil
	}
	if err != nil {
		return nil, &Error{At: cmp.Or(named, path), Why: "cannot read " + path + ": " + reason(err)}
	}
	c.File = path
	return parseFile(data, path, env("HOME"))
}

// defaultFile gives the path of owl.toml, and the flag or variable that names
// it.
func defaultFile(in Input, env func(string) string) (path, named string) {
	switch {
	case in.File != "":
		return in.File, "--config"
	case env("OWL_CONFIG") != "":
		return env("OWL_CONFIG"), "$OWL_CONFIG"
	case env("XDG_CONFIG_HOME") != "":
		return filepath.Join(env("XDG_CONFIG_HOME"), "owl", "owl.toml"), ""
	case env("HOME") != "":
		return filepath.Join(env("HOME"), ".config", "owl", "owl.toml"), ""
	}
	return "", ""
}

// finish checks what can only be checked once every key is known.
func (c *Config) finish() error {
	slices.SortFunc(c.Sources, func(a, b Source) int { return strings.Compare(a.Name, b.Name) })
	for _, s := range c.Sources {
		for _, need := range []struct{ key, value string }{{"kind", s.Kind}, {"where", s.Where}} {
			if need.value == "" {
				return &Error{At: c.from["sources."+s.Name], Key: "sources." + s.Name + "." + need.key, Why: "missing"}
			}
		}
	}
	if err := c.checkStore(); err != nil {
		return err
	}
	return c.checkLLM()
}

// Reachable reports why the folder or file of a source cannot be read; nil
// when it can.
func (c Config) Reachable(s Source) error {
	f, err := os.Open(s.Where)
	if err != nil {
		return &Error{At: s.From, Key: "sources." + s.Name + ".where", Why: "cannot reach " + s.Where + ": " + reason(err)}
	}
	if err := f.Close(); err != nil {
		return &Error{At: s.From, Key: "sources." + s.Name + ".where", Why: "cannot read " + s.Where + ": " + reason(err)}
	}
	return nil
}

// CheckModels reports a folder of a model, or a file of weights or of
// acronyms, that is not there.
func (c Config) CheckModels() error {
	for _, f := range []struct{ key, path string }{
		{"models.embedder", c.Models.Embedder},
		{"models.reranker", c.Models.Reranker},
		{"models.ranking", c.Models.Ranking},
		{"models.composing", c.Models.Composing},
		{"site.acronyms", c.Site.Acronyms},
		{"site.calendar", c.Site.Calendar},
	} {
		if !filepath.IsAbs(f.path) {
			continue
		}
		if _, err := os.Stat(f.path); err != nil {
			return &Error{At: c.from[f.key], Key: f.key, Why: "cannot reach " + f.path + ": " + reason(err)}
		}
	}
	return nil
}

// Source returns the configured source of this name, or engine.ErrNotFound.
func (c Config) Source(name string) (Source, error) {
	for _, s := range c.Sources {
		if s.Name == name {
			return s, nil
		}
	}
	return Source{}, engine.ErrNotFound
}

// reason is what the system says without the path, which is named anyway.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// absolute resolves a path against dir; "~/" is the user's home.
func absolute(path, dir, home string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && home != "" {
		return filepath.Join(home, rest)
	}
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}
