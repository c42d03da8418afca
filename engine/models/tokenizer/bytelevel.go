package tokenizer

import "strings"

// gpt2Words is the expression that GPT-2 cuts a text into words with.
const gpt2Words = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`

// byteLevel writes each byte as a visible character, so that a vocabulary of
// bytes is one of letters.
func (s splitterSpec) byteLevel() (splitter, error) {
	signs := byteSigns()
	list := []splitter{everyText(func(out []piece, p piece) []piece {
		if (s.AddPrefixSpace == nil || *s.AddPrefixSpace) && !strings.HasPrefix(p.text, " ") {
			p.text = " " + p.text
		}
		return append(out, p)
	})}
	if s.UseRegex == nil || *s.UseRegex {
		find, err := expression(gpt2Words)
		if err != nil {
			return nil, err
		}
		words, err := at(find, false, isolated)
		if err != nil {
			return nil, err
		}
		list = append(list, words)
	}
	list = append(list, everyText(func(out []piece, p piece) []piece {
		var text strings.Builder
		for i := range len(p.text) {
			text.WriteRune(signs[p.text[i]])
		}
		p.text = text.String()
		return append(out, p)
	}))
	return chain(list...), nil
}

// byteSigns is the table of GPT-2: visible characters of Latin-1 stand for
// themselves, the others for the characters from U+0100 on.
func byteSigns() (signs [256]rune) {
	next := rune(256)
	for b := range signs {
		r := rune(b)
		if r >= '!' && r <= '~' || r >= 0xA1 && r <= 0xAC || r >= 0xAE {
			signs[b] = r
		} else {
			signs[b] = next
			next++
		}
	}
	return signs
}
