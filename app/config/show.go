package config

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Value is one effective value and where it comes from: "default",
// "owl.toml:7", "$OWL_UI_THEME" or a flag.
type Value struct {
	Key   string `json:"key"`
	Value any    `json:"value"` // a string, a bool or a []string
	From  string `json:"from"`
}

// Values lists every effective value, tables together. The home comes first,
// although it is no key of the file.
func (c Config) Values() []Value {
	out := []Value{
		c.value("home", c.Home),
		c.value("site.name", c.Site.Name),
		c.value("site.timezone", c.Site.Zone.String()),
	}
	for _, f := range []struct{ key, value string }{{"acronyms", c.Site.Acronyms}, {"calendar", c.Site.Calendar}} {
		if f.value != "" {
			out = append(out, c.value("site."+f.key, f.value))
		}
	}
	for _, s := range c.Sources {
		out = append(out, c.value("sources."+s.Name+".kind", s.Kind), c.value("sources."+s.Name+".where", s.Where))
	}
	for _, m := range []struct{ key, value string }{
		{"embedder", c.Models.Embedder},
		{"embedder_name", c.Models.EmbedderName},
		{"reranker", c.Models.Reranker},
		{"reranker_name", c.Models.RerankerName},
		{"api_key_env", c.Models.KeyEnv},
		{"ranking", c.Models.Ranking},
		{"composing", c.Models.Composing},
	} {
		if m.value != "" {
			out = append(out, c.value("models."+m.key, m.value))
		}
	}
	out = append(out, c.pvValues()...)
	out = append(out, c.llmValues()...)
	out = append(out, c.storeValues()...)
	return append(out, c.value("ui.theme", c.UI.Theme), c.value("ui.ascii", c.UI.ASCII), c.value("ui.mouse", c.UI.Mouse), c.value("ui.images", c.UI.Images))
}

func (c Config) value(key string, v any) Value {
	return Value{Key: key, Value: v, From: cmp.Or(c.from[key], "default")}
}

// TOML writes the effective configuration as an owl.toml that says in comments
// where each value comes from.
func (c Config) TOML() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# configuration file: %s\n", cmp.Or(c.File, "none"))
	table := ""
	for _, v := range c.Values() {
		i := strings.LastIndexByte(v.Key, '.')
		if i < 0 {
			fmt.Fprintf(&b, "# %s: %v (%s)\n", v.Key, v.Value, v.From)
			continue
		}
		if v.Key[:i] != table {
			table = v.Key[:i]
			fmt.Fprintf(&b, "\n[%s]\n", tableName(table))
		}
		fmt.Fprintf(&b, "%s = %s  # %s\n", v.Key[i+1:], literal(v.Value), v.From)
	}
	return b.String()
}

// tableName quotes the name of a source that holds a dot.
func tableName(table string) string {
	if name, ok := strings.CutPrefix(table, "sources."); ok && strings.Contains(name, ".") {
		return "sources." + strconv.Quote(name)
	}
	return table
}

func literal(v any) string {
	switch v := v.(type) {
	case string:
		return quoted(v)
	case []string:
		parts := make([]string, len(v))
		for i, s := range v {
			parts[i] = quoted(s)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return fmt.Sprint(v)
}

func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, "\\u%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
