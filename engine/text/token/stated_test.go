package token

import "testing"

func TestStatedKeepsOnlyTheCanonicalDate(t *testing.T) {
	for _, text := range []string{"RFB on Oct 8, 2024", "RFB on 10/8/24", "RFB on 2024-10-08"} {
		var dates, numbers int
		for _, tok := range Stated(text) {
			switch tok.Kind {
			case Date:
				dates++
				if tok.Text != "d:2024-10-08" {
					t.Errorf("%q: date %q", text, tok.Text)
				}
			case Number:
				numbers++
			}
		}
		if dates != 1 || numbers != 0 {
			t.Errorf("%q: %d dates, %d numbers in %v", text, dates, numbers, Stated(text))
		}
	}
}
