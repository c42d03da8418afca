package files

import (
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"owl/engine"
)

// command reads a backslash and what follows it.
func (r *texReader) command() {
	r.at++
	if r.at >= len(r.src) {
		return
	}
	name := r.name()
	switch {
	case name == "":
		r.symbol()
	case headingMarks(name) != "":
		r.out.WriteString("\n\n" + headingMarks(name) + " " + r.text() + "\n\n")
	case name == "begin":
		r.begin(r.arg())
	case name == "end":
		r.end(r.arg())
	default:
		r.named(name)
	}
}

// name reads a command's name of letters; it is empty for a symbol.
func (r *texReader) name() string {
	start := r.at
	for r.at < len(r.src) && isLetter(r.src[r.at]) {
		r.at++
	}
	return r.src[start:r.at]
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func headingMarks(name string) string {
	switch name {
	case "part", "chapter":
		return "#"
	case "section":
		return "##"
	case "subsection":
		return "###"
	case "subsubsection":
		return "####"
	case "paragraph", "subparagraph":
		return "#####"
	}
	return ""
}

// symbol reads a command of one character, such as \% or \\.
func (r *texReader) symbol() {
	c := r.src[r.at]
	if mark, ok := accents()[c]; ok {
		r.at++
		r.accent(mark)
		return
	}
	switch c {
	case '\\':
		r.at++
		r.option() // \\[2mm]
		if r.tables > 0 {
			r.out.WriteString(" |\n| ")
		} else {
			r.out.WriteString("\n")
		}
	case '(', ')':
		r.put("$", 1)
	case '[', ']':
		r.put("$$", 1)
	case '-', '/', '!': // a possible hyphen, no ligature, a negative space
		r.put("", 1)
	case ',', ';', ':', ' ', '\n':
		r.put(" ", 1)
	default: // \% \& \_ \# \$ \{ \}
		_, size := utf8.DecodeRuneInString(r.src[r.at:])
		r.put(r.src[r.at:r.at+size], size)
	}
}

// accents maps the accent commands that are no letters to combining marks.
func accents() map[byte]string {
	return map[byte]string{'`': "\u0300", '\'': "\u0301", '^': "\u0302", '~': "\u0303", '"': "\u0308", '=': "\u0304", '.': "\u0307"}
}

func (r *texReader) accent(mark string) {
	letter := strings.TrimSpace(r.convert(r.arg()))
	first, size := utf8.DecodeRuneInString(letter)
	if size == 0 {
		return
	}
	r.out.WriteString(norm.NFC.String(string(first)+mark) + letter[size:])
}

// named reads a command by its name. The arguments of an unknown one stay.
func (r *texReader) named(name string) {
	if text, ok := symbols()[name]; ok {
		r.out.WriteString(text)
		r.space()
		return
	}
	switch name {
	case "c", "v", "u", "H", "r", "k":
		r.accent(map[string]string{"c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "r": "\u030a", "k": "\u0328"}[name])
	case "title":
		r.title = r.text()
	case "author":
		r.author = r.text()
	case "item":
		r.item()
	case "texttt", "lstinline", "verb":
		r.code(name)
	case "href":
		address := r.arg()
		r.out.WriteString(r.text() + " (" + address + ")")
	case "url", "path", "nolinkurl":
		r.out.WriteString(r.arg())
	case "cite", "citep", "citet", "ref", "eqref", "autoref", "cref", "Cref", "pageref":
		r.option()
		r.out.WriteString("[" + r.arg() + "]")
	case "footnote":
		r.out.WriteString(" (" + r.text() + ")")
	case "caption":
		r.out.WriteString("\n\n" + r.text() + "\n\n")
	case "includegraphics":
		r.picture()
	case "num", "SI", "qty", "si", "unit", "SIrange":
		r.quantity(name)
	default:
		r.skip(name)
	}
}

func (r *texReader) item() {
	if !strings.HasSuffix(strings.TrimRight(r.out.String(), " \t"), "\n") {
		r.out.WriteString("\n")
	}
	r.out.WriteString("- ")
	if label := r.convert(r.option()); label != "" {
		r.out.WriteString(label + ": ")
	}
}

// code writes an argument in backquotes; \verb takes any mark for a brace.
func (r *texReader) code(name string) {
	if name == "texttt" {
		r.out.WriteString("`" + r.text() + "`")
		return
	}
	r.option()
	if r.at >= len(r.src) {
		return
	}
	mark := r.src[r.at]
	if mark == '{' {
		r.out.WriteString("`" + r.arg() + "`")
		return
	}
	end := strings.IndexByte(r.src[r.at+1:], mark)
	if end < 0 {
		r.at = len(r.src)
		return
	}
	r.put("`"+r.src[r.at+1:r.at+1+end]+"`", end+2)
}

func (r *texReader) picture() {
	r.option()
	file := r.arg()
	r.files = append(r.files, engine.Attachment{Name: engine.Untrusted(path.Base(file)), URL: file})
}

// skip drops a command that is about layout: with its arguments if they are no
// text, else without its option only.
func (r *texReader) skip(name string) {
	arguments, ok := map[string]int{
		"label": 1, "index": 1, "vspace": 1, "hspace": 1, "setlength": 2, "addtolength": 2, "setcounter": 2, "bibliography": 1,
		"bibliographystyle": 1, "usepackage": 1, "documentclass": 1, "input": 1, "include": 1, "pagestyle": 1, "thispagestyle": 1,
		"newcommand": 2, "renewcommand": 2, "providecommand": 2, "color": 1, "textcolor": 1, "graphicspath": 1, "hypersetup": 1,
		"cline": 1, "cmidrule": 1, "rule": 2, "phantom": 1, "date": 1, "thanks": 1, "multicolumn": 2, "multirow": 2, "fontsize": 2,
		"lstset": 1, "selectlanguage": 1, "addcontentsline": 3, "rowcolor": 1, "def": 1,
	}[name]
	r.option()
	if !ok {
		return
	}
	for range arguments {
		r.arg()
		r.option()
	}
}

// symbols maps commands without argument to their text.
func symbols() map[string]string {
	return map[string]string{
		"ldots": "...", "dots": "...", "textmu": "µ", "micro": "µ", "degree": "°", "textdegree": "°", "pm": "±", "times": "×", "cdot": "·",
		"approx": "≈", "leq": "≤", "geq": "≥", "rightarrow": "→", "to": "→", "textbackslash": `\`, "textasciitilde": "~", "textasciicircum": "^",
		"textunderscore": "_", "textless": "<", "textgreater": ">", "textbar": "|", "textbullet": "•", "ss": "ß", "ae": "æ", "AE": "Æ", "o": "ø",
		"O": "Ø", "aa": "å", "AA": "Å", "oe": "œ", "l": "ł", "LaTeX": "LaTeX", "TeX": "TeX", "quad": " ", "qquad": " ", "newline": "\n", "par": "\n\n",
		"textendash": "–", "textemdash": "—", "S": "§", "copyright": "©", "euro": "€", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ",
		"mu": "µ", "omega": "ω", "Omega": "Ω", "sigma": "σ", "lambda": "λ", "pi": "π", "phi": "φ", "theta": "θ", "tau": "τ", "nu": "ν",
	}
}
