package calc

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"owl/engine/tools"
)

func TestEval(t *testing.T) {
	for in, want := range map[string]string{
		"1+2*3":                               "7",
		"(1+2)*3":                             "9",
		"2^3^2":                               "512",
		"-2^2":                                "-4",
		"2**-1":                               "0.5",
		"7 - -3":                              "10",
		"10/4/5":                              "0.5",
		"1e3 + .5":                            "1000.5",
		"3 × 4 ÷ 2 − 1":                       "5",
		"12.5% * 80":                          "10",
		"sqrt(16) + abs(-2)":                  "6",
		"mean(1, 2, 6) + max(1,2) - min(3,4)": "2",
		"mod(17, 5)":                          "2",
		"hypot(3,4)":                          "5",
		"sin(30 deg)":                         "0.5",
		"ln(e^2) + log10(1000)":               "5",
		"2 pi":                                "",
		"2*pi":                                "6.283185307",
		"7 GeV in J":                          "1.121523644e-09 J",
		"102 mA * 3.683 us in nC":             "375.666 nC",
		"10 m/2 s":                            "5 m s^-1",
		"5 kW / 25 V":                         "200 A",
		"3 mm -> um":                          "3000 um",
		"1 h + 30 min in s":                   "5400 s",
		"2 m^2 * 3 m":                         "6 m^3",
		"2 m²":                                "2 m^2",
		"1 / (3.683 us) in kHz":               "271.5177844 kHz",
		"40 psi in bar":                       "2.757902917 bar",
		"0.5 nTorr in Pa":                     "6.666118421e-08 Pa",
		"sqrt(9 m^2)":                         "3 m",
		"(9 m^2)^0.5":                         "3 m",
		"m_e c^2 in keV":                      "",
		"m_e * c^2 in keV":                    "510.9989500 keV",
		"6 GeV / (m_e*c^2)":                   "11741.7071",
		"max(2 mA, 3000 uA)":                  "0.003 A",
		"12 gpm in L / min":                   "45.42494141 L / min",
	} {
		got, err := Eval(in)
		switch {
		case want == "" && err == nil:
			t.Errorf("%s: %s, want an error", in, got.Text)
		case want != "" && err != nil:
			t.Errorf("%s: %v", in, err)
		case want != "" && !near(got.Text, want):
			t.Errorf("%s = %s, want %s", in, got.Text, want)
		}
	}
}

// near compares texts of a number and a unit to nine digits.
func near(got, want string) bool {
	number := func(s string) (v float64, unit string) {
		digits, unit, _ := strings.Cut(s, " ")
		if json.Unmarshal([]byte(digits), &v) != nil {
			return math.NaN(), unit
		}
		return v, unit
	}
	a, unitA := number(got)
	b, unitB := number(want)
	return unitA == unitB && math.Abs(a-b) <= 1e-9*math.Abs(b)
}

func TestEvalSaysWhatIsWrong(t *testing.T) {
	for in, want := range map[string]string{
		"":                 "the end stands where a number should",
		"1 +":              "the end stands where a number should",
		"(1":               "stands where ) should",
		"1)":               `")" is not expected`,
		"1 2":              "2 is not expected",
		"1/0":              "division by zero",
		"1/(2-2)":          "division by zero",
		"mod(1,0)":         "division by zero",
		"2^1e9":            "not a finite number",
		"0/0":              "division by zero",
		"ln(-1)":           "not a finite number",
		"sqrt(-1)":         "negative",
		"1 m + 1 s":        "m and s do not add up",
		"1 m + 1":          "m and a plain number",
		"1 V in A":         "V cannot be written in A",
		"2 ^ (1 m)":        "an exponent has no unit",
		"(2 m)^0.3":        "cannot be raised",
		"sqrt(2 m)":        "no square root",
		"sin(1 m)":         "without a unit",
		"hypot(1)":         "takes 2 arguments, not 1",
		"max()":            "where a number should",
		"foo(1)":           `"foo" is neither`,
		"20 degC in K":     "give kelvin",
		"1 in 0":           "not a unit",
		"(1 m)^24^2":       "cannot be raised",
		"2 m^20 * 1 m^20":  "beyond what anything measures",
		"system(1)":        "neither",
		"__import__('os')": "no meaning",
		strings.Repeat("(", 200) + "1" + strings.Repeat(")", 199): "deep",
		strings.Repeat("-", 300) + "1":                            "deep",
		"1^" + strings.Repeat("1^", 150) + "1":                    "deep",
		strings.Repeat("1+", 400):                                 "at most 400",
	} {
		_, err := Eval(in)
		if err == nil || !errors.Is(err, ErrExpression) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %q", in, err, want)
		}
	}
}

func TestEveryUnitHasOneMeaning(t *testing.T) {
	for name, want := range map[string]float64{"min": 60, "mm": 1e-3, "T": 1, "mT": 1e-3, "kg": 1, "ms": 1e-3, "Pa": 1, "µs": 1e-6, "MeV": 1e6 * electronVolt} {
		if q, ok := unitOf(name); !ok || math.Abs(q.value-want) > 1e-12*want {
			t.Errorf("%s = %v", name, q)
		}
	}
	for _, name := range []string{"kmin", "kpsi", "kk", "µ", "k", ""} {
		if q, ok := unitOf(name); ok {
			t.Errorf("%q is %v", name, q)
		}
	}
}

func TestTool(t *testing.T) {
	r, err := tools.NewRegistry(tools.Limits{}, Tool())
	if err != nil {
		t.Fatal(err)
	}
	e := r.Call(t.Context(), "calculator", json.RawMessage(`{"expression":"2 mA * 3 s in mC"}`))
	if string(e.Result) != `{"expression":"2 mA * 3 s in mC","value":6,"unit":"mC","text":"6 mC"}` {
		t.Errorf("%+v", e)
	}
	if e = r.Call(t.Context(), "calculator", json.RawMessage(`{"expression":"1/0"}`)); e.Error != "calculator: cannot work this out: division by zero" {
		t.Errorf("%+v", e)
	}
}

func FuzzEval(f *testing.F) {
	f.Add("102 mA * 3.683 us in nC")
	f.Add("max(1,-2)^3%/sqrt(4 m^2)")
	f.Fuzz(func(t *testing.T, in string) {
		v, err := Eval(in)
		if err == nil && (math.IsNaN(v.Value) || math.IsInf(v.Value, 0)) {
			t.Errorf("%q = %v", in, v)
		}
	})
}
