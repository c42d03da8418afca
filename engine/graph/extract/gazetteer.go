package extract

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"owl/engine/graph"
	"owl/engine/lexicon"
)

// Channel is a process variable as a channel list describes it.
type Channel struct {
	Name        string
	Description string
	System      string
	Aliases     []string // other names of the same channel, such as those of old
}

// Entity is something that a gazetteer knows by name.
type Entity struct {
	Kind   graph.Kind
	Key    string
	Name   string
	System string // key, empty when unknown
	Parent string // key of the component that it is part of, empty when unknown
	Area   bool   // a place of the machine, such as a sector: many things are in it
}

// Gazetteer knows the names of a facility: its systems, its process variables,
// the components that they belong to, and its acronyms. It is made once and
// safe for concurrent use. The nil Gazetteer knows nothing.
type Gazetteer struct {
	entities map[string]Entity            // by key
	names    map[string][]string          // keys by folded name
	longest  map[string]int               // most words of a name, by its first word
	systems  map[string]string            // keys by the name of a system in lower case
	leaves   map[string]map[string]string // device by its last part and area, both folded
	byKey    map[string][]string          // names by key, for Names
	hash     string
}

// NewGazetteer makes a gazetteer from a lexicon and a channel list, of which
// either may be empty.
func NewGazetteer(entries []lexicon.Entry, channels []Channel) *Gazetteer {
	g := &Gazetteer{
		entities: map[string]Entity{}, names: map[string][]string{}, longest: map[string]int{},
		systems: map[string]string{}, leaves: map[string]map[string]string{},
	}
	g.addChannels(channels)
	g.addEntries(entries, channels)
	g.nameKeys()
	g.hash = digest(entries, channels)
	return g
}

