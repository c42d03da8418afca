package token

import (
	"fmt"
	"strings"
	"testing"
)

// show writes tokens as kind letter and text: "i s-dcct:currentm".
func show(tokens []Token) string {
	var parts []string
	for _, t := range tokens {
		parts = append(parts, fmt.Sprintf("%c:%s", t.Kind.String()[0], t.Text))
	}
	return strings.Join(parts, " ")
}

// tokenCase is a text and its tokens, as show writes them.
type tokenCase struct{ name, in, want string }

func checkTokens(t *testing.T, cases []tokenCase) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			if got := show(Tokens(tt.in)); got != tt.want {
				t.Errorf("Tokens(%q)\n got %s\nwant %s", tt.in, got, tt.want)
			}
		})
	}
}

func TestWords(t *testing.T) {
	checkTokens(t, []tokenCase{
		{"words are stemmed", "Beam dumps happened", "w:beam w:dump w:happen"},
		{"stop words keep their form", "does this run", "w:does w:this w:run"},
		{"apostrophes stay inside", "operator's don't 'quoted'", "w:oper w:don't w:quot"},
		{"acronym plurals lose their s", "PVs BPMs bpms IOCs", "w:pv w:bpm w:bpm w:ioc"},
		{"an acronym is not its stop-word stem", "DOE", "w:doe"},
	})
}

func TestIdentifiers(t *testing.T) {
	checkTokens(t, []tokenCase{
		{"process variable with a camel-case tail", "S-DCCT:CurrentM", "i:s-dcct:currentm p:s p:dcct p:currentm p:current p:m"},
		{"record with a field", "9bmc:scan1.AWAIT", "i:9bmc:scan1.await p:9bmc:scan1 p:9bmc p:9 p:bmc p:scan1 p:scan p:1 p:await"},
		{"short process variable", "B:IS", "i:b:is p:b p:is"},
		{"process variable with a number", "SA:BM:1", "i:sa:bm:1 p:sa p:bm p:1"},
		{"document number", "DIAG-TN-2024-018", "i:diag-tn-2024-018 p:diag p:tn p:2024 p:018"},
		{"work request", "WRQ_43541", "i:wrq_43541 p:wrq p:43541"},
		{"field is not the start of another", "CXI:XX:BUILD.VALA", "i:cxi:xx:build.vala p:cxi:xx:build p:cxi p:xx p:build p:vala"},
		{"brackets of a device name", "SR:C03-BI{DCCT:1}I:Real-I", "i:sr:c03-bi{dcct:1}i:real-i p:sr p:c03 p:c p:03 p:bi p:dcct p:1 p:i p:real p:i"},
		{"closing bracket ends a name", "(XF:23ID{Cam})", "i:xf:23id{cam} p:xf p:23id p:23 p:id p:cam"},
		{"capitals with dashes", "RF-TRIPS", "i:rf-trips p:rf-trip p:rf p:trip"},
		{"full stop after an identifier", "See WRQ_43541.", "w:see i:wrq_43541 p:wrq p:43541"},
		{"parentheses around an identifier", "(B:IS)", "i:b:is p:b p:is"},
		{"comma, colon and quotes around identifiers", `"S1:A", 'S1:A': S1:A;`, "i:s1:a p:s1 p:s p:1 p:a i:s1:a p:s1 p:s p:1 p:a i:s1:a p:s1 p:s p:1 p:a"},
		{"a label is a word", "NOTE: open", "w:note w:open"},
		{"environment name", "EPICS_PVA_ADDR_LIST", "i:epics_pva_addr_list p:epic p:pva p:addr p:list"},
		{"file name", "mgmt_scriptables.md", "i:mgmt_scriptables.md p:mgmt_scriptables p:mgmt p:scriptabl p:md"},
		{"plain file name", "readme.md", "i:readme.md p:readm p:md"},
		{"sentences without a space are no file name", "dump.The", "w:dump.th p:dump p:the"},
		{"call", "caput()", "w:caput"},
		{"camel case", "mergeDuringRetrieval", "i:mergeduringretrieval p:mergeduringretriev p:merg p:during p:retriev"},
		{"two humps are a compound", "GitHub", "w:github p:git p:hub"},
		{"capitals before a hump", "HTTPServer", "w:httpserver p:http p:server"},
		{"scope operator", "std::vector", "i:std::vector p:std p:vector"},
		{"address", "10.0.0.1", "i:10.0.0.1 p:10 p:0 p:0 p:1"},
		{"address with a port", "10.0.0.1:5075", "i:10.0.0.1:5075 p:10 p:0 p:0 p:1 p:5075"},
		{"hexadecimal", "0x1F", "i:0x1f p:0 p:x p:1 p:f"},
		{"letters and digits", "LN2 S35", "i:ln2 p:ln p:2 i:s35 p:s p:35"},
	})
}

