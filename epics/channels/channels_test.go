package channels

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"owl/engine"
	"owl/engine/lexicon"
)

func find(t testing.TB, f *Finder, words string) Result {
	t.Helper()
	r, err := f.Find(context.Background(), words)
	if err != nil {
		t.Fatalf("%q: %v", words, err)
	}
	return r
}

func TestWhatDoesNotExistIsSaid(t *testing.T) {
	f := demo(t)
	for words, note := range map[string]string{
		"SR:RF:C:KV":                  "no channel is called SR:RF:C:KV; the nearest are SR:RF:B:KV, SR:RF:A:KV",
		"XX:YY:ZZ:QQ:WW:VV":           "no channel is called XX:YY:ZZ:QQ:WW:VV, and none is near it",
		"cavity 9 voltage":            "there is no cavity 9; there are 1, 2, 3, 4, 5, 6, 7, 8",
		"BPMs in sector 31":           "there is no sector 31; there are 1, 2, 3 ... 24",
		"flux capacitor temperature":  `no channel is described by "flux"`,
		"*:NOPE:*":                    "no channel matches *:NOPE:*",
		"of the":                      "nothing in these words names a channel",
		"tunnel door helium pressure": "no channel is all of this: tunnel; door; helium; pressure",
	} {
		r := find(t, f, words)
		if len(r.Channels) != 0 || !strings.HasPrefix(strings.Join(r.Notes, "; "), note) {
			t.Errorf("%q gives %v and says %q, want %q", words, names(r), r.Notes, note)
		}
	}
}

func TestNames(t *testing.T) {
	f := demo(t)
	for words, want := range map[string]string{
		"SR:RF:B:KV":                      "SR:RF:B:KV",
		"sr:rf:b:kv":                      "SR:RF:B:KV",
		"SR:RF:B:KV?":                     "SR:RF:B:KV",
		"SR:RF:B:KV and SR:DI:DCCT1:I":    "SR:DI:DCCT1:I SR:RF:B:KV",
		"SR:RF:B:KV, SR:RF:A:KV":          "SR:RF:A:KV SR:RF:B:KV",
		"G1:HV":                           "LN:GUN:TG1:HV",
		"SR03:DI:BPM02":                   "SR03:DI:BPM02:X SR03:DI:BPM02:Y",
		"SR{01,02}:VAC:CCG?:P":            "SR01:VAC:CCG1:P SR02:VAC:CCG1:P",
		"SR{1..2}*:GV1:STS":               "SR10:VAC:GV1:STS SR11:VAC:GV1:STS SR12:VAC:GV1:STS SR13:VAC:GV1:STS SR14:VAC:GV1:STS SR15:VAC:GV1:STS SR16:VAC:GV1:STS SR17:VAC:GV1:STS ...",
		"pressure SR17:VAC:*":             "SR17:VAC:CCG1:P SR17:VAC:CCG2:P",
		"what is the value of SR:RF:FREQ": "SR:RF:FREQ",
		"05i:mono:E":                      "05i:mono:E",
	} {
		if got := find(t, f, words); brief(names(got)) != want {
			t.Errorf("%q gives %s, want %s; notes %q", words, brief(names(got)), want, got.Notes)
		}
	}
}

func TestNotesSayHowWordsWereRead(t *testing.T) {
	f := demo(t)
	for words, note := range map[string]string{
		"SR03:DI:BPM02":                        "no channel is called SR03:DI:BPM02; these have it in their names",
		"sr:rf:b:kv":                           "there is no sr:rf:b:kv; read as SR:RF:B:KV",
		"vaccum guage in sector 3":             "read vaccum as vacuum",
		"vacuum gauges downstream of sector 6": "downstream is read as the sectors of SR above 6",
		"second undulator gap":                 "second is read in the order of the numbers",
	} {
		if got := find(t, f, words); !slices.Contains(got.Notes, note) || len(got.Channels) == 0 {
			t.Errorf("%q finds %d and says %q, want %q", words, len(got.Channels), got.Notes, note)
		}
	}
}

