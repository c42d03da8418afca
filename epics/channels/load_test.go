package channels

import (
	"slices"
	"strings"
	"testing"
)

func TestReadForms(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"nothing":            {" \n", ""},
		"JSON lines":         {`{"pv":"A:B","description":"x y","system":"RF"}` + "\n\n" + `{"pv":"A:C"}`, "A:B=x y,system=RF A:C="},
		"a list":             {`[{"address":"A:B","channel":"friendly","desc":"x","n":3,"tags":["a","b"]}]`, "A:B=x,channel=friendly,n=3,tags=a, b"},
		"a list in channels": {`{"_metadata":{},"channels":[{"name":"A:B","Description":"x"}]}`, "A:B=x"},
		"a rule":             {`{"pattern":"SR{s=1..2}:BPM{n}:{X,Y}","values":{"n":"01..02"},"description":"plane $3 of monitor {n}, sector {s}"}`, "SR1:BPM01:X=plane X of monitor 01, sector 1 SR1:BPM01:Y=plane Y of monitor 01, sector 1 SR1:BPM02:X=plane X of monitor 02, sector 1 SR1:BPM02:Y=plane Y of monitor 02, sector 1 SR2:BPM01:X=plane X of monitor 01, sector 2 SR2:BPM01:Y=plane Y of monitor 01, sector 2 SR2:BPM02:X=plane X of monitor 02, sector 2 SR2:BPM02:Y=plane Y of monitor 02, sector 2"},
		"a variable twice":   {`{"pattern":"S{s=1..2}:D{s}"}`, "S1:D1= S2:D2="},
		"CSV":                {"\ufeffPV,Description,System\nA:B,\"x, y\",RF\n# a remark\nA:C,z,\n", "A:B=x, y,system=RF A:C=z"},
		"CSV by semicolons":  {"name;desc\nA:B;x, y\n", "A:B=x, y"},
		"middle layer":       {`{"SR":{"_description":"storage ring","BPM":{"_description":"beam position monitor (BPM)","X":{"ChannelNames":["A:X","","B:X"],"HWUnits":"mm"},"setup":{"DeviceList":[[1,1]]}}}}`, "A:X=storage ring, beam position monitor,path=SR, BPM, X B:X=storage ring, beam position monitor,path=SR, BPM, X"},
		"hierarchy": {
			`{"hierarchy":{"levels":[{"name":"ring","type":"tree"},{"name":"dev","type":"instances"},{"name":"field","type":"tree"},{"name":"sub","type":"tree","optional":true}],"naming_pattern":"{ring}:{dev}:{field}:{sub}"},
"tree":{"SR":{"_description":"Storage Ring (SR): the big one","DEVICE":{"_expansion":{"_type":"range","_pattern":"B{:02d}","_range":[1,2]},"I":{"_description":"Current. In A.","RB":{"_description":"Readback"}},"STS":{"_description":"Status"}}}}}`,
			"SR:B01:I:RB=Storage Ring, Current, Readback,dev=B01,field=I,ring=SR,sub=RB SR:B01:STS=Storage Ring, Status,dev=B01,field=STS,ring=SR SR:B02:I:RB=Storage Ring, Current, Readback,dev=B02,field=I,ring=SR,sub=RB SR:B02:STS=Storage Ring, Status,dev=B02,field=STS,ring=SR",
		},
		"named instances": {`{"hierarchy":{"levels":[{"name":"sec","type":"instances"},{"name":"pv","type":"tree"}],"naming_pattern":"{sec}{pv}"},"tree":{"SEC":{"_expansion":{"_type":"list","_instances":["0L","1A"]},"Set point":{"_channel_part":".S"}}}}`, "0L.S=,pv=.S,sec=0L 1A.S=,pv=.S,sec=1A"},
	} {
		entries, err := Read(strings.NewReader(c.in))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := written(entries); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, c.want)
		}
	}
}

func written(entries []Entry) string {
	var out []string
	for _, e := range entries {
		var fields []string
		for key, value := range e.Fields {
			if value != "" {
				fields = append(fields, ","+key+"="+value)
			}
		}
		slices.Sort(fields)
		out = append(out, e.PV+"="+string(e.Description)+strings.Join(fields, ""))
	}
	return strings.Join(out, " ")
}

func TestReadNamesTheLine(t *testing.T) {
	for in, want := range map[string]string{
		`{"pv":"A"}` + "\n" + `{"description":"x"}`: "line 2: a channel has no pv",
		`{"pv":"A"}` + "\n" + `{"pv":`:              "line 2: the JSON is cut off",
		`{"pattern":"A{n}"}`:                        "line 1: \"A{n}\": {n}: nothing says what n stands for",
		`{"pattern":"A{1..","description":"x"}`:     "has no closing brace",
		`{"pattern":"A{3..1}"}`:                     "no range such as 1..12",
		`{"pattern":"A{1..9999999}"}`:               "no range such as 1..12",
		`{"pattern":"{0..9999}{0..999}"}`:           "more than 250000 names",
		`[{"pv":"A"},{"x":1}]`:                      "channel 2: a channel has no pv",
		`[1]`:                                       "channel 1: a channel is no JSON object",
		`{"tree":{},"hierarchy":{}}`:                "needs levels and a naming_pattern",
		"a,b\n1,2\n":                                "line 1: the head line has no pv; it has a, b",
		"pv,desc\nA,x\n,y\n":                        "line 3: a channel has no pv",
	} {
		if _, err := Read(strings.NewReader(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", in, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"pv":"A:B","description":"x"}`))
	f.Add([]byte(`{"pattern":"A{n=1..3}{n}{X,Y}","values":{"m":"1"}}`))
	f.Add([]byte("pv;desc\nA;b\n"))
	f.Add([]byte(`{"hierarchy":{"levels":[{"name":"a","type":"tree","optional":true}],"naming_pattern":"{a}"},"tree":{"B":{"_expansion":{"_range":[1,2],"_pattern":"{:03d}"}}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, err := Read(strings.NewReader(string(data)))
		if err != nil {
			return
		}
		for _, e := range entries {
			if e.PV == "" {
				t.Fatalf("a channel without a name: %+v", e)
			}
		}
	})
}
