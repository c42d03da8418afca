package wire

import (
	"context"

	"owl/app/shell"
)

// Console gives what one console needs to run on this knowledge base. Owner is
// who sits at it over SSH, empty at the own terminal. What feeds
// its charts ends with it, or with ctx.
func (o *Owl) Console(ctx context.Context, owner string) (shell.Options, shell.Deps) {
	o.Warm(ctx)
	options := shell.Options{Title: o.config.Site.Name, Suggestions: o.suggestions, Theme: o.config.UI.Theme, ASCII: o.config.UI.ASCII, Mouse: o.config.UI.Mouse, Images: o.config.UI.Images, Now: o.now}
	for _, n := range o.Notices() {
		options.Notices = append(options.Notices, n.What+": "+n.Why)
	}
	talk := o.Converse()
	deps := shell.Deps{Asker: talk, Talk: talk, Store: o.Sessions(), Records: o.Records, Sources: o.Sources, Walks: walks{o}, Graph: faults{o}, Exports: exported{o}, Pictures: pictures{o}, Desk: o.Desk(owner), Briefs: briefs{o}}
	if o.PVs != nil {
		deps.Signals = o.PVs.Feed(ctx)
	}
	return options, deps
}
