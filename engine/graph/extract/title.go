package extract

import "owl/engine"

// applyTitle takes the success from the actions of a log entry or thread when
// its title says that the fault went on.
func (r *reader) applyTitle() {
	if r.rec.Collection != engine.Logbook && r.rec.Collection != engine.Chat {
		return
	}
	for _, h := range r.x.grammar.cuesIn(matcher{text: string(r.rec.Title), words: r.title}) {
		if h.cue.reading != useless && h.cue.reading != relapse {
			continue
		}
		for i := range r.findings {
			if r.findings[i].reading == done {
				r.findings[i].reading = failed
			}
		}
	}
}
