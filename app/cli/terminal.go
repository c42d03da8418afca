package cli

import (
	"fmt"
	"slices"
	"strings"

	"owl/engine"
	"owl/engine/kb"
)

// terminalChecks says what the console can draw here.
func (s *session) terminalChecks() []kb.Check {
	const name = "terminal"
	if !s.out.terminal() {
		return []kb.Check{{Name: name, State: kb.OK, Detail: "stdout is no terminal; the console needs one, commands do not"}}
	}
	kind := "unknown"
	for _, v := range s.host.Environ {
		if value, ok := strings.CutPrefix(v, "TERM="); ok {
			kind = value
		}
	}
	checks := []kb.Check{{Name: name, State: kb.OK, Detail: engine.Untrusted(fmt.Sprintf("%s, %d columns, colour %s", kind, s.out.width, onOff(s.out.color)))}}
	if s.out.width < 80 {
		checks[0].State, checks[0].Do = kb.Warn, "make it at least 80 columns wide"
	}
	if !utf8Locale(s.host.Environ) {
		checks = append(checks, kb.Check{
			Name: "locale", State: kb.Warn, Detail: "not UTF-8: signs and letters may show wrong", Do: "set LANG=C.UTF-8, or [ui] ascii = true",
		})
	}
	return checks
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// utf8Locale reads the locale as POSIX does: LC_ALL, else LC_CTYPE, else LANG.
func utf8Locale(environ []string) bool {
	for _, name := range []string{"LC_ALL=", "LC_CTYPE=", "LANG="} {
		i := slices.IndexFunc(environ, func(v string) bool { return strings.HasPrefix(v, name) && v != name })
		if i >= 0 {
			value := strings.ToUpper(environ[i])
			return strings.Contains(value, "UTF-8") || strings.Contains(value, "UTF8")
		}
	}
	return false
}
