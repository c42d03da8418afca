package wire

import (
	"owl/app/shell"
)

// Console gives what the console needs to run on this knowledge base.
func (o *Owl) Console() (shell.Options, shell.Deps) {
	options := shell.Options{Title: o.config.Site.Name, Suggestions: o.suggestions, Theme: o.config.UI.Theme, ASCII: o.config.UI.ASCII, Now: o.now}
	for _, n := range o.Notices() {
		options.Notices = append(options.Notices, n.What+": "+n.Why)
	}
	return options, shell.Deps{Asker: o.Converse(), Records: o.Records, Sources: o.Sources}
}
