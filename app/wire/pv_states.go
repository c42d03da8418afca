package wire

import (
	"context"
	"maps"
)

// states are what services say of the channels of one answer.
type states struct {
	pvs     *PVs
	active  map[string]bool            // by ChannelFinder
	managed map[string]map[string]bool // "archived" and "connected", by the archiver
}

// archived asks the archiver.
func (s *states) archived(ctx context.Context, pvs []string) (map[string]bool, error) {
	p := s.pvs
	if p.archive.Management != "" {
		err := s.ask(ctx, pvs)
		return s.managed["archived"], err
	}
	values, err := p.archive.At(ctx, pvs, p.now())
	if err != nil {
		return nil, err
	}
	out := make(map[string]bool, len(pvs))
	for _, pv := range pvs {
		_, out[pv] = values[pv]
	}
	return out, nil
}

// ask reads the states of the archiver's management.
func (s *states) ask(ctx context.Context, pvs []string) error {
	all, err := s.pvs.archive.Statuses(ctx, pvs)
	if err != nil {
		return err
	}
	s.managed = map[string]map[string]bool{"archived": {}, "connected": {}}
	for _, pv := range all {
		s.managed["archived"][pv.PV] = pv.Archived
		if pv.Archived { // it says nothing of others
			s.managed["connected"][pv.PV] = pv.Connected
		}
	}
	return nil
}

// connected is what the services say, without connecting: that of the archiver's
// management, else that of ChannelFinder.
func (s *states) connected(_ context.Context, pvs []string) (map[string]bool, error) {
	out := map[string]bool{}
	for _, pv := range pvs {
		if state, ok := s.active[pv]; ok {
			out[pv] = state
		}
	}
	maps.Copy(out, s.managed["connected"])
	return out, nil
}