func digest(entries []lexicon.Entry, channels []Channel) string {
	h := sha256.New()
	for _, e := range entries {
		fmt.Fprintf(h, "%q %q %q %q\n", e.Acronym, e.Expansion, e.System, e.Synonyms)
	}
	for _, c := range channels {
		fmt.Fprintf(h, "%q %q %q %q\n", c.Name, c.Description, c.System, c.Aliases)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Hash changes with what the gazetteer knows.
func (g *Gazetteer) Hash() string {
	if g == nil {
		return ""
	}
	return g.hash
}

// Entity returns what is known about a key.
func (g *Gazetteer) Entity(key string) (Entity, bool) {
	if g == nil {
		return Entity{}, false
	}
	e, ok := g.entities[key]
	return e, ok
}

// Names returns the names by which the gazetteer knows an entity.
func (g *Gazetteer) Names(key string) []string {
	if g == nil {
		return nil
	}
	return g.byKey[key]
}

// nameKeys turns the index of names round.
func (g *Gazetteer) nameKeys() {
	g.byKey = map[string][]string{}
	for _, name := range sortedKeys(g.names) {
		for _, key := range g.names[name] {
			g.byKey[key] = append(g.byKey[key], name)
		}
	}
}

// add files an entity under a name. The first description of a key is kept.
func (g *Gazetteer) add(e Entity, names ...string) {
	if _, ok := g.entities[e.Key]; !ok {
		g.entities[e.Key] = e
	}
	for _, name := range names {
		words := graph.FoldWords(name)
		if len(words) == 0 {
			continue
		}
		folded := strings.Join(words, " ")
		if !slices.Contains(g.names[folded], e.Key) {
			g.names[folded] = append(g.names[folded], e.Key)
		}
		g.longest[words[0]] = max(g.longest[words[0]], len(words))
	}
}

// system returns the key of a system, made when it is new.
func (g *Gazetteer) system(name string) string {
	if name == "" {
		return ""
	}
	key := "system:" + strings.ToLower(name)
	g.add(Entity{Kind: graph.System, Key: key, Name: name}, name)
	return key
}

// folder is a folder of the tree that PV names make: "SR:RF:A" of
// SR:RF:A:KV and others.
type folder struct {
	path         string
	system       string
	descriptions []string
	area         bool
}

// addChannels adds every channel, the device that its name without the last
// part stands for, and the area that its first part stands for when that has a
// number.
func (g *Gazetteer) addChannels(channels []Channel) {
	folders := map[string]*folder{}
	for _, c := range channels {
		system := g.system(c.System)
		device := devicePath(c.Name)
		parent := ""
		if device != "" {
			parent = "component:" + strings.ToLower(device)
		}
		pv := Entity{Kind: graph.PV, Key: "pv:" + strings.ToLower(c.Name), Name: c.Name, System: system, Parent: parent}
		g.add(pv, c.Name)
		g.add(pv, c.Aliases...)
		for path := device; path != ""; path = parentPath(path) {
			addFolder(folders, path, system, c.Description)
		}
	}
	for _, path := range sortedKeys(folders) {
		g.addFolder(folders[path])
	}
	g.shortNames(folders)
}

// devicePath is the name of a channel without its last part, when what is left
// names a device: its last part has a digit or three parts lead to it.
func devicePath(name string) string {
	at := strings.LastIndexByte(name, ':')
	if at < 0 {
		return ""
	}
	path := name[:at]
	if strings.Count(path, ":") < 2 && !strings.ContainsAny(path[strings.LastIndexByte(path, ':')+1:], "0123456789") {
		return ""
	}
	return path
}

// parentPath is the folder above a device, "" when it is no device itself. The
// area above all, when it has a number, is the last one.
func parentPath(path string) string {
	if above := devicePath(path); above != "" {
		return above
	}
	area, _, nested := strings.Cut(path, ":")
	if nested && strings.ContainsAny(area, "0123456789") {
		return area
	}
	return ""
}

func addFolder(folders map[string]*folder, path, system, description string) {
	f := folders[path]
	if f == nil {
		f = &folder{path: path, system: system, area: !strings.Contains(path, ":")}
		folders[path] = f
	}
	if f.system != system {
		f.system = ""
	}
	f.descriptions = append(f.descriptions, description)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (g *Gazetteer) addFolder(f *folder) {
	e := Entity{Kind: graph.Component, Key: "component:" + strings.ToLower(f.path), Name: f.path, System: f.system, Area: f.area}
	if above := parentPath(f.path); above != "" {
		e.Parent = "component:" + strings.ToLower(above)
	}
	g.add(e, f.path)
	if f.area {
		g.add(e, f.areaNames()...)
	}
}

// areaNames finds the words that all descriptions of an area share and that end
// in its number, "sector 17" for SR17, and their short form "S17".
func (f *folder) areaNames() []string {
	number := strings.TrimLeft(f.path, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	shared := map[string]int{}
	for _, d := range f.descriptions {
		words := graph.FoldWords(d)
		for i := 1; i < len(words); i++ {
			if words[i] == number && !strings.ContainsAny(words[i-1], "0123456789") {
				shared[words[i-1]]++
				break
			}
		}
	}
	for w, n := range shared {
		if 2*n > len(f.descriptions) {
			short := strings.TrimLeft(number, "0")
			return []string{w + " " + number, w + " " + short, w[:1] + number, w[:1] + short}
		}
	}
	return nil
}

// shortNames lets a device be known by the last part of its path when that has
// a digit or is long enough, and no other device ends in it; and by area and
// last part together.
func (g *Gazetteer) shortNames(folders map[string]*folder) {
	ends := map[string][]string{}
	for _, path := range sortedKeys(folders) {
		if at := strings.LastIndexByte(path, ':'); at >= 0 {
			leaf := fold(path[at+1:])
			ends[leaf] = append(ends[leaf], path)
		}
	}
	for leaf, paths := range ends {
		if len(leaf) < 2 {
			continue
		}
		byArea := map[string]string{}
		for _, path := range paths {
			area, _, _ := strings.Cut(path, ":")
			byArea["component:"+strings.ToLower(area)] = "component:" + strings.ToLower(path)
		}
		g.leaves[leaf] = byArea
		if len(paths) == 1 {
			g.add(g.entities["component:"+strings.ToLower(paths[0])], leaf)
		}
	}
}

// fold writes a name as the index of names does.
func fold(name string) string { return strings.Join(graph.FoldWords(name), " ") }
