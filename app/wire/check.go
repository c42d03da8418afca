package wire

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"owl/app/config"
	"owl/engine"
	"owl/engine/kb"
	"owl/engine/models"
	"owl/engine/nativedir"
	"owl/epics"
)

func check(name string, state kb.State, detail, do string) kb.Check {
	return kb.Check{Name: name, State: state, Detail: engine.Untrusted(detail), Do: do}
}

func configChecks(cfg config.Config) []kb.Check {
	out := []kb.Check{check("configuration", kb.OK, cmp.Or(cfg.File, "no owl.toml, defaults only"), "")}
	for _, s := range cfg.Sources {
		if err := cfg.Reachable(s); err != nil {
			out = append(out, check("source "+s.Name, kb.Bad, err.Error(), "mount or correct the folder"))
		}
	}
	return out
}

// missingHome tells whether a home that is not there can be made.
func missingHome(home string) kb.Check {
	parent := filepath.Dir(home)
	for _, err := os.Stat(parent); err != nil && parent != filepath.Dir(parent); _, err = os.Stat(parent) {
		parent = filepath.Dir(parent)
	}
	if unix.Access(parent, unix.W_OK) != nil {
		return check("home", kb.Bad, home+" is missing and cannot be made", "give another folder with --home")
	}
	return check("home", kb.OK, home+" is not there yet", "the first owl ingest makes it")
}

// modelChecks loads the configured models and looks at the vectors that the
// knowledge base has of them. All of it is left out at will, so that what is
// missing is a warning.
func modelChecks(ctx context.Context, cfg config.Config, verify bool) []kb.Check {
	if err := cfg.CheckModels(); err != nil {
		return []kb.Check{check("models", kb.Bad, err.Error(), "correct the folder")}
	}
	out := []kb.Check{runtimeCheck(ctx, cfg.Models, verify)}
	var embedder ModelInfo
	for _, m := range Models(ctx, cfg.Models) {
		out = append(out, m.check())
		if m.Role == models.Embedder {
			embedder = m
		}
	}
	if embedder.Off() {
		return append(out, check("vector index", kb.OK, "not used, the embedder is switched off", ""))
	}
	if c, ok := kb.CheckVectors(ctx, cfg.Home, embedder.ID, verify); ok {
		out = append(out, c)
	}
	return out
}

// runtimeCheck looks at ONNX Runtime, and at the models that come with Owl when
// they are used.
func runtimeCheck(ctx context.Context, cfg config.Models, verify bool) kb.Check {
	const name, without = "models", "text search and answers work without them"
	if local := withoutBuiltin(cfg); local == cfg {
		return check(name, kb.OK, "none that runs here is configured", "")
	}
	dir, err := nativedir.Default()
	if err != nil {
		return check(name, kb.Warn, err.Error(), without)
	}
	depth := models.Open
	if verify {
		depth = models.Full
	}
	status, err := models.Runtime(ctx, dir, depth)
	if err != nil {
		return check(name, kb.Warn, err.Error(), without)
	}
	var names []string
	for _, m := range status.Models {
		if m.Err != nil {
			return check(name, kb.Bad, fmt.Sprintf("%s: %v", m.Model.Name, m.Err), "run make build again; it fetches what is damaged")
		}
		names = append(names, m.Model.Name)
	}
	return check(name, kb.OK, fmt.Sprintf("ONNX Runtime %s opens %s", status.Version, strings.Join(names, ", ")), "")
}

// check says in one line whether a configured model can be used.
func (m ModelInfo) check() kb.Check {
	name := string(m.Role)
	without := map[models.Role]string{
		models.Embedder: "records are found by their words", models.Reranker: "the linear ranker's order stands",
	}[m.Role]
	switch {
	case m.Off():
		return check(name, kb.OK, "switched off; "+without, "")
	case m.Err != nil:
		return check(name, kb.Warn, m.Source+": "+m.Err.Error(), "until it is mended, "+without)
	}
	line := fmt.Sprintf("%s (%s) passed its self-test", m.ID.Name, m.Source)
	if m.ID.Dim > 0 {
		line += fmt.Sprintf(", %d elements", m.ID.Dim)
	}
	return check(name, kb.OK, fmt.Sprintf("%s, loaded in %.1f s", line, m.Took.Seconds()), "")
}

func epicsCheck() kb.Check {
	status := epics.Native()
	if !status.Available {
		return check("EPICS", kb.Warn, status.Why, "live PVs need a build with the EPICS libraries")
	}
	return check("EPICS", kb.OK, strings.Join(status.Versions, ", "), "")
}

// zoneCheck says which zone times are shown in.
func zoneCheck(cfg config.Config, now time.Time) kb.Check {
	do := ""
	if cfg.Site.Zone == time.Local {
		do = "set [site] timezone, so that every host shows the site's time"
	}
	return check("time zone", kb.OK, fmt.Sprintf("%s, now %s", cfg.Site.Zone, now.In(cfg.Site.Zone).Format("2006-01-02 15:04 -07:00 MST")), do)
}
