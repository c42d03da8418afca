package cli

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"owl/bench/judge"
	"owl/bench/nuggets"
	benchrun "owl/bench/run"
)

// judgeFolder keeps the verdicts of judges beside the runs.
const judgeFolder = "judge"

// judgeFlags say which language model judges answers.
type judgeFlags struct{ url, model, keyEnv, family string }

func (f *judgeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.url, "judge", "", "have a language model judge nuggets and claims too: `URL` of an OpenAI-compatible endpoint, with /v1")
	flags.StringVar(&f.model, "judge-model", "", "model that judges; it must be of another family than the one that wrote the answers")
	flags.StringVar(&f.keyEnv, "judge-key-env", "", "environment variable with the key of the endpoint")
	flags.StringVar(&f.family, "judge-family", "", "family of the judge, such as llama, where its name does not say it")
}

// options checks the flags as far as they can be without the runs.
func (f judgeFlags) options(s *session, dir string) (judge.Options, error) {
	given := f.model != "" || f.keyEnv != "" || f.family != ""
	switch {
	case f.url == "" && given:
		return judge.Options{}, usagef("--judge-model, --judge-key-env and --judge-family need --judge")
	case f.url != "" && !strings.HasPrefix(f.url, "http://") && !strings.HasPrefix(f.url, "https://"):
		return judge.Options{}, usagef("--judge %s: want a URL such as http://127.0.0.1:8000/v1", f.url)
	case f.url != "" && f.model == "":
		return judge.Options{}, usagef("--judge needs --judge-model")
	}
	opts := judge.Options{BaseURL: f.url, Model: f.model, Family: f.family, CacheDir: filepath.Join(s.path(dir), judgeFolder)}
	if f.keyEnv == "" {
		return opts, nil
	}
	for _, v := range s.host.Environ {
		if key, ok := strings.CutPrefix(v, f.keyEnv+"="); ok {
			opts.Key = key
		}
	}
	if opts.Key == "" {
		return opts, usagef("--judge-key-env %s: the variable is not set", f.keyEnv)
	}
	return opts, nil
}

// judgeOf opens the judge of some runs; nil when none was asked for.
func (s *session) judgeOf(opts judge.Options, folders []benchrun.Folder) (*shownJudge, error) {
	if opts.BaseURL == "" {
		return nil, nil
	}
	var chat *judge.Chat
	for _, generator := range generators(folders) {
		opts.Generator = generator
		var err error
		if chat, err = judge.NewChat(opts); err != nil {
			return nil, err
		}
	}
	return &shownJudge{Chat: chat, show: s.err.showStatus}, nil
}

// generators lists what wrote the answers of some runs, at least judge.NoModel.
func generators(folders []benchrun.Folder) []string {
	found := map[string]bool{judge.NoModel: true}
	for _, f := range folders {
		for _, state := range f.Runs {
			if state.Answer != nil && state.Answer.Composer != "" {
				found[state.Answer.Composer] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// shownJudge shows how many verdicts there are.
type shownJudge struct {
	*judge.Chat
	mu   sync.Mutex
	done int
	show func(line string)
}

// Nugget implements judge.Judge.
func (j *shownJudge) Nugget(ctx context.Context, question, nugget, answer string) (nuggets.Verdict, error) {
	defer j.count()
	return j.Chat.Nugget(ctx, question, nugget, answer)
}

// Claim implements judge.Judge.
func (j *shownJudge) Claim(ctx context.Context, claim, evidence string) (nuggets.Verdict, error) {
	defer j.count()
	return j.Chat.Claim(ctx, claim, evidence)
}

func (j *shownJudge) count() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.done++
	j.show(fmt.Sprintf("judging: %d verdicts", j.done))
}

// judgedBy says who gave the verdicts.
func judgedBy(j *shownJudge) string {
	if j == nil {
		return "Nuggets are judged by the deterministic matcher, claims by the check in code; no language model took part."
	}
	id := j.Identity()
	return fmt.Sprintf("Nuggets are judged by the deterministic matcher, claims by the check in code. Acc and what says (judge) is by %s, prompts %s.",
		id.Model, id.PromptHash[:16])
}