func TestSetpointsOnlyWhenAskedFor(t *testing.T) {
	var list []Entry
	for _, area := range []string{"SR", "BR"} {
		for _, kind := range []string{"focusing quadrupole", "achromat focusing quadrupole"} {
			code := map[string]string{"focusing quadrupole": "QF", "achromat focusing quadrupole": "QFA"}[kind]
			for n := range 3 {
				for _, field := range []string{"RB readback", "SP setpoint", "GOLDEN golden setpoint"} {
					suffix, said, _ := strings.Cut(field, " ")
					if area == "BR" && (code == "QFA" || n > 1) {
						continue
					}
					ring := map[string]string{"SR": "Storage ring", "BR": "Booster ring"}[area]
					list = append(list, Entry{PV: fmt.Sprintf("%s:MAG:%s:%02d:CURRENT:%s", area, code, n+1, suffix), Description: engine.Untrusted(fmt.Sprintf("%s %s %02d current %s", ring, kind, n+1, said))})
				}
			}
		}
	}
	f := New(list, nil)
	for words, want := range map[string]string{
		"current of the third focusing quadrupole":                  "SR:MAG:QF:03:CURRENT:RB",
		"third focusing quad setpoint":                              "SR:MAG:QF:03:CURRENT:SP",
		"second focusing quadrupole in the booster":                 "BR:MAG:QF:02:CURRENT:RB",
		"golden setpoint of focusing quadrupole 1":                  "SR:MAG:QF:01:CURRENT:GOLDEN",
		"setpoint and readback of the first focusing quad":          "SR:MAG:QF:01:CURRENT:RB SR:MAG:QF:01:CURRENT:SP",
		"both currents of focusing quad 2":                          "SR:MAG:QF:02:CURRENT:RB SR:MAG:QF:02:CURRENT:SP",
		"all signals of focusing quad 2":                            "SR:MAG:QF:02:CURRENT:RB SR:MAG:QF:02:CURRENT:SP",
		"every channel of the achromat focusing quadrupole 2":       "SR:MAG:QFA:02:CURRENT:RB SR:MAG:QFA:02:CURRENT:SP SR:MAG:QFA:02:CURRENT:GOLDEN",
		"last two focusing quad readbacks of the storage ring":      "SR:MAG:QF:02:CURRENT:RB SR:MAG:QF:03:CURRENT:RB",
		"booster quadrupole readbacks":                              "BR:MAG:QF:01:CURRENT:RB BR:MAG:QF:02:CURRENT:RB",
		"first quadrupole readback in the storage and booster ring": "BR:MAG:QF:01:CURRENT:RB SR:MAG:QF:01:CURRENT:RB",
	} {
		got := names(find(t, f, words))
		expect := strings.Fields(want)
		slices.Sort(got)
		slices.Sort(expect)
		if !slices.Equal(got, expect) {
			t.Errorf("%q gives %v, want %s; notes %q", words, got, want, find(t, f, words).Notes)
		}
	}
}

func TestNamesAloneAreEnough(t *testing.T) {
	entries, err := Read(strings.NewReader(`{"pattern":"SR{sector=01..12}:BPM{n=1..4}:{X,Y}"}` + "\n" + `{"pattern":"SR{01..12}:CCG{n}:TEMP","values":{"n":"1..2"}}`))
	if err != nil || len(entries) != 12*4*2+24 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	f := New(entries, []lexicon.Entry{{Acronym: "CCG", Expansion: "Cold Cathode Gauge"}})
	for words, want := range map[string]string{
		"horizontal BPMs in sector 3":              "SR03:BPM1:X SR03:BPM2:X SR03:BPM3:X SR03:BPM4:X",
		"beam position monitor 2 vertical cell 5":  "SR05:BPM2:Y",
		"cold cathode gauge temperature sector 12": "SR12:CCG1:TEMP SR12:CCG2:TEMP",
	} {
		if got := find(t, f, words); brief(names(got)) != want {
			t.Errorf("%q gives %v, want %s; notes %q", words, names(got), want, got.Notes)
		}
	}
}

