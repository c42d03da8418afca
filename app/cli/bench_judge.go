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

	"owl/app/wire"
	"owl/bench/faith"
	"owl/bench/judge"
	"owl/bench/nuggets"
	"owl/bench/report"
	benchrun "owl/bench/run"
)

// judgeFolder keeps the verdicts of judges beside the runs.
const judgeFolder = "judge"

// graderFlags say who gives verdicts beside the matcher and the check in code.
type graderFlags struct {
	judge, second judgeFlags
	nli           string
}

func (f *graderFlags) add(cmd *cobra.Command) {
	f.judge.add(cmd, "judge", "have a language model judge nuggets and claims too")
	f.second.add(cmd, "second-judge", "have a second one judge the same, to compare the two")
	cmd.Flags().StringVar(&f.nli, "nli", "", "hold claims against what they cite with a model of inference: a folder with model.onnx and tokenizer.json")
}

// graders is what the flags name.
type graders struct {
	judge, second judge.Options // BaseURL is empty without one
	nli           string        // folder; empty without one
}

// options checks the flags as far as they can be without the runs.
func (f graderFlags) options(s *session, dir string) (out graders, err error) {
	if out.judge, err = f.judge.options(s, dir); err != nil {
		return out, err
	}
	if out.second, err = f.second.options(s, dir); err != nil {
		return out, err
	}
	if f.second.url != "" && f.judge.url == "" {
		return out, usagef("--second-judge needs --judge")
	}
	if f.nli != "" {
		out.nli = s.path(f.nli)
	}
	return out, nil
}

// judgeFlags say which language model judges answers.
type judgeFlags struct {
	name                       string // of the flag with the URL
	url, model, keyEnv, family string
}

func (f *judgeFlags) add(cmd *cobra.Command, name, what string) {
	f.name = name
	flags := cmd.Flags()
	flags.StringVar(&f.url, name, "", what+": `URL` of an OpenAI-compatible endpoint, with /v1")
	flags.StringVar(&f.model, name+"-model", "", "model that judges; it must be of another family than the one that wrote the answers")
	flags.StringVar(&f.keyEnv, name+"-key-env", "", "environment variable with the key of the endpoint")
	flags.StringVar(&f.family, name+"-family", "", "family of the judge, such as llama, where its name does not say it")
}

// options checks the flags as far as they can be without the runs.
func (f judgeFlags) options(s *session, dir string) (judge.Options, error) {
	given := f.model != "" || f.keyEnv != "" || f.family != ""
	switch {
	case f.url == "" && given:
		return judge.Options{}, usagef("--%[1]s-model, --%[1]s-key-env and --%[1]s-family need --%[1]s", f.name)
	case f.url != "" && !strings.HasPrefix(f.url, "http://") && !strings.HasPrefix(f.url, "https://"):
		return judge.Options{}, usagef("--%s %s: want a URL such as http://127.0.0.1:8000/v1", f.name, f.url)
	case f.url != "" && f.model == "":
		return judge.Options{}, usagef("--%[1]s needs --%[1]s-model", f.name)
	}
	opts := judge.Options{BaseURL: f.url, Model: f.model, Family: f.family, CacheDir: filepath.Join(s.path(dir), judgeFolder)}
	if f.keyEnv == "" {
		return opts, nil
	}
	if opts.Key = s.env(f.keyEnv); opts.Key == "" {
		return opts, usagef("--%s-key-env %s: the variable is not set", f.name, f.keyEnv)
	}
	return opts, nil
}

// open opens who gives verdicts on some runs, and says who they are. End lets go
// of them.
func (g graders) open(ctx context.Context, s *session, folders []benchrun.Folder) (by report.Graders, notes []string, end func() error, err error) {
	end = func() error { return nil }
	first, err := s.judgeOf(g.judge, folders)
	if err != nil {
		return by, nil, end, err
	}
	second, err := s.judgeOf(g.second, folders)
	if err != nil {
		return by, nil, end, err
	}
	notes = []string{judgedBy(first)}
	if first != nil { // a nil *shownJudge is no nil judge.Judge
		by.Judge = first
	}
	if second != nil {
		by.Second = second
		notes = append(notes, fmt.Sprintf("The second judge is %s, prompts %s.", second.Identity().Model, second.Identity().PromptHash[:16]))
	}
	if g.nli == "" {
		return by, notes, end, nil
	}
	model, err := wire.OpenNLI(ctx, g.nli)
	if err != nil {
		return by, nil, end, err
	}
	by.NLI = &shownNLI{NLI: model, show: s.err.showStatus}
	note := fmt.Sprintf("The model of inference is %s, SHA-256 %s; a claim follows from %g on.", model.ID().Name, model.ID().Hash[:16], faith.Entailed)
	return by, append(notes, note), model.Close, nil
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

// shownNLI shows how many claims were held against what they cite.
type shownNLI struct {
	faith.NLI
	mu   sync.Mutex
	done int
	show func(line string)
}

// Entails implements faith.NLI.
func (n *shownNLI) Entails(ctx context.Context, premise, hypothesis string) (float64, error) {
	defer func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.done++
		n.show(fmt.Sprintf("inference: %d claims", n.done))
	}()
	return n.NLI.Entails(ctx, premise, hypothesis)
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
