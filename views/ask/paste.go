package ask

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"owl/views/words"
)

// maxInline is how many characters a pasted line may have and still be shown
// as it is.
const maxInline = 300

// pastes keeps the full text of what the line shows as a sign.
type pastes struct{ texts []string }

// fold returns what the line shows for a pasted text: the text, or a sign when
// it is long or has several lines.
func (p *pastes) fold(text string) string {
	text = strings.TrimRight(strings.ToValidUTF8(text, "\uFFFD"), "\r\n")
	lines := 1 + strings.Count(text, "\n")
	if lines == 1 && utf8.RuneCountInString(text) <= maxInline {
		return text
	}
	p.texts = append(p.texts, text)
	return p.sign(len(p.texts) - 1)
}

// sign stands for a folded text. It is told apart from typed text by its
// number and size.
func (p *pastes) sign(i int) string {
	text := p.texts[i]
	size := words.Count(1+strings.Count(text, "\n"), "line")
	if !strings.Contains(text, "\n") {
		size = words.Count(utf8.RuneCountInString(text), "character")
	}
	return fmt.Sprintf("[paste %d: %s]", i+1, size)
}

// unfold puts the full texts back.
func (p *pastes) unfold(line string) string {
	var pairs []string
	for i, text := range p.texts {
		pairs = append(pairs, p.sign(i), text)
	}
	return strings.NewReplacer(pairs...).Replace(line)
}

// signAtEnd returns the sign that line ends with; empty when there is none.
func (p *pastes) signAtEnd(line string) string {
	for i := range p.texts {
		if sign := p.sign(i); strings.HasSuffix(line, sign) {
			return sign
		}
	}
	return ""
}
