package stats

import "fmt"

// Kappa is the agreement of two judges beyond chance (Cohen 1960): 1 is
// perfect, 0 is chance. Two judges who both gave one and the same label
// throughout agree perfectly. It needs at least one item.
func Kappa(a, b []string) (float64, error) {
	if len(a) != len(b) || len(a) == 0 {
		return 0, fmt.Errorf("kappa: %d labels against %d", len(a), len(b))
	}
	n := float64(len(a))
	agreed := 0.0
	countA, countB := map[string]float64{}, map[string]float64{}
	for i := range a {
		if a[i] == b[i] {
			agreed++
		}
		countA[a[i]]++
		countB[b[i]]++
	}
	chance := 0.0
	for label, c := range countA {
		chance += c * countB[label] / (n * n)
	}
	if chance == 1 {
		return 1, nil
	}
	return (agreed/n - chance) / (1 - chance), nil
}
