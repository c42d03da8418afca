package tokenizer

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// mixed makes texts out of the characters and pieces of the given ones.
func mixed(list []string, n int, seed uint64) []string {
	random := rand.New(rand.NewPCG(seed, 1))
	all := []rune(strings.Join(list, " "))
	words := strings.Fields(strings.Join(list, " "))
	out := make([]string, n)
	for i := range out {
		var b strings.Builder
		for range random.IntN(12) {
			switch random.IntN(4) {
			case 0:
				b.WriteString(words[random.IntN(len(words))])
			case 1:
				from := random.IntN(len(all))
				b.WriteString(string(all[from:min(len(all), from+random.IntN(6))]))
			case 2:
				b.WriteRune(all[random.IntN(len(all))])
			default:
				b.WriteString(" ")
			}
		}
		out[i] = b.String()
	}
	return out
}

// The golden files hold what the reference said of 150 texts; here it is asked
// again about texts that nobody has written down.
func TestMixedTextsAreEncodedLikeTheReference(t *testing.T) {
	python(t)
	list := mixed(texts(t), 400, 3)
	for name, path := range files(t) {
		t.Run(name, func(t *testing.T) {
			tok := parse(t, path)
			for _, r := range requests(list) {
				compare(t, r, r.reference(t, path), r.ours(tok))
			}
		})
	}
}
