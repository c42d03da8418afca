package config

import (
	"slices"
	"strings"
)

// envSettings gives the settings of the OWL_TABLE_KEY variables, in the order
// of their names. Variables that are not of a table, like OWL_HOME, are left
// alone.
func envSettings(vars []string, dir string, file []setting) []setting {
	var out []setting
	home := environ(vars)("HOME")
	for _, v := range slices.Sorted(slices.Values(vars)) {
		name, value, ok := strings.Cut(v, "=")
		words, owl := strings.CutPrefix(name, "OWL_")
		if !ok || !owl {
			continue
		}
		if key := envKey(words, file); key != nil {
			out = append(out, setting{key: key, value: value, kind: fromEnv, at: "$" + name, dir: dir, home: home})
		}
	}
	return out
}

// envKey gives the key that the words after OWL_ name; nil when they name no
// table.
func envKey(words string, file []setting) []string {
	table, rest, ok := strings.Cut(words, "_")
	table = strings.ToLower(table)
	if !ok || !slices.Contains([]string{"site", "ui", "sources", "models"}, table) && moreTables()[table] == "" {
		return nil
	}
	if table != "sources" {
		return []string{table, strings.ToLower(rest)}
	}
	i := strings.LastIndexByte(rest, '_')
	if i < 0 {
		return []string{table, strings.ToLower(rest)}
	}
	return []string{table, sourceName(rest[:i], file), strings.ToLower(rest[i+1:])}
}

// sourceName gives the source of the file that is written like this in a
// variable, else the same in lower case: a new source.
func sourceName(upper string, file []setting) string {
	for _, s := range file {
		if len(s.key) > 1 && s.key[0] == "sources" && envName(s.key[1]) == upper {
			return s.key[1]
		}
	}
	return strings.ToLower(upper)
}

// envName writes a name as it stands in a variable.
func envName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, name)
}
