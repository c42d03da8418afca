package extract

import (
	"slices"
	"strings"

	"owl/engine/graph"
	"owl/engine/lexicon"
)

// addEntries adds the acronyms. One whose expansion ends in a thing that can
// break is a component; an acronym that stands for a folder of channels, because
// all their descriptions name it, is another name of that folder.
func (g *Gazetteer) addEntries(entries []lexicon.Entry, channels []Channel) {
	described := newDescriptions(channels)
	meanings := map[string]int{}
	for _, e := range entries {
		meanings[fold(e.Acronym)]++
	}
	for _, e := range entries {
		names := append([]string{e.Acronym, e.Expansion}, e.Synonyms...)
		if meanings[fold(e.Acronym)] > 1 {
			names = names[1:] // says nothing by itself
		}
		names = slices.DeleteFunc(names, tooPlain)
		switch key := g.sameAs(e, described); {
		case key != "":
			g.add(g.entities[key], names...)
		case isThing(e.Expansion):
			g.add(Entity{Kind: graph.Component, Key: "component:" + fold(e.Acronym), Name: e.Acronym, System: g.system(e.System)}, names...)
		default:
			g.system(e.System)
		}
	}
}

// tooPlain reports whether a name is an ordinary word, which stands in texts
// for other things too.
func tooPlain(name string) bool {
	words := graph.FoldWords(name)
	return len(words) == 1 && (len(words[0]) < 2 || strings.ToLower(name) == name && !strings.ContainsAny(name, "0123456789"))
}

// isThing reports whether an expansion names equipment: its last noun does.
func isThing(expansion string) bool {
	words := graph.FoldWords(expansion)
	if len(words) == 0 {
		return false
	}
	switch words[len(words)-1] {
	case "supply", "cavity", "septum", "kicker", "quadrupole", "sextupole", "corrector", "klystron", "modulator", "circulator", "anode",
		"waveguide", "amplifier", "gauge", "pump", "valve", "plc", "bellows", "absorber", "undulator", "magnet", "generator", "receiver",
		"controller", "box", "expander", "detector", "monochromator", "mirrors", "cable", "transformer", "strainer", "meter", "switch",
		"thyratron", "card", "encoder", "screen", "girder", "gun", "line", "station", "monitor", "network", "feedback", "scraper", "plant",
		"ring", "linac", "booster", "collimator", "element", "shutter", "drive", "unit", "dipole", "getter", "reflectometry", "array",
		"converter", "processor", "system", "compressor", "feedforward", "forward", "watchdog", "clock", "camera", "end", "tube", "target":
		return true
	}
	return strings.ContainsAny(words[len(words)-1], "0123456789") // "Thermionic Gun 1"
}

// sameAs finds the folder of channels that an acronym stands for: the one that
// ends in it, or the highest whose channels are all described by its expansion
// or a synonym of several words.
func (g *Gazetteer) sameAs(e lexicon.Entry, described *descriptions) string {
	if byArea := g.leaves[fold(e.Acronym)]; len(byArea) == 1 {
		for _, key := range byArea {
			return key
		}
	}
	names := slices.DeleteFunc(append([]string{e.Expansion}, e.Synonyms...), func(n string) bool { return len(strings.Fields(n)) < 2 })
	best := ""
	for _, name := range names {
		path := described.folder(fold(name))
		if key := "component:" + strings.ToLower(path); path != "" && (best == "" || len(key) < len(best)) {
			if _, known := g.entities[key]; known {
				best = key
			}
		}
	}
	return best
}

// descriptions finds channels by the words that describe them.
type descriptions struct {
	channels []Channel
	folded   []string
	byWord   map[string][]int
	inFolder map[string]int // channels by folder
}

func newDescriptions(channels []Channel) *descriptions {
	d := &descriptions{channels: channels, byWord: map[string][]int{}, inFolder: map[string]int{}}
	for i, c := range channels {
		words := graph.FoldWords(c.Description)
		d.folded = append(d.folded, strings.Join(words, " "))
		for _, w := range words {
			if list := d.byWord[w]; len(list) == 0 || list[len(list)-1] != i {
				d.byWord[w] = append(list, i)
			}
		}
		for path := devicePath(c.Name); path != ""; path = parentPath(path) {
			d.inFolder[path]++
		}
	}
	return d
}

// describedBy lists the channels whose descriptions hold the words in a row.
func (d *descriptions) describedBy(words string) []int {
	var rarest []int
	for i, w := range strings.Fields(words) {
		if list := d.byWord[w]; i == 0 || len(list) < len(rarest) {
			rarest = list
		}
	}
	return slices.DeleteFunc(slices.Clone(rarest), func(i int) bool { return !strings.Contains(" "+d.folded[i]+" ", " "+words+" ") })
}

// folder is the folder that the channels described by the words have in common,
// when all channels in it are described so.
func (d *descriptions) folder(words string) string {
	list := d.describedBy(words)
	if len(list) == 0 {
		return ""
	}
	common := devicePath(d.channels[list[0]].Name)
	for _, i := range list[1:] {
		common = commonPath(common, devicePath(d.channels[i].Name))
	}
	if !strings.Contains(common, ":") || d.inFolder[common] != len(list) {
		return ""
	}
	return common
}

func commonPath(a, b string) string {
	x, y := strings.Split(a, ":"), strings.Split(b, ":")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return strings.Join(x[:n], ":")
}
