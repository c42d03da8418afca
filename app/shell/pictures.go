package shell

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi/kitty"

	"owl/engine"
	"owl/engine/picture"
	"owl/views/record"
	"owl/views/theme"
)

// Pictures reads the attachments of records that are pictures.
type Pictures interface {
	// Picture reads attachment n of a record. The error is engine.ErrNotFound when its
	// file is not here.
	Picture(ctx context.Context, rec engine.Record, n int) (image.Image, error)
}

// How pictures are asked to be shown: Options.Images. Anything else suits the
// terminal.
const (
	imagesOff    = "off"
	imagesBlocks = "blocks"
	imagesKitty  = "kitty"
)

// shows is how pictures are shown on this terminal. Kitty's protocol has cells that
// stand for a picture, which the terminal library moves and clears like any others;
// sixel has not, so a picture of it would be torn by the next frame.
func (l look) shows(asked string) record.Show {
	rich := l.most == theme.Dark
	switch {
	case asked == imagesOff || l.palette() == theme.None || l.theme.ASCII:
		return record.ShowNames
	case asked == imagesKitty, asked != imagesBlocks && rich && l.env.kitty():
		return record.ShowCells
	case asked == imagesBlocks || rich:
		return record.ShowBlocks
	}
	return record.ShowNames
}

// kitty reports whether the terminal is one whose cells can stand for a picture.
// tmux and screen call themselves otherwise, and pass no pictures on.
func (e environment) kitty() bool { return e.term == "xterm-kitty" || e.term == "xterm-ghostty" }

const (
	mostPictures = 8 // of one record
	// What is kept of a picture at most, in pixels: a screen shows no more.
	keptWidth, keptHeight = 960, 720
)

// picturesMsg brings the pictures of a record; raw is what the terminal is given
// for its cells.
type picturesMsg struct {
	record.Pictures
	raw string
}

// pictures reads the pictures of a record.
func (e effects) pictures(rec engine.Record, show record.Show) tea.Cmd {
	var names []int
	for i, a := range rec.Attachments {
		if len(names) < mostPictures && (picture.Named(string(a.Name)) || picture.Named(a.URL)) {
			names = append(names, i)
		}
	}
	if e.deps.Pictures == nil || show == record.ShowNames || len(names) == 0 {
		return nil
	}
	return e.task("reading pictures", nil, func(ctx context.Context) tea.Msg {
		msg := picturesMsg{Pictures: record.Pictures{DocID: rec.DocID, Of: map[int]record.Picture{}}}
		for _, i := range names {
			p := e.picture(ctx, rec, i)
			if show == record.ShowCells && p.Image != nil {
				var raw string
				p.Cells, raw = kittyCells(p.Image, pictureID(rec.DocID, i))
				msg.raw += raw
			}
			msg.Of[i] = p
		}
		return msg
	})
}

func (e effects) picture(ctx context.Context, rec engine.Record, i int) record.Picture {
	img, err := e.deps.Pictures.Picture(ctx, rec, i)
	switch {
	case errors.Is(err, engine.ErrNotFound):
		return record.Picture{}
	case err != nil:
		return record.Picture{Why: err.Error()}
	}
	return record.Picture{Image: picture.Scale(img, picture.Within(img.Bounds().Size(), keptWidth, keptHeight))}
}

// pictured shows pictures that were read.
func (m *model) pictured(msg picturesMsg) tea.Cmd {
	m.panes.record.Update(msg.Pictures)
	if msg.raw == "" {
		return nil
	}
	return tea.Raw(msg.raw)
}

// pictureID is the number by which the terminal knows a picture: 24 bits, so that
// a colour can carry it.
func pictureID(docID string, i int) int {
	h := fnv.New32a()
	fmt.Fprintf(h, "%s %d", docID, i)
	return 1 + int(h.Sum32()%(1<<24-1))
}

// The cells of a picture at most, and the pixels that one stands for.
const (
	mostColumns, mostRows = 100, 30
	cellWidth, cellHeight = 8, 16
)

// kittyCells are lines of cells that stand for a picture, and what makes the
// terminal know it: https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders
func kittyCells(img image.Image, id int) (lines []string, raw string) {
	size := picture.Within(img.Bounds().Size(), mostColumns*cellWidth, mostRows*cellHeight)
	columns, rows := max(1, size.X/cellWidth), max(1, size.Y/cellHeight)
	var b strings.Builder
	err := kitty.EncodeGraphics(&b, img, &kitty.Options{
		Action: kitty.TransmitAndPut, Transmission: kitty.Direct, Format: kitty.PNG, Chunk: true, Quiet: 2,
		ID: id, VirtualPlacement: true, Columns: columns, Rows: rows,
	})
	if err != nil {
		return nil, ""
	}
	carrier := lipgloss.NewStyle().Foreground(color.RGBA{uint8(id >> 16), uint8(id >> 8), uint8(id), 255})
	for y := range rows {
		var line strings.Builder
		for x := range columns {
			line.WriteString(string([]rune{kitty.Placeholder, kitty.Diacritic(y), kitty.Diacritic(x)}))
		}
		lines = append(lines, carrier.Render(line.String()))
	}
	return lines, b.String()
}
