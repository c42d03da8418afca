package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"owl/engine"
	"owl/engine/guard"
)

// printer writes terminal text. Whatever it is given as an argument goes
// through guard, so an escape in a record, a path or an error never reaches
// the terminal.
type printer struct {
	w      io.Writer
	width  int   // of the terminal; 0 when w is none
	color  bool  // only on a terminal
	failed error // the first failed write

	status bool     // a line of progress stands on the terminal
	beside *printer // shows progress on the same terminal; may be nil
}

// styled is text that is safe already and carries only our own escapes.
type styled string

// newPrinter returns a printer that uses colour only when it may and w is a
// terminal.
func newPrinter(w io.Writer, color bool) *printer {
	p := &printer{w: w}
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(file.Fd()) {
		return p
	}
	p.color, p.width = color, 80
	if width, _, err := term.GetSize(file.Fd()); err == nil && width > 0 {
		p.width = width
	}
	return p
}

// terminalColor reports whether a terminal of this environment may be written
// to in colour.
func terminalColor(environ []string) bool {
	has := func(ok func(string) bool) bool { return slices.ContainsFunc(environ, ok) }
	dumb := slices.Contains(environ, "TERM=dumb") || !has(func(v string) bool { return strings.HasPrefix(v, "TERM=") })
	noColor := has(func(v string) bool { return strings.HasPrefix(v, "NO_COLOR=") && v != "NO_COLOR=" })
	return !dumb && !noColor
}

// terminal reports whether somebody watches.
func (p *printer) terminal() bool { return p.width > 0 }

func (p *printer) write(s string) {
	p.endStatus()
	if p.beside != nil {
		p.beside.endStatus()
	}
	if _, err := io.WriteString(p.w, s); err != nil && p.failed == nil {
		p.failed = fmt.Errorf("write the output: %w", err)
	}
}

// printf writes one line of text; format is ours, the arguments are cleaned.
func (p *printer) printf(format string, args ...any) {
	for i, arg := range args {
		args[i] = clean(arg)
	}
	p.write(fmt.Sprintf(format, args...))
}

// clean turns everything that may hold text from outside into one line.
func clean(arg any) any {
	switch arg := arg.(type) {
	case styled:
		return string(arg)
	case engine.Untrusted:
		return guard.Line(arg)
	case bool, int, int64, float64:
		return arg
	}
	return guard.Line(engine.Untrusted(fmt.Sprint(arg)))
}

// text writes several lines with an indent, wrapped when it is a terminal.
func (p *printer) text(u engine.Untrusted, indent string) {
	p.lines(strings.Trim(guard.Text(u), "\n"), indent)
}

// markdown writes an answer. A terminal shows the two marks that stand alone in
// a line, of a record and of a section, as bold and underlined text.
func (p *printer) markdown(u engine.Untrusted) {
	s := strings.Trim(guard.Text(u), "\n")
	if p.terminal() {
		s = recordMark.ReplaceAllStringFunc(s, func(m string) string { return string(p.strong(strings.Trim(m, "*"))) })
		s = sectionMark.ReplaceAllStringFunc(s, func(m string) string { return string(p.style(strings.Trim(m, "*"), "4")) })
		s = escapedMark.ReplaceAllString(s, "$1$2")
	}
	p.lines(s, "")
}

// The marks that an answer is written with.
var (
	recordMark  = regexp.MustCompile(`(?m)^\*\*[^*\n]+\*\*`)
	sectionMark = regexp.MustCompile(`(?m)^\*[^*\n]+\*`)
	escapedMark = regexp.MustCompile(`\\(\[\d+)\\(\])`)
)

func (p *printer) lines(s, indent string) {
	if p.terminal() {
		s = ansi.Wordwrap(s, max(20, min(p.width, 100)-len(indent)), "")
	}
	for line := range strings.SplitSeq(s, "\n") {
		p.write(strings.TrimRight(indent+line, " ") + "\n")
	}
}

// json writes one value as a line of JSON that is safe on a terminal.
func (p *printer) json(v any) error {
	doc, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	p.write(string(guard.JSON(doc)) + "\n")
	return p.failed
}

// showStatus shows a line of progress on a terminal in place of the last one.
func (p *printer) showStatus(line string) {
	if !p.terminal() {
		return
	}
	line = ansi.Truncate(guard.Line(engine.Untrusted(line)), p.width-1, "")
	if _, err := io.WriteString(p.w, "\r\x1b[K"+line); err == nil {
		p.status = true
	}
}

// endStatus takes the line of progress away.
func (p *printer) endStatus() {
	if p.status {
		p.status = false
		_, _ = io.WriteString(p.w, "\r\x1b[K") // progress is nobody's result
	}
}

// The roles of text on a terminal.
func (p *printer) strong(v any) styled { return p.style(v, "1") }
func (p *printer) faint(v any) styled  { return p.style(v, "2") }
func (p *printer) good(v any) styled   { return p.style(v, "32") }
func (p *printer) warn(v any) styled   { return p.style(v, "33") }
func (p *printer) bad(v any) styled    { return p.style(v, "31") }

func (p *printer) style(v any, sgr string) styled {
	s := fmt.Sprint(clean(v))
	if !p.color || s == "" {
		return styled(s)
	}
	return styled("\x1b[" + sgr + "m" + s + "\x1b[m")
}
