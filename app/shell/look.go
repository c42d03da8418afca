package shell

import (
	"os"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"owl/views/theme"
)

// environment is what the environment variables say about the terminal.
type environment struct {
	list    []string
	term    string
	noColor bool
	ssh     bool
}

func envOf(opts Options) environment {
	env := environment{list: opts.Terminal.Env, noColor: opts.NoColor}
	if env.list == nil {
		env.list = os.Environ()
	}
	for _, entry := range env.list {
		name, value, _ := strings.Cut(entry, "=")
		switch name {
		case "TERM":
			env.term = value
		case "NO_COLOR": // any value counts, https://no-color.org
			env.noColor = env.noColor || value != ""
		case "SSH_TTY":
			env.ssh = true
		}
	}
	return env
}

// environ is the environment for the terminal library, which takes only some
// values of NO_COLOR for a yes.
func environ(opts Options) []string {
	env := envOf(opts)
	if !env.noColor {
		return env.list
	}
	return append(env.list[:len(env.list):len(env.list)], "NO_COLOR=1")
}

// plain reports whether the terminal's font has ASCII signs only.
func (e environment) plain() bool { return e.term == "dumb" || strings.HasPrefix(e.term, "linux") }

func newLook(opts Options, env environment) look {
	l := look{env: env, most: theme.Dark}
	if p := theme.Palette(opts.Theme); slices.Contains(theme.Palettes(), p) {
		l.asked = p
	}
	if env.noColor || env.term == "dumb" {
		l.most = theme.None
	}
	l.theme = theme.New(l.palette(), opts.ASCII || env.plain())
	return l
}

// palette is what was asked for, as far as the terminal can show it; when nothing
// was, what suits the terminal.
func (l look) palette() theme.Palette {
	colourless := l.asked == theme.None || l.asked == theme.Contrast
	switch {
	case l.most == theme.None:
		return theme.None
	case l.most == theme.Sixteen && !colourless:
		return theme.Sixteen
	case l.asked != "":
		return l.asked
	case l.light:
		return theme.Light
	}
	return theme.Dark
}

// synchronise turns on synchronised output over SSH, where the library does not
// ask the terminal for it. A terminal that lacks it ignores the sequence.
func (l look) synchronise() tea.Cmd {
	if !l.env.ssh || l.env.plain() {
		return nil
	}
	return func() tea.Msg {
		return tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset}
	}
}

// learn takes what the terminal says about itself. It reports whether that
// changes how things are drawn.
func (m *model) learn(msg tea.Msg) bool {
	before, method := m.look.palette(), m.look.method
	switch msg := msg.(type) {
	case tea.ColorProfileMsg:
		m.look.limit(msg.Profile)
	case tea.BackgroundColorMsg:
		m.look.light = !msg.IsDark()
	case tea.ModeReportMsg:
		known := msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet
		if msg.Mode == ansi.ModeUnicodeCore && known {
			m.look.method = ansi.GraphemeWidth
		}
	}
	if m.look.palette() == before {
		return m.look.method != method
	}
	m.dress()
	return true
}

// dress gives all panes the theme of the palette.
func (m *model) dress() {
	m.look.theme = theme.New(m.look.palette(), m.look.theme.ASCII)
	for _, p := range m.dressed() {
		p.Update(m.look.theme)
	}
	m.panes.record.Update(m.look.shows(m.opts.Images))
}

// wear changes the palette; an empty one is what suits the terminal.
func (m *model) wear(p theme.Palette) {
	m.look.asked = p
	m.dress()
	if got := m.look.palette(); p != "" && got != p {
		m.say("this terminal cannot show " + string(p) + "; it gets " + string(got))
	}
}

// limit keeps the palette to what the terminal can show.
func (l *look) limit(p colorprofile.Profile) {
	switch {
	case p <= colorprofile.ASCII:
		l.most = theme.None
	case p == colorprofile.ANSI && l.most != theme.None:
		l.most = theme.Sixteen
	}
}
