package wire

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"owl/app/config"
	"owl/engine"
	"owl/engine/kb"
)

// Doctor checks everything that a run depends on and changes nothing. With
// verify it reads the files whole.
func Doctor(ctx context.Context, cfg config.Config, verify bool) []kb.Check {
	out := configChecks(cfg)
	if _, err := os.Stat(cfg.Home); errors.Is(err, fs.ErrNotExist) {
		out = append(out, missingHome(cfg.Home))
	} else if report, err := kb.Doctor(ctx, cfg.Home, verify); err != nil {
		out = append(out, kb.Check{Name: "home", State: kb.Bad, Detail: engine.Untrusted(err.Error())})
	} else {
		out = append(out, report.Checks...)
	}
	out = append(out, modelChecks(ctx, cfg, verify)...)
	out = append(out, mirrorChecks(ctx, cfg)...)
	out = append(out, neo4jCheck(ctx, cfg.Store)...)
	return append(out, llmCheck(ctx, cfg.LLM), epicsCheck(), zoneCheck(cfg, time.Now()))
}
