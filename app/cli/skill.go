package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"owl/assets"
	"owl/engine/wholefile"
)

// skillFolder is where a skill stands in the folder of all skills.
const skillFolder = "owl-records"

type skillFlags struct {
	to            string
	dryRun, force bool
}

func (s *session) skillCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "skill", Short: "Teach a coding agent to use owl", Args: cobra.NoArgs}
	var f skillFlags
	install := &cobra.Command{
		Use:   "install",
		Short: "Write the skill for coding agents",
		Long: "install writes " + skillFolder + "/SKILL.md, which tells a coding agent what owl can do and how to cite, into the folder\n" +
			"of skills that --to names; without it ~/.agents/skills. A file that was changed is only written over with --force.",
		Example:           "owl skill install --dry-run\nowl skill install --to ~/.claude/skills\nowl skill install --to .agents/skills",
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              s.run(func(_ context.Context, _ []string) error { return s.installSkill(f) }),
	}
	flags := install.Flags()
	flags.StringVar(&f.to, "to", "", "folder of skills (~/.agents/skills)")
	flags.BoolVar(&f.dryRun, "dry-run", false, "only say what would be written")
	flags.BoolVar(&f.force, "force", false, "write over files that were changed")
	cmd.AddCommand(install)
	return cmd
}

func (s *session) installSkill(f skillFlags) error {
	folder := f.to
	if folder == "" {
		home := s.env("HOME")
		if home == "" {
			return usagef("there is no $HOME; name the folder of skills with --to")
		}
		folder = filepath.Join(home, ".agents", "skills")
	}
	return fs.WalkDir(assets.Skill(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return s.installFile(name, filepath.Join(s.path(folder), skillFolder, filepath.FromSlash(name)), f)
	})
}

// installFile writes one file of the skill, and says so.
func (s *session) installFile(name, path string, f skillFlags) error {
	data, err := fs.ReadFile(assets.Skill(), name)
	if err != nil {
		return fmt.Errorf("read the skill: %w", err)
	}
	old, err := os.ReadFile(path)
	did := "written"
	switch {
	case err == nil && bytes.Equal(old, data):
		s.out.printf("%s  as it should be\n", path)
		return nil
	case err == nil && !f.force:
		return fmt.Errorf("%s was changed or is of another version; --force writes over it", path)
	case err == nil:
		did = "written over"
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("install the skill: %w", err)
	}
	if f.dryRun {
		s.out.printf("%s  would be %s\n", path, did)
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("install the skill: %w", err)
	}
	if err := wholefile.Replace(path, data, 0o644); err != nil {
		return fmt.Errorf("install the skill: %w", err)
	}
	s.out.printf("%s  %s\n", path, did)
	return nil
}
