package widget

import "fmt"

// Scroll is a window on lines that are more than fit. The zero value shows the
// top.
type Scroll struct {
	offset int
	height int // of the window when it was last shown
}

// Do moves the window and reports whether the action was one of moving.
func (s *Scroll) Do(a Action) bool {
	page := max(1, s.height-1)
	switch a {
	case Up:
		s.offset--
	case Down:
		s.offset++
	case PageUp:
		s.offset -= page
	case PageDown:
		s.offset += page
	case Top:
		s.offset = 0
	case Bottom:
		s.offset = 1 << 30 // Window brings it back to the last line
	default:
		return false
	}
	return true
}

// Reveal moves the window as little as needed to show lines from..to.
func (s *Scroll) Reveal(from, to int) {
	if to-from >= s.height {
		to = from + max(0, s.height-1)
	}
	s.offset = max(s.offset, to-s.height+1)
	s.offset = min(s.offset, from)
}

// To moves the window so that it begins with the line.
func (s *Scroll) To(line int) { s.offset = line }

// Centre moves the window so that the line stands in its upper third.
func (s *Scroll) Centre(line int) { s.offset = line - s.height/3 }

// Window returns the range of lines to show of total in h rows, and keeps the
// window inside them.
func (s *Scroll) Window(total, h int) (from, to int) {
	s.height = max(1, h)
	s.offset = max(0, min(s.offset, total-s.height))
	return s.offset, min(total, s.offset+s.height)
}

// Position says which lines of total are shown; empty when all are.
func (s *Scroll) Position(total int) string {
	if s.height == 0 || total <= s.height {
		return ""
	}
	last := min(total, s.offset+s.height)
	return fmt.Sprintf("%d-%d/%d", s.offset+1, last, total)
}
