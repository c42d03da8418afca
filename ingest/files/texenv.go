package files

import (
	"regexp"
	"strings"
)

// begin opens an environment.
func (r *texReader) begin(name string) {
	switch plainName := strings.TrimSuffix(name, "*"); plainName {
	case "verbatim", "Verbatim", "lstlisting", "minted", "alltt":
		r.option()
		if plainName == "minted" {
			r.arg() // the language
		}
		r.out.WriteString("\n\n```\n" + strings.Trim(r.until(name), "\n") + "\n```\n\n")
	case "equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "flalign":
		r.out.WriteString("\n\n$$\n" + strings.TrimSpace(r.until(name)) + "\n$$\n\n")
	case "comment":
		r.until(name)
	case "tabular", "tabularx", "tabulary", "longtable", "array":
		r.option()
		if plainName == "tabularx" || plainName == "tabulary" {
			r.arg() // the width
		}
		r.arg() // the columns
		r.tables++
		r.out.WriteString("\n\n| ")
	case "abstract":
		r.out.WriteString("\n\n## Abstract\n\n")
	case "thebibliography":
		r.arg()
		r.out.WriteString("\n\n## References\n\n")
	case "minipage":
		r.option()
		r.arg()
	default:
		r.option()
	}
}

// end closes an environment.
func (r *texReader) end(name string) {
	switch strings.TrimSuffix(name, "*") {
	case "tabular", "tabularx", "tabulary", "longtable", "array":
		r.tables = max(0, r.tables-1)
		r.out.WriteString(" |\n\n")
	default:
		r.out.WriteString("\n")
	}
}

// until returns everything up to the end of an environment, unchanged.
func (r *texReader) until(name string) string {
	rest := r.src[r.at:]
	closing := `\end{` + name + `}`
	end := strings.Index(rest, closing)
	if end < 0 {
		r.at = len(r.src)
		return rest
	}
	r.at += end + len(closing)
	return rest[:end]
}

// quantity reads the commands of siunitx: \SI{16}{\nano\coulomb} is 16 nC.
func (r *texReader) quantity(name string) {
	r.option()
	var parts []string
	if name != "si" && name != "unit" {
		parts = append(parts, strings.TrimSpace(r.arg()))
	}
	if name == "SIrange" {
		parts[0] += "–" + strings.TrimSpace(r.arg())
	}
	if name != "num" {
		parts = append(parts, unitText(r.arg()))
	}
	r.out.WriteString(strings.TrimSpace(strings.Join(parts, " ")))
}

// unitText writes \milli\meter\per\second as mm/s.
func unitText(src string) string {
	short := unitNames()
	text := regexp.MustCompile(`\\[A-Za-z]+\s*`).ReplaceAllStringFunc(src, func(command string) string {
		name := strings.TrimSpace(command[1:])
		if unit, ok := short[name]; ok {
			return unit
		}
		return name
	})
	return strings.NewReplacer("{", "", "}", "", "~", " ", `\`, "").Replace(text)
}

func unitNames() map[string]string {
	return map[string]string{
		"pico": "p", "nano": "n", "micro": "µ", "milli": "m", "centi": "c", "kilo": "k", "mega": "M", "giga": "G", "tera": "T",
		"meter": "m", "metre": "m", "second": "s", "minute": "min", "hour": "h", "gram": "g", "ampere": "A", "volt": "V", "watt": "W",
		"coulomb": "C", "hertz": "Hz", "tesla": "T", "kelvin": "K", "celsius": "°C", "degreeCelsius": "°C", "ohm": "Ω", "pascal": "Pa",
		"bar": "bar", "joule": "J", "newton": "N", "electronvolt": "eV", "eV": "eV", "radian": "rad", "degree": "°", "percent": "%",
		"litre": "l", "liter": "l", "gray": "Gy", "sievert": "Sv", "farad": "F", "henry": "H", "per": "/", "squared": "²", "cubed": "³",
	}
}
