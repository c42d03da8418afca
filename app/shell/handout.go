package shell

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"owl/engine"
	"owl/engine/guard"
	"owl/engine/session"
	"owl/views/widget"
	"owl/views/words"
)

// Exports writes files for the operator.
type Exports interface {
	// Export writes a new file whose name begins and ends as given, and returns
	// its path.
	Export(name, text string) (file string, err error)
}

// saidMsg is a line for the operator.
type saidMsg string

func (e effects) save(s widget.Save) tea.Cmd {
	return e.crew.job("save", func() tea.Msg { return e.write(s.Name, s.Text) })
}

// write writes a file and says what came of it.
func (e effects) write(name, text string) tea.Msg {
	if e.deps.Exports == nil {
		return saidMsg("no file can be written here; y copies")
	}
	file, err := e.deps.Exports.Export(name, text)
	if err != nil {
		return saidMsg("not written: " + err.Error())
	}
	return saidMsg("written to " + file)
}

// say shows a line in the place of the keys until the next one.
func (m *model) say(text string) { m.stage.said = words.Clean(text) }

// maxCopy is how much text goes to the clipboard: terminals drop longer
// sequences whole.
const maxCopy = 70_000

func (m *model) copied(c widget.Copy) tea.Cmd {
	if len(c.Text) > maxCopy {
		m.say("the " + c.What + " is too long for a terminal's clipboard; S writes it to a file")
		return nil
	}
	m.say("copied the " + c.What + ", if your terminal lets programs copy (OSC 52); S writes a file")
	return tea.SetClipboard(c.Text)
}

// handOut gives what the focused pane shows out of the console.
func (m *model) handOut(a widget.Action) tea.Cmd {
	what, name, text := m.shownText()
	switch {
	case a == widget.LinkOf:
		m.linked(m.address())
	case m.stage.focus == atSessions && a == widget.SaveText:
		if row, ok := m.panes.sessions.Selected(); ok {
			return m.fx.writeOut(row.ID)
		}
	case text == "":
		m.say("there is nothing to copy or write in this pane")
	case a == widget.CopyText:
		return m.copied(widget.Copy{What: what, Text: text})
	default:
		return m.fx.save(widget.Save{Name: name, Text: text})
	}
	return nil
}

// shownText is what the focused pane shows, as clean text.
func (m *model) shownText() (what, name, text string) {
	switch m.stage.focus {
	case atAnswer:
		if a := m.run.shown.Answer; a != nil {
			turn := session.Turn{Question: m.run.shown.Question, At: m.run.shown.Began, Text: engine.Untrusted(a.Text), Answer: a}
			_, text, _ = strings.Cut(session.Session{Turns: []session.Turn{turn}}.Markdown(), "\n\n")
			_, text, _ = strings.Cut(text, "\n\n")
			return "answer", "answer.md", text
		}
	case atCitations:
		if c, ok := m.panes.sources.Selected(); ok {
			return "citation", "citation.txt", guard.Text(c.Quote) + "\n" + words.Join(", ", guard.Line(c.Title), words.Clean(c.RecordID), words.When(c.Date), words.Clean(c.URL)) + "\n"
		}
	case atRecord:
		if rec := m.panes.record.Record(); rec.DocID != "" {
			return "record", "record.txt", guard.Line(rec.Title) + "\n" + words.Join(", ", words.Clean(rec.FileID), words.Time(rec.Created)) + "\n\n" + guard.Text(rec.Content)
		}
	case atGraph:
		return "graph", "graph.txt", m.panes.graph.Text()
	case atTrace:
		return "trace", "trace.txt", m.panes.trace.Text()
	}
	return "", "", ""
}

// address is where the record of the focused pane can be opened.
func (m *model) address() string {
	if m.stage.focus == atRecord {
		return m.panes.record.Record().URL
	}
	c, _ := m.panes.sources.Selected()
	return c.URL
}

// linked shows an address; a terminal that can makes a link of it. Only schemes
// of the web become links.
func (m *model) linked(url string) {
	clean := words.Clean(url)
	if clean == "" {
		m.say("this record has no address")
		return
	}
	m.stage.said = clean
	if clean == url && (strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://")) && !m.look.env.plain() {
		m.stage.said = lipgloss.NewStyle().Hyperlink(url).Render(clean)
	}
}
