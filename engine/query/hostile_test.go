package query

import (
	"strings"
	"testing"
	"unicode/utf8"

	"owl/engine"
	"owl/engine/query/names"
	"owl/engine/query/when"
)

// hostile are questions that nobody types.
var hostile = map[string]string{
	"empty":             "",
	"blank":             " \t\n",
	"punctuation":       strings.Repeat("?!.,;:-–—()[]{}<>/\\'\"`~@#$%^&*_=+| ", 200),
	"stop words":        strings.Repeat("the of and what when in on to since last ", 2500),
	"NULs":              strings.Repeat("\x00beam\x00", 2000),
	"invalid":           strings.Repeat("\xff\xfe beam \xc3", 2000),
	"combining":         "b" + strings.Repeat("\u0301", 20_000) + " eam",
	"one word":          strings.Repeat("klystron", 12_000),
	"unknown words":     strings.Repeat("qwrtzpl xkcdfgh vbnmlkj ", 4000),
	"quotes":            strings.Repeat(`"a `, 33_000),
	"open quotes":       strings.Repeat("“a ", 20_000),
	"times":             strings.Repeat("between the first Tuesday of the last 3 weeks and 10/8/24 ", 1700),
	"acronyms":          strings.Repeat("RF BLM PS MPS HC ", 6000),
	"identifiers":       strings.Repeat("SR:RF:B:CIRC:FLOW WRQ_43541 ST-B3 ", 3000),
	"questions":         strings.Repeat("why, and who, and when? ", 4000),
	"Chinese":           strings.Repeat("昨晚束流为什么丢失？", 3000),
	"Arabic":            strings.Repeat("لماذا فقد الشعاع ليلة أمس؟ ", 2000),
	"emoji":             strings.Repeat("🦉🔦 ", 10_000),
	"dashes":            strings.Repeat("a-", 50_000),
	"slashes":           strings.Repeat("/a", 50_000),
	"digits":            strings.Repeat("2026-10-15 ", 9000),
	"excluded":          strings.Repeat("-word ", 16_000),
	"right to left":     strings.Repeat("\u202ebeam\u202c ", 5000),
	"longest tolerated": strings.Repeat("x ", MaxBytes),
}

func TestHostileQuestionsAreRead(t *testing.T) {
	c := demo(t)
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			u := Understand(engine.Untrusted(text), c)
			check(t, text, u)
			check(t, text, u.WithFeedback([]string{"resin"}))
		})
	}
}

// check holds what is true of every understanding.
func check(t *testing.T, text string, u Understanding) {
	t.Helper()
	texts := append([]string{u.Query.Text, u.Reranker}, u.Query.Phrases...)
	for _, p := range u.Paraphrases {
		texts = append(texts, p.Text)
	}
	for _, s := range texts {
		if !utf8.ValidString(s) {
			t.Errorf("%.40q gave invalid UTF-8 %.40q", text, s)
		}
	}
	if len(u.Paraphrases) > maxParaphrases || u.Intent == "" {
		t.Errorf("%.40q: %d paraphrases, intent %q", text, len(u.Paraphrases), u.Intent)
	}
	for _, s := range u.Steps {
		if s.Name == "" || s.Did == "" || strings.HasPrefix(s.Did, "failed") || len(s.Did) > 20_000 {
			t.Errorf("%.40q: step %.80q: %.200q", text, s.Name, s.Did)
		}
	}
	f := u.Query.Filter
	if !f.Since.IsZero() && !f.Until.IsZero() && u.Date.Hard && !f.Since.Before(f.Until) {
		t.Errorf("%.40q: empty filter %s", text, bounds(f))
	}
	for _, w := range u.Corrections {
		for _, n := range names.Find(text) {
			if n.Text == w.Word {
				t.Errorf("%.40q: identifier %q was corrected", text, n.Text)
			}
		}
	}
}

func TestALongQuestionIsSearchedWhole(t *testing.T) {
	text := strings.Repeat("vacuum ", 1000) + "BLM"
	u := Understand(engine.Untrusted(text), demo(t))
	if u.Query.Text != text || !strings.Contains(did(u, "length"), "searched as words") {
		t.Errorf("%d bytes of %d; said %q", len(u.Query.Text), len(text), did(u, "length"))
	}
}

func FuzzUnderstand(f *testing.F) {
	for _, text := range hostile {
		f.Add(text[:min(len(text), 300)])
	}
	for _, text := range []string{
		"Why did we lose the ring last night around quarter to three, and what brought it back?", `a "b c" -ddd since:7d vaccum`,
		"owl shift Tuesday", "BLM S03 dump in June 2025, was it the loss monitors?", "10/8/24", "collection:wiki since:2026-01-01 until:2025-01-01 x last week",
	} {
		f.Add(text)
	}
	c := demo(f)
	f.Fuzz(func(t *testing.T, text string) {
		u := Understand(engine.Untrusted(text), c)
		check(t, text, u)
		for step := 1; ; step++ {
			wider, _, ok := Widen(u.Date, step)
			if !ok {
				break
			}
			if !wider.From.IsZero() && !wider.Until.IsZero() && !wider.From.Before(wider.Until) {
				t.Errorf("%q: step %d gives %v", text, step, wider)
			}
		}
		when.Cut(text, nil)
	})
}

func BenchmarkUnderstand(b *testing.B) {
	c := demo(b)
	run := func(name, text string) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Understand(engine.Untrusted(text), c)
			}
		})
	}
	run("a question", "Why did we lose the ring last night around quarter to three, and what brought it back?")
	for name, text := range hostile {
		run(name, text)
	}
}
