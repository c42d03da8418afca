package react

import (
	"regexp"
	"slices"
	"strings"
)

// steered reports that what a tool returned asks for a call of this tool: it
// names the tool as something to be called. A model that obeys is not to be
// told from one that had the thought itself, so neither gets the call.
func (r *run) steered(name string) bool {
	return slices.ContainsFunc(r.heard, func(text string) bool { return asksFor(text, name) })
}

// asksFor reports a text such as "call channel_read", "use the tool search",
// "channel_read(...)", {"name": "channel_read"} or TOOL_CALL. A word that is also
// the name of a tool, such as "search for leaks", does not ask.
func asksFor(text, name string) bool {
	text = plain(text)
	quoted := regexp.QuoteMeta(strings.ToLower(name))
	for _, form := range []string{
		`\b(call|calls|calling|invoke|use|using|run|execute|try|tool|function)\b[^a-z0-9]{0,4}((the|a|tool|function|named|called)\b[^a-z0-9]{0,4}){0,3}` + quoted + `\b`,
		`\b` + quoted + `\b[^a-z0-9]{0,3}(tool|function)\b`,
		`\b` + quoted + `\s*\(`,
		`"(name|tool|function|action|tool_name)"\s*:\s*"` + quoted + `"`,
		`tool_?\s?calls?\W{0,4}\s*[\[{]?.{0,200}\b` + quoted + `\b`,
		`\baction\s*:\s*` + quoted + `\b`,
	} {
		if regexp.MustCompile(form).MatchString(text) {
			return true
		}
	}
	return false
}

// plain undoes what hides words: case, the escapes of JSON, white space.
func plain(text string) string {
	text = strings.NewReplacer(`\"`, `"`, `\n`, " ", `\t`, " ", `\\`, `\`, `\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(text)
	return strings.Join(strings.Fields(strings.ToLower(text)), " ")
}
