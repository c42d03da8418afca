package wire

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"owl/engine"
	"owl/engine/tools"
)

// Tools are the tools that find and read PVs. They never write to one.
func (p *PVs) Tools() []tools.Tool { return []tools.Tool{p.findTool(), p.readTool()} }

// The limits of a call.
const (
	toolChannels = 50  // that one search gives
	toolPVs      = 12  // that are read at a time
	toolSamples  = 200 // of one PV; more are folded into bins
)

type findArgs struct {
	Words string `json:"words"`
	Limit int    `json:"limit"`
}

func (p *PVs) findTool() tools.Tool {
	return tools.New(tools.Spec{
		Name: "channel_find",
		Description: "Finds process variables (PVs) by name, glob or words of devices and places, such as \"horizontal BPMs in sector 3\" or SR*:VAC:CCG?:P. " +
			"It gives the set that the words mean, best first; a name that does not exist is said not to exist, with the nearest ones.",
		Schema: json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{`+
			`"words":{"type":"string","minLength":1,"maxLength":500,"description":"name, glob or words"},`+
			`"limit":{"type":"integer","minimum":1,"maximum":%d,"default":10,"description":"most channels to give"}},`+
			`"required":["words"],"additionalProperties":false}`, toolChannels)),
	}, func(ctx context.Context, a findArgs) (tools.Result, error) {
		found, err := p.Find(ctx, a.Words, cmp.Or(a.Limit, 10))
		return tools.Result{Value: found}, err
	})
}

type readArgs struct {
	PVs  []string `json:"pvs"`
	From string   `json:"from"`
	To   string   `json:"to"`
	Op   string   `json:"op"`
}

func (p *PVs) readTool() tools.Tool {
	return tools.New(tools.Spec{
		Name: "channel_read",
		Description: "Reads PVs by their exact names: the live value with unit, time and alarm state, or with from the archived history of a window: " +
			"samples or bins, minimum, maximum and mean, times in alarm, gaps with their cause. It changes nothing.",
		Schema: json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{`+
			`"pvs":{"type":"array","items":{"type":"string","minLength":1,"maxLength":200},"minItems":1,"maxItems":%d,"description":"exact names"},`+
			`"from":{"type":"string","maxLength":40,"description":"start of an archive window: RFC 3339, 2026-10-15 02:30, or how long ago, such as 8h; without it the live value is read"},`+
			`"to":{"type":"string","maxLength":40,"description":"its end; now when it is left out"},`+
			`"op":{"type":"string","maxLength":40,"description":"operator of the archiver, such as mean_60 or max_600"}},`+
			`"required":["pvs"],"additionalProperties":false}`, toolPVs)),
	}, func(ctx context.Context, a readArgs) (tools.Result, error) {
		if a.From == "" {
			if a.To != "" || a.Op != "" {
				return tools.Result{}, fmt.Errorf("%w: to and op are of an archive window, which begins at from", tools.ErrArguments)
			}
			return p.readLive(ctx, a.PVs)
		}
		return p.readHistory(ctx, a)
	})
}

// toolReading is a live value as a tool gives it.
type toolReading struct {
	PV        engine.Untrusted `json:"pv"`
	Text      engine.Untrusted `json:"text,omitempty"` // value with unit
	Value     any              `json:"value"`
	Units     engine.Untrusted `json:"units,omitempty"`
	Severity  string           `json:"severity,omitempty"`
	Message   engine.Untrusted `json:"message,omitempty"` // of the alarm
	Time      string           `json:"time,omitempty"`
	Connected bool             `json:"connected"`
	Quality   string           `json:"quality,omitempty"`
	Error     string           `json:"error,omitempty"`
	Note      string           `json:"note,omitempty"` // the nearest names of one that does not exist
}

func (p *PVs) readLive(ctx context.Context, names []string) (tools.Result, error) {
	samples, err := p.Get(ctx, names)
	if err != nil {
		return tools.Result{}, err
	}
	out := make([]toolReading, 0, len(samples))
	for _, s := range samples {
		r := toolReading{PV: engine.Untrusted(s.PV), Value: PVData(s.Value), Connected: s.Connected(), Quality: s.Quality.String()}
		if s.Err != nil {
			r.Error = s.Err.Error()
			r.Note = p.Nearest(ctx, s.PV)
			out = append(out, r)
			continue
		}
		r.Text, r.Units, r.Time = PVValue(s), s.Units(), PVTime(s, p.now().Location())
		r.Severity, r.Message = s.Severity.String(), s.Message
		out = append(out, r)
	}
	return tools.Result{Value: map[string]any{"readings": out}}, nil
}

// Nearest says of a name whether it exists and, when it does not, what is like
// it; empty when nothing is known of names.
func (p *PVs) Nearest(ctx context.Context, pv string) string {
	pv = bare(pv)
	found, err := p.Find(ctx, pv, 1)
	if err != nil {
		return ""
	}
	if len(found.Channels) == 1 && found.Channels[0].PV == pv {
		return "the channel is known, but it cannot be read now"
	}
	return strings.Join(found.Notes, "; ")
}
