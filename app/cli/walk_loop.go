package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"owl/app/wire"
	"owl/engine/walk"
	"owl/views/theme"
	pane "owl/views/walk"
	"owl/views/widget"
)

// walker is a walk at the command line.
type walker struct {
	*session
	owl     *wire.Owl
	pvs     *wire.PVs // nil to read none
	walk    *walk.Walk
	pane    *pane.Model
	input   *bufio.Reader // of lines; nil on a terminal
	unsaved bool          // it was said that the walk cannot be kept
}

// walk asks until the walk ends or is left.
func (s *session) walk(ctx context.Context, owl *wire.Owl, pvs *wire.PVs, w *walk.Walk, export string) error {
	s.err.endStatus()
	palette := theme.None
	if s.out.color {
		palette = theme.Sixteen // right on a dark ground and on a light one
	}
	at := &walker{session: s, owl: owl, pvs: pvs, walk: w, pane: pane.New(theme.New(palette, owl.ASCII()), owl.Now)}
	if !s.interactive() {
		at.input = bufio.NewReader(s.host.In)
	}
	err := at.run(ctx)
	if err == nil && export != "" {
		err = at.export(export)
	}
	if err == nil && s.flags.json {
		err = s.out.json(w)
	}
	return err
}

func (w *walker) run(ctx context.Context) error {
	w.effect(ctx, w.pane.Update(pane.Begun{Walk: w.walk}))
	for {
		if !w.flags.json {
			w.draw()
		}
		if w.walk.Ended() && w.input != nil {
			return nil
		}
		key, text, err := w.read(ctx)
		if errors.Is(err, io.EOF) || key == "q" {
			return nil
		}
		if err != nil {
			return err
		}
		if err := w.do(ctx, key, text); err != nil {
			return err
		}
	}
}

// walkRows is more than a walk has.
const walkRows = 10_000

func (w *walker) draw() {
	width := 100
	if w.out.terminal() {
		width = w.out.width
	}
	view := w.pane.View(width, walkRows)
	if !w.out.terminal() {
		view = ansi.Strip(view)
	}
	w.out.write(view + "\n\n")
	if w.input == nil {
		line := ""
		for _, k := range append(pane.Keys(), widget.Key{Label: "q", Short: "leave"}) {
			line += string(w.out.strong(k.Label)) + " " + k.Short + "  "
		}
		w.out.write(strings.TrimSpace(line) + "\n")
	}
}

// read returns a command and its text: a key on a terminal, else a line.
func (w *walker) read(ctx context.Context) (key, text string, err error) {
	if w.input == nil {
		file, ok := w.host.In.(*os.File)
		if !ok {
			return "", "", io.EOF
		}
		key, err = readKey(ctx, file)
		return key, "", err
	}
	line, err := w.input.ReadString('\n')
	if line == "" && err != nil {
		return "", "", err
	}
	key, text, _ = strings.Cut(strings.TrimSpace(line), " ")
	return strings.ToLower(key), strings.TrimSpace(text), nil
}

// walkAction is what a key does; a script may write the word of a key instead.
func walkAction(key string) widget.Action {
	for _, k := range pane.Keys() {
		if slices.Contains(k.Keys, key) || k.Short == key {
			return k.Act
		}
	}
	return widget.NoAction
}

func (w *walker) do(ctx context.Context, key, text string) error {
	if key == "" {
		return nil
	}
	a := walkAction(key)
	switch a {
	case widget.NoAction:
		w.err.printf("owl: %q is none of y, n, s, b, m, w, o, e, q\n", key)
		return nil
	case pane.Note:
		return w.note(ctx, text)
	case pane.Export:
		if err := w.export(text); err != nil {
			w.pane.Update(pane.Said{Line: err.Error()})
		}
		return nil
	}
	w.effect(ctx, w.pane.Update(a))
	return ctx.Err()
}

// note takes a line for the note; on a terminal it is typed now.
func (w *walker) note(ctx context.Context, text string) error {
	if w.input == nil {
		w.out.write("note: ")
		file, _ := w.host.In.(*os.File)
		var err error
		if text, err = readLine(ctx, file); err != nil {
			return err
		}
	}
	w.pane.Update(pane.Note)
	w.pane.Update(tea.PasteMsg{Content: text})
	w.effect(ctx, w.pane.Update(widget.Submit))
	return nil
}

// effect carries out what the pane asks for.
func (w *walker) effect(ctx context.Context, intent any) {
	switch intent := intent.(type) {
	case pane.Changed:
		w.keep()
		if w.pvs != nil && len(intent.PVs) > 0 {
			w.err.showStatus("reading " + strings.Join(intent.PVs, ", "))
			w.pane.Update(pane.Readings(w.pvs.Readings(ctx, intent.PVs)))
			w.err.endStatus()
		}
	case pane.Opened:
		r, err := w.owl.Records.Record(ctx, intent.Citation.DocID)
		if err != nil {
			w.pane.Update(pane.Said{Line: err.Error()})
			return
		}
		w.printRecord(r)
		w.out.printf("\n")
	}
}

// keep writes the walk down. That it cannot be kept is said once.
func (w *walker) keep() {
	if err := w.owl.Walks().Save(w.walk); err != nil && !w.unsaved {
		w.unsaved = true
		w.err.printf("owl: %s; it cannot be resumed\n", err)
	}
}

// export writes the walk for the logbook: to a file that is named, else to one of
// the working folder.
func (w *walker) export(path string) error {
	if path == "" {
		path = "walk-" + w.walk.Began.Format("2006-01-02-150405") + ".md"
	}
	if err := os.WriteFile(w.path(path), []byte(w.walk.Markdown(w.owl.Now().Location())), 0o644); err != nil {
		return fmt.Errorf("export the walk: %w", err)
	}
	w.pane.Update(pane.Said{Line: "written to " + path})
	w.err.printf("owl: the walk is written to %s\n", path)
	return nil
}