func TestStatesAreFilledIn(t *testing.T) {
	f := demo(t)
	f.Archived = func(_ context.Context, pvs []string) (map[string]bool, error) {
		return map[string]bool{pvs[0]: true}, nil
	}
	f.Connected = func(context.Context, []string) (map[string]bool, error) { return nil, errors.New("no network") }
	r := find(t, f, "stored beam current")
	if len(r.Channels) != 2 || r.Channels[0].Archived == nil || !*r.Channels[0].Archived || r.Channels[1].Archived != nil || r.Channels[0].Connected != nil {
		t.Errorf("%+v", r)
	}
	if !slices.Contains(r.Notes, "whether they are connected is not known: no network") {
		t.Errorf("notes %q", r.Notes)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f.Find(ctx, "stored beam current"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestCapIsSaid(t *testing.T) {
	f := demo(t)
	f.Limit = 10
	r := find(t, f, "*")
	if len(r.Channels) != 10 || !r.Capped || r.Notes[0] != fmt.Sprintf("capped at 10 of %d channels", f.Len()) {
		t.Errorf("%d channels, %v, %q", len(r.Channels), r.Capped, r.Notes)
	}
}

func TestNothingToFind(t *testing.T) {
	for _, words := range []string{"", " \n", strings.Repeat("x", 10_001)} {
		if _, err := demo(t).Find(context.Background(), words); !errors.Is(err, engine.ErrUsage) {
			t.Errorf("%.10q: %v", words, err)
		}
	}
}

// Whatever is asked, the answer holds existing channels, each once, best first.
func TestAnswersAreWellFormed(t *testing.T) {
	f := demo(t)
	known := map[string]bool{}
	for _, e := range f.entries {
		known[e.PV] = true
	}
	words := strings.Fields("BPM horizontal and , sector 3 to 5 the second last two except downstream of vacuum gauges station B cavity SR:RF:* not both all signals between 7 voltage x y *")
	rapid.Check(t, func(t *rapid.T) {
		q := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 12).Draw(t, "words"), " ")
		r, err := f.Find(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		seen, last := map[string]bool{}, 2.0
		for _, c := range r.Channels {
			if !known[c.PV] || seen[c.PV] || c.Score > last || c.Score <= 0 || c.Score > 1 {
				t.Fatalf("%q: %+v after score %v", q, c, last)
			}
			seen[c.PV], last = true, c.Score
		}
		if len(r.Channels) == 0 && len(r.Notes) == 0 {
			t.Fatalf("%q finds nothing and does not say why", q)
		}
	})
}

func FuzzFind(f *testing.F) {
	finder := demo(f)
	for _, words := range []string{"horizontal BPMs in sector 3", "SR{01..03}:*", "last 3, {a", "between", "5th", "# - , and"} {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		if _, err := finder.Find(context.Background(), words); err != nil && !errors.Is(err, engine.ErrUsage) {
			t.Fatal(err)
		}
	})
}

func TestNaturalOrder(t *testing.T) {
	list := []string{"BPM10", "BPM2", "bpm", "BPM02", "BPM1:X"}
	slices.SortFunc(list, natural)
	if got := strings.Join(list, " "); got != "BPM1:X BPM2 BPM02 BPM10 bpm" {
		t.Error(got)
	}
}

// big is a facility of n channels with descriptions.
func big(n int) []Entry {
	out := make([]Entry, 0, n)
	for i := range n {
		sector, device, plane := i/400%100+1, i/4%100+1, i%4
		out = append(out, Entry{
			PV:          fmt.Sprintf("S%02d:DI%d:BPM%02d:%c", sector, i/40_000, device, "XYQV"[plane]),
			Description: engine.Untrusted(fmt.Sprintf("%s of monitor %d of sector %d", []string{"Horizontal position", "Vertical position", "Sum signal", "Supply voltage"}[plane], device, sector)),
		})
	}
	return out
}

func BenchmarkWordsOf10000(b *testing.B) {
	f := New(big(10_000), nil)
	find(b, f, "warm")
	for b.Loop() {
		if r := find(b, f, "horizontal BPMs in sector 3"); len(r.Channels) != 100 {
			b.Fatal(len(r.Channels), r.Notes)
		}
	}
}

func BenchmarkGlobOfAMillion(b *testing.B) {
	f := New(big(1_000_000), nil)
	for b.Loop() {
		if r := find(b, f, "S07:DI3:BPM*:X"); len(r.Channels) != 100 {
			b.Fatal(len(r.Channels), r.Notes)
		}
	}
}
