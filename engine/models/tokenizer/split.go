package tokenizer

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
)

// span is a part of a text that matches a pattern or does not.
type span struct {
	from, to int
	match    bool
}

// finder gives the matches of a pattern in a text, in order and apart.
type finder func(text string) []span

// pattern is written as {"String": "x"} or {"Regex": "x+"}.
type pattern struct {
	String *string
	Regex  *string
}

func (p pattern) finder() (finder, error) {
	switch {
	case p.String != nil && *p.String != "":
		return literal(*p.String), nil
	case p.Regex != nil:
		return expression(*p.Regex)
	default:
		return nil, errors.New("no pattern")
	}
}

func literal(want string) finder {
	return func(text string) []span {
		var out []span
		for at := 0; ; {
			i := strings.Index(text[at:], want)
			if i < 0 {
				return out
			}
			out = append(out, span{at + i, at + i + len(want), true})
			at += i + len(want)
		}
	}
}

// expression takes the expressions that tokenizers are written with: they look
// ahead, which the standard library does not. One difference from the reference
// remains: \w matches the zero-width joiners U+200C and U+200D too.
func expression(text string) (finder, error) {
	re, err := regexp2.Compile(text, regexp2.None)
	if err != nil {
		return nil, fmt.Errorf("expression: %w", err)
	}
	return func(text string) []span {
		runes := []rune(text)
		var out []span
		at, offset := 0, 0 // the same place in runes and in bytes
		bytesTo := func(index int) int {
			for ; at < index; at++ {
				offset += utf8.RuneLen(runes[at])
			}
			return offset
		}
		m, err := re.FindRunesMatch(runes)
		for ; m != nil && err == nil; m, err = re.FindNextMatch(m) {
			if m.Length > 0 {
				from := bytesTo(m.Index)
				out = append(out, span{from, bytesTo(m.Index + m.Length), true})
			}
		}
		return out
	}, nil
}

// each matches every character of a class on its own.
func each(class func(rune) bool) finder {
	return func(text string) []span {
		var out []span
		for i, r := range text {
			if class(r) {
				out = append(out, span{i, i + utf8.RuneLen(r), true})
			}
		}
		return out
	}
}

// cover fills the gaps between matches, so that the spans make up the text.
func cover(text string, matches []span) []span {
	out := make([]span, 0, 2*len(matches)+1)
	done := 0
	for _, m := range matches {
		if done < m.from {
			out = append(out, span{done, m.from, false})
		}
		out = append(out, m)
		done = m.to
	}
	if done < len(text) {
		out = append(out, span{done, len(text), false})
	}
	return out
}

// behavior says what becomes of the matches when a text is split at them.
type behavior string

const (
	removed            behavior = "Removed"
	isolated           behavior = "Isolated"
	contiguous         behavior = "Contiguous"
	mergedWithPrevious behavior = "MergedWithPrevious"
	mergedWithNext     behavior = "MergedWithNext"
)

func (b behavior) apply(spans []span) ([]span, error) {
	switch b {
	case isolated:
		return spans, nil
	case removed:
		return slices.DeleteFunc(spans, func(s span) bool { return s.match }), nil
	case contiguous:
		return join(spans, func(previous, next span) bool { return previous.match == next.match }), nil
	case mergedWithPrevious:
		return join(spans, func(previous, next span) bool { return next.match && !previous.match }), nil
	case mergedWithNext:
		slices.Reverse(spans)
		spans = join(spans, func(previous, next span) bool { return next.match && !previous.match })
		slices.Reverse(spans)
		return spans, nil
	default:
		return nil, fmt.Errorf("split behavior %q is not supported", string(b))
	}
}

// join merges neighbours of which the second belongs to the first.
func join(spans []span, belongs func(previous, next span) bool) []span {
	var out []span
	for i, s := range spans {
		if i > 0 && belongs(spans[i-1], s) {
			last := &out[len(out)-1]
			last.from, last.to = min(last.from, s.from), max(last.to, s.to)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// splitter cuts pieces into smaller ones. Added tokens pass as they are.
type splitter func([]piece) []piece

// at splits pieces of text at the matches of a pattern.
func at(find finder, invert bool, b behavior) (splitter, error) {
	if _, err := b.apply(nil); err != nil {
		return nil, err
	}
	return everyText(func(out []piece, p piece) []piece {
		spans := cover(p.text, find(p.text))
		if invert {
			for i := range spans {
				spans[i].match = !spans[i].match
			}
		}
		spans, err := b.apply(spans)
		if err != nil {
			return append(out, p)
		}
		for _, s := range spans {
			out = append(out, piece{text: p.text[s.from:s.to], id: noToken, start: p.start && s.from == 0})
		}
		return out
	}), nil
}

// everyText applies cut to the pieces that are text.
func everyText(cut func(out []piece, p piece) []piece) splitter {
	return func(pieces []piece) []piece {
		out := make([]piece, 0, len(pieces))
		for _, p := range pieces {
			if p.id != noToken {
				out = append(out, p)
			} else if p.text != "" {
				out = cut(out, p)
			}
		}
		return out
	}
}

// splitterSpec is one pre_tokenizer of the file, with the options of all kinds.
type splitterSpec struct {
	Type             string         `json:"type"`
	PreTokenizers    []splitterSpec `json:"pretokenizers"`
	Pattern          pattern        `json:"pattern"`
	Behavior         behavior       `json:"behavior"`
	Invert           bool           `json:"invert"`
	AddPrefixSpace   *bool          `json:"add_prefix_space"`
	UseRegex         *bool          `json:"use_regex"`
	Replacement      string         `json:"replacement"`
	PrependScheme    string         `json:"prepend_scheme"`
	Split            *bool          `json:"split"`
	IndividualDigits bool           `json:"individual_digits"`
}

func parseSplitter(raw json.RawMessage) (splitter, error) {
	if absent(raw) {
		return func(p []piece) []piece { return p }, nil
	}
	var spec splitterSpec
	if err := json.Unmarshal(raw, &spec); err != nil {
		return nil, fmt.Errorf("pre_tokenizer: %w", err)
	}
	return spec.build()
}
