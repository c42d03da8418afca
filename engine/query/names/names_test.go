package names

import (
	"testing"
	"unicode/utf8"
)

func TestNames(t *testing.T) {
	for text, want := range map[string][]Name{
		"why did SR:RF:B:CIRC:FLOW fall?":   {{Text: "SR:RF:B:CIRC:FLOW", Kind: PV}},
		"see WRQ_43541 and BELY_40541.":     {{Text: "WRQ_43541", Kind: Record}, {Text: "BELY_40541", Kind: Record}},
		"strainer ST-B3 and S12:BPM3":       {{Text: "ST-B3", Kind: Device}, {Text: "S12:BPM3", Kind: PV}},
		"FE12, K4 and KLY-11":               {{Text: "FE12", Kind: Device}, {Text: "K4", Kind: Device}, {Text: "KLY-11", Kind: Device}},
		"note DIAG-TN-2024-018":             {{Text: "DIAG-TN-2024-018", Kind: Document}},
		"does orbit.sdds load":              {{Text: "orbit.sdds", Kind: File}},
		"what does --full do in pvxlist -w": {{Text: "--full", Kind: Flag}, {Text: "-w", Kind: Flag}},
		"mergeDuringRetrieval and std::map": {{Text: "mergeDuringRetrieval", Kind: Code}, {Text: "std::map", Kind: Code}},
		"ping 10.0.0.1":                     {{Text: "10.0.0.1", Kind: Address}},
		"May: /data05 is full":              {{Text: "/data05", Kind: File}},
		"trips in run 2026-2?":              {{Text: "2026-2", Kind: Run}},
		"teams_20261015_0001, DT_2026_2880": {{Text: "teams_20261015_0001", Kind: Record}, {Text: "DT_2026_2880", Kind: Record}},
		"ioc-sr-vac-13 was rebooted":        {{Text: "ioc-sr-vac-13", Kind: Device}},
		"SR_correctors_2025-3_good":         {{Text: "SR_correctors_2025-3_good", Kind: Code}},
		"the beam dumped at 250 mA":         nil,
		"2026-10-15 at 02:47, 16nC":         nil,
		"":                                  nil,
	} {
		got := Find(text)
		if len(got) != len(want) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
			continue
		}
		for i, n := range got {
			if n.Text != want[i].Text || n.Kind != want[i].Kind || text[n.Start:n.End] != n.Text {
				t.Errorf("%q: %+v, want %+v", text, n, want[i])
			}
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("SR:RF:B:CIRC:FLOW /data05 2026-2 --full")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, n := range Find(text) {
			if n.Start < end || n.End <= n.Start || text[n.Start:n.End] != n.Text || utf8.ValidString(text) && !utf8.ValidString(n.Text) {
				t.Fatalf("%q: %+v lies wrong", text, n)
			}
			end = n.End
		}
	})
}