func TestFlagsAndCompounds(t *testing.T) {
	checkTokens(t, []tokenCase{
		{"one-letter flag", "caput -w 5", "w:caput i:-w p:w n:5"},
		{"long flag", "owl ingest --full", "w:owl w:ingest i:--full p:full"},
		{"build profile", "mvn -Pdeployable-jar", "w:mvn i:-pdeployable-jar p:p p:deploy p:jar"},
		{"a dash between words is no flag", "beam -- lost", "w:beam w:lost"},

		{"compound", "x-ray", "w:x-ray p:xray p:x p:ray"},
		{"compound with a plural", "power-cycles", "w:power-cycl p:powercycl p:power p:cycl"},
		{"number and word", "3-phase", "w:3-phase p:3phase p:3 p:phase"},
		{"ordinal", "2nd", "w:2nd"},
	})
}

func TestNumbersAndValues(t *testing.T) {
	checkTokens(t, []tokenCase{
		{"value with a space", "16 nC", "v:16nc n:16 w:nc"},
		{"value without a space", "16nC", "v:16nc n:16 w:nc"},
		{"value in capitals", "16NC", "v:16nc n:16 w:nc"},
		{"value with a dash", "60-Hz", "v:60hz n:60 w:hz"},
		{"decimal value", "9.77 MHz", "v:9.77mhz n:9.77 w:mhz"},
		{"micro sign and mu", "5 \u00b5A 5 \u03bcA 5\u00b5A 5 uA", "v:5ua n:5 w:ua v:5ua n:5 w:ua v:5ua n:5 w:ua v:5ua n:5 w:ua"},
		{"ohm sign and omega", "50 \u2126 50 k\u03a9", "v:50ohm n:50 w:ohm v:50kohm n:50 w:kohm"},
		{"negative value", "-3.5 kV", "v:-3.5kv n:-3.5 p:3.5 w:kv"},
		{"negative value without a space", "(-3.5kV)", "v:-3.5kv n:-3.5 p:3.5 w:kv"},
		{"true minus sign", "\u22123.5 kV", "v:-3.5kv n:-3.5 p:3.5 w:kv"},
		{"exponent", "1e-9 Torr", "v:1e-9torr n:1e-9 w:torr"},
		{"capital exponent with a plus", "2.5E+3 V", "v:2.5e3v n:2.5e3 w:v"},
		{"percentage", "95%", "v:95% n:95"},
		{"percentage in words", "95 percent", "v:95% n:95 w:percent"},
		{"degrees", "21 °C", "v:21degc n:21 w:c"},
		{"rate", "5 mm/s", "v:5mm/s n:5 w:mm w:s"},
		{"rate without a space", "5mm/s", "v:5mm/s n:5 w:mm w:s"},
		{"unit at the end of a sentence", "16 nC.", "v:16nc n:16 w:nc"},
		{"small words are no units", "16 in 3 a", "n:16 w:in n:3 w:a"},
		{"thousands", "1,250.5 A", "v:1250.5a n:1250.5 w:a"},
		{"list of numbers", "1,2,345", "n:1 n:2345"},
		{"leading point", ".5 mm", "v:0.5mm n:0.5 w:mm"},
		{"range", "10-20", "n:10 n:20"},
		{"time of day", "at 12:30", "w:at v:12:30 p:12 p:30"},
	})
}

func TestDates(t *testing.T) {
	checkTokens(t, []tokenCase{
		{"numeric date", "10/8/24", "d:10/8/24 d:d:2024-10-08 p:10 p:8 p:24"},
		{"impossible numeric date", "13/45/24", "n:13 n:45 n:24"},
		{"impossible day of a month", "2024-02-30", "n:2024 n:02 n:30"},
		{"date and time", "2024-10-08T12:30", "d:d:2024-10-08 p:2024 p:10 p:08 v:12:30 p:12 p:30"},
		{"date in words", "Oct 8 2024", "d:d:2024-10-08 w:oct n:8 n:2024"},
		{"month without a year", "May 8", "w:may n:8"},
	})
}

func TestScriptsAndBadBytes(t *testing.T) {
	checkTokens(t, []tokenCase{
		{"accents", "Schrödinger naïve CAFÉ", "w:schroding w:naiv w:cafe"},
		{"full-width forms", "ＢＥＡＭ", "w:beam"},
		{"Roman numeral character", "type Ⅱa", "w:type w:iia"},
		{"soft hyphen", "mag\u00adnet", "w:magnet"},
		{"typographic apostrophe and hyphen", "it’s x‐ray", "w:it's w:x-ray p:xray p:x p:ray"},
		{"Cyrillic", "Пучок", "w:пучок"},
		{"Chinese", "真空阀", "w:真空 p:真 w:空阀 p:空 p:阀"},
		{"one Chinese character", "阀 x", "w:阀 w:x"},
		{"Chinese beside Latin", "RF真空", "w:rf w:真空 p:真 p:空"},
		{"not UTF-8", "beam\xff\xfedump\xc3", "w:beam w:dump"},
		{"NUL", "beam\x00dump", "w:beam w:dump"},
		{"only punctuation", "?! -- ... () : _", ""},
		{"emphasis", "_beam_ **dump**", "w:beam w:dump"},
	})
}

