package compose

// Inline is a text as it may stand within a line of an answer: on one line, and
// nothing in it is Markdown or a citation mark.
func Inline(text string) string { return literal(oneLine(text)) }
