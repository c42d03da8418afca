package demogen

import (
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"
)

//go:embed data
var data embed.FS

// scene is one kind of event, with the ways to tell it.
type scene struct {
	name  string
	keys  map[string]string
	lets  []let
	parts map[string][]string
}

// let is a value that all texts of an event share.
type let struct{ name, how string }

// text returns a key of the scene, or a default.
func (s *scene) text(key, otherwise string) string {
	if v, ok := s.keys[key]; ok {
		return v
	}
	return otherwise
}

// number returns a key as a number; the loader has checked that it is one.
func (s *scene) number(key string, otherwise float64) float64 {
	if v, err := strconv.ParseFloat(s.keys[key], 64); err == nil {
		return v
	}
	return otherwise
}

// play tells whether the scene has a part.
func (s *scene) has(part string) bool { return len(s.parts[part]) > 0 }

// grammar is all scenes, and the words that they have in common.
type grammar struct {
	scenes []*scene
	common map[string][]string
}

// kind returns the scenes of a kind.
func (g *grammar) kind(kind string) []*scene {
	var list []*scene
	for _, s := range g.scenes {
		if s.keys["kind"] == kind {
			list = append(list, s)
		}
	}
	return list
}

// readGrammar reads all scenes of data/*.txt. The scene "common" holds the words
// for all.
func readGrammar() (*grammar, error) {
	g := &grammar{common: map[string][]string{}}
	names, err := fs.Glob(data, "data/scenes/*.txt")
	if err != nil {
		return nil, fmt.Errorf("list scenes: %w", err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(data, name)
		if err != nil {
			return nil, fmt.Errorf("read scenes: %w", err)
		}
		scenes, err := parseScenes(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, s := range scenes {
			if s.name == "common" {
				g.common = s.parts
				continue
			}
			g.scenes = append(g.scenes, s)
		}
	}
	return g, nil
}

// parseScenes reads a file of scenes.
func parseScenes(text string) ([]*scene, error) {
	p := sceneParser{}
	for number, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", number+1, err)
		}
	}
	return p.scenes, nil
}

type sceneParser struct {
	scenes []*scene
	part   string
}

func (p *sceneParser) line(line string) error {
	if name, ok := strings.CutPrefix(line, "== "); ok {
		p.part = ""
		p.scenes = append(p.scenes, &scene{name: name, keys: map[string]string{}, parts: map[string][]string{}})
		return nil
	}
	if len(p.scenes) == 0 {
		return fmt.Errorf("text before the first scene")
	}
	s := p.scenes[len(p.scenes)-1]
	switch {
	case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") && !strings.Contains(line, " "):
		p.part = line[1 : len(line)-1]
	case p.part == "":
		return s.header(line)
	case p.part == "chat":
		s.dialogue(line)
	default:
		more, found := strings.CutPrefix(line, "+ ")
		s.way(p.part, more, found)
	}
	return nil
}

// way adds a way to say a part, or a further line to the last one.
func (s *scene) way(part, text string, further bool) {
	list := s.parts[part]
	if further && len(list) > 0 {
		list[len(list)-1] += "\n" + text
		return
	}
	s.parts[part] = append(list, text)
}

// dialogue adds a message to the last dialogue of a chat; a line of dashes ends
// one.
func (s *scene) dialogue(line string) {
	if line == "--" {
		s.way("chat", "", false)
		return
	}
	list := s.parts["chat"]
	if n := len(list); n > 0 && list[n-1] == "" {
		list[n-1] = line
		return
	}
	s.way("chat", line, true)
}

func (s *scene) header(line string) error {
	if rest, ok := strings.CutPrefix(line, "let "); ok {
		name, how, found := strings.Cut(rest, " = ")
		if !found {
			return fmt.Errorf("%q gives no value", line)
		}
		s.lets = append(s.lets, let{name, how})
		return nil
	}
	key, value, found := strings.Cut(line, ": ")
	if !found {
		return fmt.Errorf("%q is not a key", line)
	}
	if _, err := strconv.ParseFloat(value, 64); err != nil && isNumeric(key) {
		return fmt.Errorf("%q is not a number", line)
	}
	for _, day := range []string{"from", "to"} {
		if _, err := time.Parse(time.DateOnly, value); key == day && err != nil {
			return err
		}
	}
	s.keys[key] = value
	return nil
}

func isNumeric(key string) bool {
	switch key {
	case "weight", "tech", "wr", "thread", "min", "max":
		return true
	}
	return false
}
