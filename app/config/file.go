package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// parseFile reads the settings of an owl.toml, each with its line. The parser's
// tree is used because decoding into a struct forgets the lines.
func parseFile(data []byte, path, home string) ([]setting, error) {
	var whole map[string]any
	if err := toml.Unmarshal(data, &whole); err != nil {
		return nil, syntaxError(err, path)
	}
	f := fileReader{path: path, home: home}
	f.parser.Reset(data)
	for f.parser.NextExpression() {
		f.expression(f.parser.Expression())
	}
	if err := f.parser.Error(); err != nil {
		return nil, &Error{At: path, Why: err.Error()}
	}
	return f.settings, nil
}

func syntaxError(err error, path string) error {
	at, why := path, strings.TrimPrefix(err.Error(), "toml: ")
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		row, _ := decode.Position()
		at = fmt.Sprintf("%s:%d", path, row)
	}
	return &Error{At: at, Why: "is not TOML: " + why}
}

type fileReader struct {
	parser   unstable.Parser
	path     string
	home     string
	table    []string
	settings []setting
}

func (f *fileReader) expression(n *unstable.Node) {
	switch n.Kind {
	case unstable.Table, unstable.ArrayTable:
		key, line := f.key(n)
		f.table = key
		f.add(key, line, kindOf(n), "")
	case unstable.KeyValue:
		f.keyValue(n, f.table)
	}
}

func (f *fileReader) keyValue(n *unstable.Node, table []string) {
	rest, line := f.key(n)
	key := append(append([]string{}, table...), rest...)
	value := n.Value()
	f.add(key, line, kindOf(value), string(value.Data))
	if value.Kind == unstable.Array {
		f.settings[len(f.settings)-1].list = stringsOf(value)
	}
	if value.Kind != unstable.InlineTable {
		return
	}
	for it := value.Children(); it.Next(); {
		f.keyValue(it.Node(), key)
	}
}

func (f *fileReader) add(key []string, line int, k kind, value string) {
	f.settings = append(f.settings, setting{
		key: key, value: value, kind: k, at: fmt.Sprintf("%s:%d", f.path, line), dir: filepath.Dir(f.path), home: f.home,
	})
}

// key gives the dotted key of a table or key-value, and its line.
func (f *fileReader) key(n *unstable.Node) (key []string, line int) {
	for it := n.Key(); it.Next(); {
		if line == 0 {
			line = f.parser.Shape(it.Node().Raw).Start.Line
		}
		key = append(key, string(it.Node().Data))
	}
	return key, line
}

// stringsOf reads a list; an element that is no string is left empty.
func stringsOf(n *unstable.Node) []string {
	var out []string
	for it := n.Children(); it.Next(); {
		text := ""
		if it.Node().Kind == unstable.String {
			text = string(it.Node().Data)
		}
		out = append(out, text)
	}
	return out
}

func kindOf(n *unstable.Node) kind {
	switch n.Kind {
	case unstable.String:
		return isString
	case unstable.Bool:
		return isBool
	case unstable.Table, unstable.InlineTable:
		return isTable
	case unstable.ArrayTable, unstable.Array:
		return isList
	case unstable.Integer, unstable.Float:
		return isNumber
	}
	return "a date"
}
