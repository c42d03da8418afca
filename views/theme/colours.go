package theme

import "charm.land/lipgloss/v2"

// colours holds terminal colour numbers; empty is the terminal's own text
// colour. Blue against orange, not green against red, carries what matters, so
// that most colour-blind eyes can tell them apart.
type colours struct {
	accent, muted, good, warn, bad, quote, quoteBack string
}

func coloursOf(p Palette) colours {
	switch p {
	case Dark:
		return colours{accent: "81", muted: "245", good: "114", warn: "215", bad: "210", quote: "230", quoteBack: "58"}
	case Light:
		return colours{accent: "25", muted: "242", good: "28", warn: "130", bad: "160", quote: "16", quoteBack: "229"}
	case Sixteen:
		return colours{accent: "6", good: "2", warn: "3", bad: "1", quote: "3"}
	case None, Contrast:
	}
	return colours{}
}

func (colours) style(colour string) lipgloss.Style {
	if colour == "" {
		return lipgloss.NewStyle()
	}
	return lipgloss.NewStyle().Foreground(lipgloss.Color(colour))
}
