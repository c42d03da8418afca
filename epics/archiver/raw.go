package archiver

import (
	"errors"
	"io"

	"owl/epics"
	"owl/epics/archiver/pb"
)

// maxLine is the longest event that is taken: a waveform of 4 million doubles.
const maxLine = 40 << 20

// head is what a reply says of the PV before its samples.
type head struct {
	pv   string
	meta *epics.Meta
}

// readRaw reads a reply in PB. It calls begin for every head and take for every
// item until the reply ends or one of them returns an error.
func readRaw(r io.Reader, q Query, begin func(head) *epics.Meta, take func(*item) error) error {
	reader := pb.NewReader(r, maxLine)
	var meta *epics.Meta
	var it item
	for {
		info, event, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if event == nil {
			headers := make(map[string]string, len(info.Headers))
			for _, f := range info.Headers {
				headers[f.Name] = f.Value
			}
			meta = begin(head{pv: info.PV, meta: metaOf(headers)})
			continue
		}
		it = item{time: reader.Time(), meta: meta}
		it.raw(info.Type, event, meta, q)
		if err := take(&it); err != nil {
			return err
		}
	}
}

// raw takes the value and alarm of an event.
func (it *item) raw(t pb.Type, e *pb.Event, meta *epics.Meta, q Query) {
	it.mark(e.Severity)
	it.status = e.Status
	for _, f := range e.Fields {
		it.field(f.Name, f.Value)
	}
	if it.gap != "" {
		return
	}
	switch t {
	case pb.String:
		it.value = epics.Text(string(e.Text))
	case pb.Enum:
		it.value = choice(int(e.Number), meta)
	case pb.Short, pb.Byte, pb.Int:
		it.number(e.Number, true, meta)
	case pb.StringWave:
		it.value = textsOf(e.Texts)
	case pb.Structure:
		it.structure(e.Bytes, q)
	case pb.ShortWave, pb.FloatWave, pb.EnumWave, pb.ByteWave, pb.IntWave, pb.DoubleWave:
		it.wave(e.Wave, q)
	default:
		it.number(e.Number, false, meta)
	}
}
