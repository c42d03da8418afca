package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"owl/engine"
	"owl/engine/query"
)

// filterFlags are the flags that narrow a question or search down.
type filterFlags struct {
	since, until string
	collections  []string
}

func (f *filterFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.since, "since", "", "only records from then on: 2024-10-08, \"2024-10-08 14:30\", 24h, 7d, yesterday")
	flags.StringVar(&f.until, "until", "", "only records up to then; a day counts whole")
	flags.StringArrayVar(&f.collections, "collection", nil, "only this collection; give it again for more")
}

// filter reads the flags; now gives the site's time zone.
func (f *filterFlags) filter(now time.Time) (out engine.Filter, err error) {
	if out.Since, err = timeFlag("--since", f.since, now, query.ParseTime); err != nil {
		return engine.Filter{}, err
	}
	if out.Until, err = timeFlag("--until", f.until, now, query.ParseUntil); err != nil {
		return engine.Filter{}, err
	}
	if !out.Since.IsZero() && !out.Until.IsZero() && !out.Since.Before(out.Until) {
		return engine.Filter{}, usagef("--since %s is not before --until %s", f.since, f.until)
	}
	for _, c := range f.collections {
		if strings.TrimSpace(c) == "" {
			return engine.Filter{}, usagef("--collection is empty")
		}
		out.Collections = append(out.Collections, engine.Collection(c))
	}
	return out, nil
}

func timeFlag(flag, value string, now time.Time, parse func(string, time.Time) (time.Time, error)) (time.Time, error) {
	if value == "" {
		return time.Time{}, nil
	}
	t, err := parse(value, now)
	if err != nil {
		return time.Time{}, usageError{fmt.Errorf("%s: %w", flag, err)}
	}
	return t, nil
}
