package loop

import (
	"context"

	"owl/engine"
	"owl/engine/trace"
)

// Resume goes on with a run that was cut off after these events.
func (l *Loop) Resume(ctx context.Context, req engine.Request, so []trace.Event, sink trace.Sink) (engine.Answer, error) {
	shift := len(so)
	return l.Ask(ctx, req, func(e trace.Event) {
		e.Seq += shift
		if len(so) > 0 {
			e.Run = so[0].Run
		}
		sink(e)
	})
}
