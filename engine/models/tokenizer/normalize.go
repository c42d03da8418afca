package tokenizer

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// normalizer changes a text before it is cut into words.
type normalizer func(string) string

// normalizerSpec is one normalizer of the file, with the options of all kinds.
type normalizerSpec struct {
	Type          string           `json:"type"`
	Normalizers   []normalizerSpec `json:"normalizers"`
	CleanText     bool             `json:"clean_text"`
	ChineseChars  bool             `json:"handle_chinese_chars"`
	StripAccents  *bool            `json:"strip_accents"`
	Lowercase     bool             `json:"lowercase"`
	Pattern       pattern          `json:"pattern"`
	Content       string           `json:"content"`
	Prepend       string           `json:"prepend"`
	StripLeft     bool             `json:"strip_left"`
	StripRight    bool             `json:"strip_right"`
	PrecompiledCM []byte           `json:"precompiled_charsmap"` // base64
}

func parseNormalizer(raw json.RawMessage) (normalizer, error) {
	if absent(raw) {
		return func(s string) string { return s }, nil
	}
	var spec normalizerSpec
	if err := json.Unmarshal(raw, &spec); err != nil {
		return nil, fmt.Errorf("normalizer: %w", err)
	}
	return spec.build()
}

func (s normalizerSpec) build() (normalizer, error) {
	switch s.Type {
	case "Sequence":
		return s.sequence()
	case "BertNormalizer":
		return s.bert(), nil
	case "Lowercase":
		return lower, nil
	case "NFC":
		return norm.NFC.String, nil
	case "NFD":
		return norm.NFD.String, nil
	case "NFKC":
		return norm.NFKC.String, nil
	case "NFKD":
		return norm.NFKD.String, nil
	case "StripAccents":
		return func(text string) string { return remove(text, unicode.M) }, nil
	case "Strip":
		return s.strip, nil
	case "Prepend":
		return s.prepend, nil
	case "Replace":
		return s.replace()
	case "Precompiled":
		return newCharsMap(s.PrecompiledCM)
	default:
		return nil, fmt.Errorf("normalizer %q is not supported", s.Type)
	}
}

func (s normalizerSpec) sequence() (normalizer, error) {
	var list []normalizer
	for _, inner := range s.Normalizers {
		n, err := inner.build()
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return func(text string) string {
		for _, n := range list {
			text = n(text)
		}
		return text
	}, nil
}

func (s normalizerSpec) strip(text string) string {
	if s.StripLeft {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
	}
	if s.StripRight {
		text = strings.TrimRightFunc(text, unicode.IsSpace)
	}
	return text
}

func (s normalizerSpec) prepend(text string) string {
	if text == "" {
		return ""
	}
	return s.Prepend + text
}

func (s normalizerSpec) replace() (normalizer, error) {
	find, err := s.Pattern.finder()
	if err != nil {
		return nil, fmt.Errorf("normalizer Replace: %w", err)
	}
	return func(text string) string {
		var out strings.Builder
		for _, p := range cover(text, find(text)) {
			if p.match {
				out.WriteString(s.Content)
			} else {
				out.WriteString(text[p.from:p.to])
			}
		}
		return out.String()
	}, nil
}

// bert is the clean-up of the BERT models.
func (s normalizerSpec) bert() normalizer {
	strip := s.Lowercase
	if s.StripAccents != nil {
		strip = *s.StripAccents
	}
	return func(text string) string {
		if s.CleanText {
			text = strings.Map(clean, text)
		}
		if s.ChineseChars {
			text = spaceIdeographs(text)
		}
		if strip {
			text = remove(norm.NFD.String(text), unicode.Mn)
		}
		if s.Lowercase {
			text = lower(text)
		}
		return text
	}
}

func clean(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r == 0, r == unicode.ReplacementChar, unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs):
		return -1
	default:
		return r
	}
}

func spaceIdeographs(text string) string {
	var out strings.Builder
	for _, r := range text {
		if ideograph(r) {
			out.WriteString(" " + string(r) + " ")
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// ideograph tells the blocks of Unicode that BERT calls Chinese.
func ideograph(r rune) bool {
	for _, block := range [][2]rune{
		{0x4E00, 0x9FFF},
		{0x3400, 0x4DBF},
		{0x20000, 0x2A6DF},
		{0x2A700, 0x2B73F},
		{0x2B740, 0x2B81F},
		{0x2B920, 0x2CEAF},
		{0xF900, 0xFAFF},
		{0x2F800, 0x2FA1F},
	} {
		if block[0] <= r && r <= block[1] {
			return true
		}
	}
	return false
}

func remove(text string, class *unicode.RangeTable) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(class, r) {
			return -1
		}
		return r
	}, text)
}

// lower maps character by character. The dotted capital I is the one character
// of which the small form has two.
func lower(text string) string {
	return strings.Map(unicode.ToLower, strings.ReplaceAll(text, "\u0130", "i\u0307"))
}
