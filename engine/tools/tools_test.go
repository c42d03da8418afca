package tools

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"
)

const pvSchema = `{"type":"object","properties":{
 "pv":{"type":"string","minLength":1,"maxLength":60},
 "hours":{"type":"integer","minimum":1,"maximum":48},
 "factor":{"type":"number","minimum":0},
 "op":{"type":"string","enum":["mean","max"]},
 "raw":{"type":"boolean"},
 "names":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":2},
 "at":{"type":"object","properties":{"from":{"type":"string"}},"required":["from"]}
},"required":["pv"],"additionalProperties":false}`

func TestValidateSaysWhatIsWrong(t *testing.T) {
	schema, err := ParseSchema([]byte(pvSchema))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, args, want string }{
		{"all well", `{"pv":"SR:C1","hours":2,"factor":0.5,"op":"max","raw":true,"names":["a"],"at":{"from":"x"}}`, ""},
		{"a large exponent is a number", `{"pv":"a","factor":1e300}`, ""},
		{"missing", `{}`, `argument "pv" is missing; it is a string`},
		{"no arguments at all", ``, `argument "pv" is missing`},
		{"unknown", `{"pv":"a","PV":"b"}`, `there is no argument "PV"; there are at, factor`},
		{"twice", `{"pv":"a","pv":"b"}`, `"pv" is given twice`},
		{"a number as text", `{"pv":"a","hours":"2"}`, `argument "hours" is the string "2", want an integer`},
		{"a fraction", `{"pv":"a","hours":2.5}`, `"hours" is 2.5, want an integer`},
		{"too much", `{"pv":"a","hours":49}`, `"hours" is 49, want 1 to 48`},
		{"too little", `{"pv":"a","factor":-1}`, `want at least 0`},
		{"beyond numbers", `{"pv":"a","factor":1e999}`, `beyond every number`},
		{"not in the list", `{"pv":"a","op":"median"}`, `want one of mean, max`},
		{"empty text", `{"pv":""}`, `"pv" has 0 characters, want 1 to 60`},
		{"null", `{"pv":null}`, `"pv" is null, want a string`},
		{"too many entries", `{"pv":"a","names":["a","b","c"]}`, `"names" has 3 entries, want 1 to 2`},
		{"in a list", `{"pv":"a","names":[true]}`, `"names[0]" is the boolean true, want a string`},
		{"inside", `{"pv":"a","at":{}}`, `"at.from" is missing`},
		{"a list of arguments", `["a"]`, `the arguments are a list, want an object`},
		{"not JSON", `{"pv":`, `not JSON`},
		{"more than one", `{"pv":"a"} {}`, `something follows`},
		{"too deep", `{"pv":` + strings.Repeat("[", 30) + strings.Repeat("]", 30) + `}`, "deep"},
		{"broken text", "{\"pv\":\"\xff\"}", "UTF-8"},
	} {
		err := schema.Validate(json.RawMessage(c.args))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestSchemasThatCannotBeCheckedAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ schema, want string }{
		"not an object":      {`{"type":"string"}`, "arguments are an object"},
		"unknown keyword":    {`{"type":"object","oneOf":[]}`, "oneOf"},
		"unknown type":       {`{"type":"object","properties":{"a":{"type":"date"}}}`, `unknown type "date"`},
		"required, not told": {`{"type":"object","required":["a"]}`, "not a property"},
		"a list of what":     {`{"type":"object","properties":{"a":{"type":"array"}}}`, "null"},
		"open":               {`{"type":"object","additionalProperties":true}`, "must be false"},
		"two":                {`{"type":"object"}{}`, "follows"},
	} {
		if _, err := ParseSchema([]byte(c.schema)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

type echoArgs struct {
	Text string `json:"text"`
}

func echo(name string, call func(ctx context.Context, a echoArgs) (Result, error)) Tool {
	return New(Spec{name, "Says it again.", json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}}}`)}, call)
}

type bomb struct{}

func (bomb) MarshalJSON() ([]byte, error) { panic("boom") }

func registry(t *testing.T) *Registry {
	t.Helper()
	r, err := NewRegistry(
		Limits{Time: 20 * time.Millisecond, Bytes: 100, Args: 200},
		echo("echo", func(_ context.Context, a echoArgs) (Result, error) { return Result{Value: a}, nil }),
		echo("panics", func(context.Context, echoArgs) (Result, error) { panic("two\nlines") }),
		echo("hangs", func(ctx context.Context, _ echoArgs) (Result, error) { <-ctx.Done(); return Result{}, ctx.Err() }),
		echo("floods", func(context.Context, echoArgs) (Result, error) {
			return Result{Value: strings.Repeat("x", 200)}, nil
		}),
		echo("nan", func(context.Context, echoArgs) (Result, error) { return Result{Value: math.NaN()}, nil }),
		echo("bomb", func(context.Context, echoArgs) (Result, error) { return Result{Value: bomb{}}, nil }),
		echo("fails", func(context.Context, echoArgs) (Result, error) { return Result{}, errors.New("no beam") }),
		echo("dies", func(context.Context, echoArgs) (Result, error) { runtime.Goexit(); return Result{}, nil }),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Wait)
	return r
}

func TestEveryCallEndsInAnEnvelope(t *testing.T) {
	r := registry(t)
	for _, c := range []struct {
		name, args, result, err string
		is                      error
	}{
		{"echo", `{"text":"hi"}`, `{"text":"hi"}`, "", nil},
		{"echo", ``, `{"text":""}`, "", nil},
		{"echo", `{"text":1}`, `null`, `echo: wrong arguments: argument "text" is the number 1`, ErrArguments},
		{"echo", `{"text":"` + strings.Repeat("x", 300) + `"}`, `null`, "at most 200", ErrArguments},
		{"rm", `{}`, `null`, `there is no such tool as "rm"; there are echo`, ErrUnknown},
		{"panics", `{}`, `null`, "panics: internal fault: two lines", ErrFault},
		{"hangs", `{}`, `null`, "hangs: no answer in time, 20ms", ErrTimeout},
		{"floods", `{}`, `null`, "202 bytes, at most 100", ErrTooLarge},
		{"nan", `{}`, `null`, "nan: write the result", nil},
		{"bomb", `{}`, `null`, "bomb: write the result: internal fault: boom", ErrFault},
		{"fails", `{}`, `null`, "fails: no beam", nil},
	} {
		e := r.Call(t.Context(), c.name, json.RawMessage(c.args))
		status := "ok"
		if c.err != "" {
			status = "error"
		}
		if e.Status != status || string(e.Result) != c.result || !strings.Contains(e.Error, c.err) || c.is != nil && !errors.Is(e.Err, c.is) {
			t.Errorf("%s %.40s: %+v", c.name, c.args, e)
		}
		if strings.Contains(e.Error, "\n") {
			t.Errorf("%s: the error has several lines", c.name)
		}
	}
	if data, _ := json.Marshal(r.Call(t.Context(), "fails", nil)); string(data) != `{"status":"error","result":null,"error":"fails: no beam"}` {
		t.Errorf("the envelope is %s", data)
	}
}

func TestAToolThatEndsItsGoroutineIsAnErrorAtOnce(t *testing.T) {
	if e := registry(t).Call(t.Context(), "dies", nil); !errors.Is(e.Err, ErrFault) {
		t.Errorf("%+v", e)
	}
}

func TestTheCallersEndIsNotTheToolsTimeout(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e := registry(t).Call(ctx, "hangs", nil)
	if !errors.Is(e.Err, context.Canceled) || errors.Is(e.Err, ErrTimeout) {
		t.Errorf("%+v", e)
	}
}

func TestRegistryRefusesWhatItCouldNotOffer(t *testing.T) {
	good := echo("echo", func(context.Context, echoArgs) (Result, error) { return Result{}, nil })
	spaced, mute, wild := good, good, good
	spaced.Name, mute.Description, wild.Schema = "two words", "", json.RawMessage(`{}`)
	for name, list := range map[string][]Tool{"twice": {good, good}, "spaced": {spaced}, "mute": {mute}, "no schema": {wild}} {
		if _, err := NewRegistry(Limits{}, list...); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	r, err := NewRegistry(Limits{}, good)
	if err != nil || len(r.Specs()) != 1 || r.Specs()[0].Name != "echo" || !r.Has("echo") || r.Has("Echo") {
		t.Errorf("%v %v", r, err)
	}
}

func FuzzValidate(f *testing.F) {
	schema, err := ParseSchema([]byte(pvSchema))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"pv":"a","hours":2,"names":["x"],"at":{"from":"y"}}`))
	f.Fuzz(func(t *testing.T, args []byte) {
		if schema.Validate(args) != nil {
			return
		}
		var into struct {
			PV    string
			Hours int64
			Names []string
			At    struct{ From string }
		}
		if len(args) > 0 && json.Unmarshal(args, &into) != nil {
			t.Errorf("accepted %q, which does not decode", args)
		}
		if len(into.PV) == 0 || into.Hours > 48 || len(into.Names) > 2 {
			t.Errorf("accepted %q", args)
		}
	})
}