func TestOneDayHasOneCanonicalToken(t *testing.T) {
	for _, s := range []string{
		"10/8/24", "10/08/2024", "2024-10-08", "2024/10/08", "8.10.2024", "8-Oct-2024", "08-OCT-24",
		"Oct 8 2024", "Oct 8, 2024", "Oct. 8, 2024", "October 8th, 2024", "8 October 2024", "8 Oct. 2024", "8th October 2024",
		"2024-10-08T23:59:59Z", "on (10/8/24).",
	} {
		n := 0
		Each(s, func(tok Token) bool {
			if tok.Kind == Date && tok.Text == "d:2024-10-08" {
				n++
			}
			return true
		})
		if n != 1 {
			t.Errorf("%q: %d canonical dates in %s", s, n, show(Tokens(s)))
		}
	}
}

func TestWhatIsNoDate(t *testing.T) {
	for _, s := range []string{
		"13/45/24", "2/30/2024", "2024-13-01", "0/0/00", "Feb 30 2024", "31 June 2024", "10/8", "1.2.3", "1/2/3", "192.168.1.10",
		"Oct 8", "March 2024", "10/8/245", "2024-018", "Oct 8 20244", "1899-01-01",
	} {
		Each(s, func(tok Token) bool {
			if tok.Kind == Date {
				t.Errorf("%q gives date %q", s, tok.Text)
			}
			return true
		})
	}
}

func TestPositionsOfAWholeAndItsParts(t *testing.T) {
	var got []string
	for _, tok := range Tokens("read 9bmc:scan1.AWAIT now, 16 nC") {
		got = append(got, fmt.Sprintf("%d %s", tok.Pos, tok.Text))
	}
	want := "0 read,1 9bmc:scan1.await,1 9bmc:scan1,1 9bmc,1 9,2 bmc,3 scan1,3 scan,4 1,5 await,6 now,7 16nc,7 16,8 nc"
	if s := strings.Join(got, ","); s != want {
		t.Errorf("\n got %s\nwant %s", s, want)
	}
}

func TestOffsetsPointIntoTheSource(t *testing.T) {
	src := "naïve 5 µA at S-DCCT:CurrentM, Oct 8 2024; −3.5 kV"
	want := map[string]string{
		"naiv": "naïve", "5ua": "5 µA", "ua": "µA", "s-dcct:currentm": "S-DCCT:CurrentM",
		"d:2024-10-08": "Oct 8 2024", "-3.5kv": "−3.5 kV", "current": "Current",
	}
	for _, tok := range Tokens(src) {
		if w, ok := want[tok.Text]; ok {
			if got := src[tok.Start:tok.End]; got != w {
				t.Errorf("%q stands at %q, want %q", tok.Text, got, w)
			}
			delete(want, tok.Text)
		}
	}
	if len(want) > 0 {
		t.Errorf("missing tokens: %v", want)
	}
}

func TestLookAlikesDiffer(t *testing.T) {
	for _, pair := range [][2]string{
		{"ZX-49-RAG", "ZX-4819-RAG"}, {"CXI:XX:BUILD.VALA", "CXI:XX:BUILD.VAL"}, {"WRQ_43541", "WRQ_4354"}, {"S1A:Q1", "S1A:Q2"},
	} {
		want := Tokens(pair[0])[0]
		for _, tok := range Tokens(pair[1]) {
			if tok.Text == want.Text {
				t.Errorf("%q gives the identifier of %q", pair[1], pair[0])
			}
		}
	}
}

func TestEachStopsWhenAsked(t *testing.T) {
	n := 0
	Each("9bmc:scan1.AWAIT beam 10/8/24", func(Token) bool { n++; return n < 3 })
	if n != 3 {
		t.Errorf("yield was called %d times", n)
	}
}

func TestKindNames(t *testing.T) {
	for k := Word; k <= Date; k++ {
		if k.String() == "unknown" {
			t.Errorf("kind %d has no name", k)
		}
	}
	if Kind(99).String() != "unknown" {
		t.Error("an unknown kind has a name")
	}
}

func TestUnitsMeetInAnyCaseAgainstTheirNumber(t *testing.T) {
	for _, unit := range strings.Fields("V kV mV A mA nA W kW MW nC Hz kHz MHz GHz eV keV MeV GeV Pa mbar Torr T mT G kG m mm nm s ms ns K " +
		"mrad ohm kohm pF uH N Gy mSv kWh Vpp h min d deg degC psi ppm rpm cps dB dBm gpm sccm Oe Gauss mmHg ft inch MB GB steps counts bunches") {
		want := "5" + strings.ToLower(unit)
		for _, s := range []string{"5 " + unit, "5" + unit, "5" + strings.ToLower(unit), "5" + strings.ToUpper(unit)} {
			if got := Tokens(s)[0]; got.Kind != Value || got.Text != want {
				t.Errorf("%q: %s, want value %s", s, show(Tokens(s)), want)
			}
		}
	}
}
