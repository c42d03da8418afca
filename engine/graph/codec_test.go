package graph

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"owl/engine"
)

func drawSheet(rt *rapid.T) Sheet {
	word := rapid.StringN(0, 12, 20)
	span := rapid.Custom(func(rt *rapid.T) Span {
		start := rapid.IntRange(0, 1000).Draw(rt, "start")
		return Span{start, start + rapid.IntRange(0, 200).Draw(rt, "length")}
	})
	when := rapid.Custom(func(rt *rapid.T) time.Time {
		if rapid.Bool().Draw(rt, "unknown") {
			return time.Time{}
		}
		t := time.Unix(rapid.Int64Range(0, 2e9).Draw(rt, "seconds"), 0).UTC()
		if zone := rapid.IntRange(-12, 12).Draw(rt, "zone"); zone != 0 {
			t = t.In(time.FixedZone("", zone*3600))
		}
		return t
	})
	mention := rapid.Custom(func(rt *rapid.T) Mention {
		return Mention{rapid.SampledFrom(Kinds()).Draw(rt, "kind"), word.Draw(rt, "key"), engine.Untrusted(word.Draw(rt, "name")), span.Draw(rt, "at")}
	})
	s := Sheet{
		DocID: word.Draw(rt, "doc"), FileID: word.Draw(rt, "file"), ParentID: word.Draw(rt, "parent"), Title: engine.Untrusted(word.Draw(rt, "title")),
		Kind: LogEntry, Created: when.Draw(rt, "created"), Until: when.Draw(rt, "until"), Revision: rapid.IntRange(0, 9).Draw(rt, "revision"),
	}
	if rapid.Bool().Draw(rt, "fault") {
		s.Fault = &Trouble{
			Name: engine.Untrusted(word.Draw(rt, "fault name")), Span: span.Draw(rt, "fault span"),
			Components: []string{word.Draw(rt, "component")}, Event: rapid.Bool().Draw(rt, "event"),
		}
	}
	for range rapid.IntRange(0, 5).Draw(rt, "facts") {
		s.Facts = append(s.Facts, Fact{
			Relation: rapid.SampledFrom(Relations()).Draw(rt, "relation"), Modality: Suspected, From: mention.Draw(rt, "from"), To: mention.Draw(rt, "to"),
			Quote: span.Draw(rt, "quote"), Extractor: word.Draw(rt, "rule"), Confidence: 0.125, Date: when.Draw(rt, "date"),
		})
	}
	return s
}

func TestASheetIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		want := drawSheet(rt)
		got, err := DecodeSheet(want.Encode())
		if err != nil {
			rt.Fatal(err)
		}
		for i := range got.Facts { // zones are equal by offset, not by pointer
			if !got.Facts[i].Date.Equal(want.Facts[i].Date) {
				rt.Fatalf("date %v, want %v", got.Facts[i].Date, want.Facts[i].Date)
			}
			got.Facts[i].Date = want.Facts[i].Date
		}
		if !got.Created.Equal(want.Created) || !got.Until.Equal(want.Until) || got.Created.Format(time.RFC3339) != want.Created.Format(time.RFC3339) {
			rt.Fatalf("times %v %v, want %v %v", got.Created, got.Until, want.Created, want.Until)
		}
		got.Created, got.Until = want.Created, want.Until
		if !reflect.DeepEqual(got, want) {
			rt.Fatalf("got  %+v\nwant %+v", got, want)
		}
	})
}

func TestATruncatedSheetIsDamaged(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := drawSheet(rt)
		data := s.Encode()
		cut := rapid.IntRange(0, len(data)-1).Draw(rt, "cut")
		if _, err := DecodeSheet(data[:cut]); !errors.Is(err, engine.ErrDamaged) {
			rt.Fatalf("%d of %d bytes: %v", cut, len(data), err)
		}
	})
}

func FuzzDecodeSheet(f *testing.F) {
	s := Sheet{DocID: "a", Fault: &Trouble{Name: "b", Components: []string{"c"}}, Facts: []Fact{{Relation: CausedBy}}}
	f.Add(s.Encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		if s, err := DecodeSheet(data); err == nil {
			if _, err := DecodeSheet(s.Encode()); err != nil {
				t.Errorf("what was read cannot be written: %v", err)
			}
		}
	})
}
