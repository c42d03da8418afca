package token

// Rules is the version of the rules. It rises with every change that gives
// other tokens for some text, and makes an index of older rules unusable.
const Rules = 1

// Kind says what a token is.
type Kind uint8

// The kinds of tokens.
const (
	Word   Kind = iota // a word or a compound such as "x-ray", stemmed
	Ident              // an identifier, whole
	Part               // a piece of an identifier, compound, date or signed number
	Number             // a number as written, without thousands separators
	Value              // a number with its unit ("16nc"), a time of day, a ratio
	Date               // a date as written, or canonical ("d:2024-10-08")
)

// String names the kind.
func (k Kind) String() string {
	switch k {
	case Word:
		return "word"
	case Ident:
		return "ident"
	case Part:
		return "part"
	case Number:
		return "number"
	case Value:
		return "value"
	case Date:
		return "date"
	}
	return "unknown"
}

// Token is one searchable piece of a text.
//
// Tokens come in the order of Start; a whole comes before its parts. Pos counts
// the smallest pieces: a whole has the position of its first part, so a phrase
// matches inside an identifier and across spellings.
//
// A Value is lower case as every text is, so "5 mW" and "5 MW" share a token:
// whoever must tell them apart compares source[Start:End].
type Token struct {
	Text  string // normalised
	Kind  Kind
	Start int // byte offset in the source
	End   int // exclusive
	Pos   int
}

// Each calls yield for each token of s until yield returns false. The texts may
// share memory with s.
func Each(s string, yield func(Token) bool) {
	new(Tokenizer).Each(s, yield)
}

// Tokens returns the tokens of s.
func Tokens(s string) []Token {
	var tokens []Token
	Each(s, func(t Token) bool {
		tokens = append(tokens, t)
		return true
	})
	return tokens
}

// Tokenizer is Each with a memory for words and names, which makes it several
// times faster on long texts. The zero value has no memory. It is not safe for
// concurrent use.
type Tokenizer struct {
	words  *memory // stems by word
	names  *memory // names by themselves
	symbol int     // of the token that is being yielded
	scan   scanner // its buffers are kept between texts
}

// NewTokenizer returns a Tokenizer with a memory.
func NewTokenizer() *Tokenizer {
	return &Tokenizer{words: newMemory(maxWords, 0, 1<<11), names: newMemory(maxNames, maxWords, 1<<9)}
}

// Each calls yield for each token of s until yield returns false. The texts may
// share memory with s.
func (t *Tokenizer) Each(s string, yield func(Token) bool) {
	sc := &t.scan
	*sc = scanner{src: s, memo: t, yield: yield, lower: sc.lower[:0], folded: sc.folded[:0], offsets: sc.offsets[:0]}
	sc.scan()
	sc.src, sc.yield = "", nil
}

// Symbol numbers the text of the token that is being yielded, from 1 and less
// than MaxSymbols; 0 when the text is not in the memory. Texts with the same
// number are the same; frequent ones have low numbers.
func (t *Tokenizer) Symbol() int { return t.symbol }

// SymbolsOf returns the numbers that tokens of a text have as a word and as a name,
// each 0 when it is not in the memory.
func (t *Tokenizer) SymbolsOf(text string) [2]int {
	return [2]int{t.words.symbolOf(text), t.names.symbolOf(text)}
}

// term is the text of a token and its symbol.
type term struct {
	text   string
	symbol int
}

// stem returns the stem of a word, which is in lower case.
func (t *Tokenizer) stem(word string) term {
	return t.words.get(word, Stem)
}

// intern returns a copy of a name.
func (t *Tokenizer) intern(name string) term {
	return t.names.get(name, func(s string) string { return s })
}
