package chunk

import "strings"

// markdownHeadings finds ATX (`## Title`) and setext (underlined) headings
// outside of code fences and front matter.
func markdownHeadings(text string) []heading {
	var heads []heading
	var open fence
	var above span // the line above, when it can be a setext title
	afterBlank := true
	for ln := range lines(text, span{frontMatter(text), len(text)}) {
		line := strings.TrimRight(ln.of(text), " \t\r\n")
		wasOpen := open.open()
		open = open.after(line)
		if wasOpen || open.open() {
			above, afterBlank = span{}, false
			continue
		}
		if level, title := atx(line); level > 0 {
			if h, ok := newHeading(ln, level, title); ok {
				heads = append(heads, h)
			}
			above, afterBlank = span{}, true
			continue
		}
		if level := setext(line); level > 0 && above != (span{}) {
			if h, ok := newHeading(span{above.start, ln.end}, level, above.of(text)); ok {
				heads = append(heads, h)
			}
			above, afterBlank = span{}, true
			continue
		}
		above = span{}
		if afterBlank && canBeTitle(line) {
			above = ln
		}
		afterBlank = line == ""
	}
	return heads
}

// atx returns the level and title of `## Title ##`, or 0.
func atx(line string) (level int, title string) {
	content := strings.TrimLeft(line, " ")
	if len(line)-len(content) > 3 {
		return 0, ""
	}
	rest := strings.TrimLeft(content, "#")
	level = len(content) - len(rest)
	if level == 0 || level > 6 || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	title = strings.TrimSpace(rest)
	if cut := strings.TrimRight(title, "#"); cut == "" || strings.HasSuffix(cut, " ") {
		title = strings.TrimSpace(cut)
	}
	return level, title
}

// setext returns the level that an underline gives to the line above, or 0.
func setext(line string) int {
	content := strings.TrimLeft(line, " ")
	switch {
	case len(content) < 3 || len(line)-len(content) > 3:
		return 0
	case strings.Trim(content, "=") == "":
		return 1
	case strings.Trim(content, "-") == "":
		return 2
	}
	return 0
}

// canBeTitle leaves out lines that start another block than a paragraph.
func canBeTitle(line string) bool {
	content := strings.TrimLeft(line, " ")
	return content != "" && len(line)-len(content) <= 3 && !isItem(content) &&
		!strings.HasPrefix(content, ">") && !strings.HasPrefix(content, "|") && setext(line) == 0
}

// frontMatter returns the offset after a `---` block at the very start, or 0.
func frontMatter(text string) int {
	if !strings.HasPrefix(text, "---\n") {
		return 0
	}
	for ln := range lines(text, span{4, len(text)}) {
		switch strings.TrimRight(ln.of(text), " \t\r\n") {
		case "---", "...":
			return ln.end
		}
	}
	return 0
}
