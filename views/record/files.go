package record

import (
	"image"

	"owl/engine"
	"owl/engine/guard"
	"owl/views/widget"
	"owl/views/words"
)

// Show is how a pane shows pictures.
type Show string

// The ways. The zero value shows names and captions only.
const (
	ShowNames  Show = ""
	ShowBlocks Show = "blocks" // half blocks in colours
	ShowCells  Show = "cells"  // cells that the terminal fills with a picture it was given
)

// Pictures gives the pane what the attachments of a record show, by their index.
type Pictures struct {
	DocID string
	Of    map[int]Picture
}

// Picture is an attachment that is a picture.
type Picture struct {
	Image image.Image // nil when there is none
	Why   string      // there is none; empty is not worth a word
	Cells []string    // lines of cells that the terminal fills
}

// attachments are the figures and files of the record, with what they show.
func (m *Model) attachments(w int) []string {
	if len(m.rec.Attachments) == 0 {
		return nil
	}
	lines := []string{"", m.th.Title.Render("Attachments")}
	for i, a := range m.rec.Attachments {
		lines = append(lines, m.attachment(a, m.pictures.Of[i], w)...)
	}
	return lines
}

// The most that a picture takes.
const pictureWidth, pictureHeight = 100, 30

func (m *Model) attachment(a engine.Attachment, p Picture, w int) []string {
	dot := " " + m.th.Glyphs.Dot + " "
	var lines []string
	for _, l := range widget.Flow([]string{guard.Line(a.Name), guard.Line(a.Caption), words.Clean(a.URL)}, dot, w-len(margin)) {
		lines = append(lines, margin+m.th.Accent.Render(l))
	}
	if p.Why != "" {
		for _, l := range widget.WrapText(words.Clean(p.Why), w-len(margin)) {
			lines = append(lines, margin+m.th.Muted.Render(l))
		}
	}
	for _, l := range m.picture(p, w-len(margin)) {
		lines = append(lines, margin+l)
	}
	return lines
}

func (m *Model) picture(p Picture, w int) []string {
	switch {
	case p.Image == nil:
		return nil
	case m.show == ShowCells:
		return p.Cells
	case m.show == ShowBlocks:
		return widget.Blocks(p.Image, min(w, pictureWidth), pictureHeight)
	}
	return nil
}
