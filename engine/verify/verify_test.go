package verify

import (
	"errors"
	"strings"
	"testing"

	"owl/engine"
	"pgregory.net/rapid"
)

const content = "RFB tripped at 02:47 on 2026-10-15. SR:RF:B:CIRC:FLOW fell to 31.2 L/min; the beam was not recovered until 04:20. " +
	"Basket 1 of strainer ST-B3 was clogged with 40 g of resin."

func record() engine.Record { return engine.Record{DocID: "bely/1", Content: content} }

func whole(text string) Claim { return Claim{Text: text, DocID: "bely/1", End: len(content)} }

func TestClaimsThatHold(t *testing.T) {
	for _, text := range []string{
		"RFB tripped at 02:47.",
		"SR:RF:B:CIRC:FLOW fell to 31.2 L/min",
		"The strainer ST-B3 was clogged with resin.",
		"On Oct 15, 2026 RFB tripped.", // the same date, written otherwise
		"The beam was not recovered until 04:20.",
	} {
		if err := Check(record(), whole(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestClaimsThatDoNotHold(t *testing.T) {
	for _, c := range []struct {
		text string
		want error
	}{
		{"RFB tripped at 02:49.", ErrDetail},
		{"RFA tripped at 02:47.", ErrDetail},
		{"SR:RF:A:CIRC:FLOW fell to 31.2 L/min", ErrDetail},
		{"SR:RF:B:CIRC:FLOW fell to 31.2 bar", ErrDetail},
		{"Strainer ST-A3 was clogged with resin.", ErrDetail},
		{"RFB tripped on 2025-10-15.", ErrDetail},
		{"The operator called the vacuum group before lunch.", ErrWords},
	} {
		if err := Check(record(), whole(c.text)); !errors.Is(err, c.want) {
			t.Errorf("%q: got %v, want %v", c.text, err, c.want)
		}
	}
}

func TestNegationMustAgree(t *testing.T) {
	quote := "the beam was not recovered until 04:20"
	at := strings.Index(content, quote)
	turned := Claim{Text: "The beam was recovered until 04:20.", DocID: "bely/1", Start: at, End: at + len(quote)}
	if err := Check(record(), turned); !errors.Is(err, ErrNegation) {
		t.Errorf("a dropped negation: %v", err)
	}
	for _, c := range []struct {
		quote, claim string
		want         error
	}{
		{"RFB tripped at 02:47.", "RFB did not trip at 02:47.", ErrNegation},
		{"RFB tripped at 02:47. The beam was not recovered.", "RFB tripped at 02:47.", nil},
		{"RFB tripped at 02:47. The beam was not recovered.", "The beam was not recovered.", nil},
		{"RFB tripped at 02:47. The beam was not recovered.", "RFB did not trip at 02:47.", ErrNegation},
		{"RFB tripped at 02:47. The beam was not recovered.", "The beam was recovered.", ErrNegation},
		{"RFB tripped at 02:47. The beam was not recovered.", "RFB tripped at 02:47, and the beam was not recovered.", nil},
		{"RFB tripped at 02:47. The beam was not recovered.", "The beam was not recovered. RFB tripped.", nil},
		{"RFB tripped at 02:47. The beam was not recovered.", "RFB did not trip. The beam was not recovered.", ErrNegation},
		{"The beam was not\nrecovered until noon.\nRFB tripped.", "The beam was not recovered until noon.", nil},
		{"The beam was\n   recovered\n   at noon. RFB was not.", "The beam was recovered at noon.", nil},
		{"Hours have one decimal\n   below 100 and none above. The rest is in the file.", "Hours have one decimal below 100 and none above.", nil},
		{"The text says below permit. 84 is not below 80!", "The text says below permit.", nil},
		{"- RFB tripped\n- beam not recovered", "RFB tripped", nil},
		{"- RFB tripped\n- beam not recovered", "beam recovered", ErrNegation},
		{"The valve was not open. Later the valve was open.", "The valve was open.", nil}, // one of two says so
		{"The filter No. 3 was changed.", "Filter No. 3 was changed.", nil},
		{"The filter No. 3 was changed.", "Filter 3 was changed.", nil},
		{"The pump was not restarted but the beam came back in the evening.", "The beam came back in the evening.", nil},
	} {
		rec := engine.Record{DocID: "bely/1", Content: engine.Untrusted(c.quote)}
		if err := Check(rec, Claim{Text: c.claim, End: len(c.quote)}); !errors.Is(err, c.want) {
			t.Errorf("%q on %q: got %v, want %v", c.claim, c.quote, err, c.want)
		}
	}
}

func TestPlaceOutsideTheRecord(t *testing.T) {
	rec := engine.Record{DocID: "x", Content: "µ-metal shield"}
	for _, at := range [][2]int{{-1, 3}, {0, 99}, {4, 4}, {5, 2}, {1, 5}} {
		if _, err := Quote(rec, at[0], at[1]); !errors.Is(err, ErrPlace) {
			t.Errorf("bytes %v: %v", at, err)
		}
	}
}

func TestCitationMustQuoteWhatIsStored(t *testing.T) {
	c := engine.Citation{DocID: "bely/1", Quote: "RFB tripped", Start: 0, End: 11}
	if err := Citation(record(), c); err != nil {
		t.Error(err)
	}
	for _, change := range []func(*engine.Citation){
		func(c *engine.Citation) { c.Quote = "RFA tripped" },
		func(c *engine.Citation) { c.Start, c.End = 1, 12 },
		func(c *engine.Citation) { c.DocID = "bely/2" },
	} {
		bad := c
		change(&bad)
		if Citation(record(), bad) == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}
}

// Any stretch of a record is grounded in itself.
func TestVerbatimClaimsHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-zA-Z0-9:.,µ \n-]{1,80}`).Draw(t, "content")
		rec := engine.Record{DocID: "d", Content: engine.Untrusted(text)}
		if err := Check(rec, Claim{Text: text, DocID: "d", End: len(text)}); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

// So is any run of its sentences, whatever the others deny.
func TestSentencesOfTheQuoteHold(t *testing.T) {
	word := rapid.SampledFrom(strings.Fields("RFB beam pump valve not never no tripped recovered was the 02:47 31.2 SR:RF:B:CIRC:FLOW ST-B3 2026-10-15 L/min cannot open"))
	sentence := rapid.Custom(func(t *rapid.T) string {
		words := rapid.SliceOfN(word, 1, 7).Draw(t, "words")
		return rapid.SampledFrom([]string{"The ", "84 ", "ST-B3 "}).Draw(t, "first") + strings.Join(words, " ") + rapid.SampledFrom([]string{".", "!", "?"}).Draw(t, "mark")
	})
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(sentence, 1, 6).Draw(t, "sentences")
		from := rapid.IntRange(0, len(all)-1).Draw(t, "from")
		to := rapid.IntRange(from+1, len(all)).Draw(t, "to")
		gap := rapid.SampledFrom([]string{" ", "\n", "\n\n", "\n- ", "\n   "}).Draw(t, "gap")
		text, claim := strings.Join(all, gap), strings.Join(all[from:to], gap)
		if err := NewSource(text).Check(claim); err != nil {
			t.Fatalf("%q on %q: %v", claim, text, err)
		}
	})
}

func TestSentencesLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if got := strings.Join(sentences(text), ""); got != text {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

func BenchmarkManyClaimsOnOneRecord(b *testing.B) {
	text := strings.Repeat(content+" ", 40)
	rec := engine.Record{Content: engine.Untrusted(text)}
	claims := []string{"RFB tripped at 02:47.", "The beam was not recovered until 04:20.", "Strainer ST-A3 was clogged."}
	b.Run("a record each time", func(b *testing.B) {
		for b.Loop() {
			for _, c := range claims {
				_ = Check(rec, Claim{Text: c, End: len(text)})
			}
		}
	})
	b.Run("a source made once", func(b *testing.B) {
		source := NewSource(text)
		for b.Loop() {
			for _, c := range claims {
				_ = source.Check(c)
			}
		}
	})
}
