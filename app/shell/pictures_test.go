package shell

import (
	"bytes"
	"context"
	"errors"
	"image"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi/kitty"

	"owl/engine"
	"owl/views/record"
	"owl/views/theme"
)

// picturedRecords are records with pictures.
type picturedRecords struct{ fakeRecords }

func (p picturedRecords) Record(ctx context.Context, id string) (engine.Record, error) {
	rec, err := p.fakeRecords.Record(ctx, id)
	rec.Attachments = []engine.Attachment{{Name: "flow.png", Caption: "flow of B"}, {Name: "gone.jpg"}, {Name: "bad.gif"}, {Name: "notes.txt"}}
	return rec, err
}

type fakePictures struct{}

func (fakePictures) Picture(_ context.Context, _ engine.Record, n int) (image.Image, error) {
	switch n {
	case 0:
		return image.NewRGBA(image.Rect(0, 0, 64, 32)), nil
	case 1:
		return nil, engine.ErrNotFound
	}
	return nil, errors.New("the picture is damaged")
}

func picturesOn(t *testing.T, look []string) *console {
	t.Helper()
	deps, _ := testDeps()
	deps.Records, deps.Pictures = picturedRecords{}, fakePictures{}
	c := open(t, 80, 40, look, testOptions(), deps)
	c.ask("why?")
	c.press("tab", "enter")
	c.press("a")
	c.mustShow("Attachments", "flow.png", "flow of B", "gone.jpg", "notes.txt")
	return c
}

func TestPicturesOfARecordAreShownWhereTheTerminalCan(t *testing.T) {
	t.Parallel()
	c := picturesOn(t, looks()["truecolor"])
	c.mustShow(strings.Repeat("▀", 64), "the picture is damaged")
	for _, plain := range []string{"16", "none", "ascii"} {
		picturesOn(t, looks()[plain]).mustNotShow("▀", "damaged")
	}
}

func TestATerminalOfKittyIsGivenThePicture(t *testing.T) {
	t.Parallel()
	c := picturesOn(t, []string{"TTY_FORCE=1", "LANG=C.UTF-8", "TERM=xterm-kitty", "COLORTERM=truecolor"})
	c.mustNotShow("▀")
	raw := c.screen.written()
	if !bytes.Contains(raw, []byte("\x1b_G")) || !bytes.Contains(raw, []byte("U=1")) {
		t.Error("the picture was not sent")
	}
	if n := strings.Count(c.screen.text(), string(kitty.Placeholder)); n != 8*2 {
		t.Errorf("%d cells stand for it, want 16:\n%s", n, c.screen.text())
	}
	c.press("g", "a") // the cells are moved like any others
	if n := strings.Count(c.screen.text(), string(kitty.Placeholder)); n != 8*2 {
		t.Errorf("after scrolling %d cells stand for it", n)
	}
}

func TestHowPicturesAreShown(t *testing.T) {
	for _, c := range []struct {
		asked, term string
		palette     theme.Palette
		want        record.Show
	}{
		{"", "xterm-256color", theme.Dark, record.ShowBlocks},
		{"auto", "xterm-kitty", theme.Dark, record.ShowCells},
		{"auto", "tmux-256color", theme.Dark, record.ShowBlocks},
		{"blocks", "xterm-kitty", theme.Dark, record.ShowBlocks},
		{"blocks", "xterm", theme.Sixteen, record.ShowBlocks},
		{"auto", "xterm", theme.Sixteen, record.ShowNames},
		{"kitty", "xterm", theme.Dark, record.ShowCells},
		{"off", "xterm-kitty", theme.Dark, record.ShowNames},
		{"blocks", "xterm", theme.None, record.ShowNames},
	} {
		l := look{env: environment{term: c.term}, most: c.palette, theme: theme.New(c.palette, false)}
		if got := l.shows(c.asked); got != c.want {
			t.Errorf("images %q on %s with %s: %q, want %q", c.asked, c.term, c.palette, got, c.want)
		}
	}
}
