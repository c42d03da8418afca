package build

// Stage counts what a stage was given, and what it dropped and why.
type Stage struct {
	Name    string         `json:"stage"`
	In      int            `json:"in"`
	Kept    int            `json:"kept"`
	Dropped map[string]int `json:"dropped"` // by reason
}

// The stages, as places in stages.
const (
	stageSample = iota
	stageGenerate
	stageDifficulty
	stageFilter
	stageGold
)

type stages [stageGold + 1]Stage

func newStages() stages {
	var s stages
	for i, name := range []string{"1 sample", "2 generate", "3 difficulty", "4 filter", "5 gold"} {
		s[i] = Stage{Name: name, Dropped: map[string]int{}}
	}
	return s
}

// count adds a sample that got as far as its verdict says.
func (s *stages) count(v verdict) {
	for i := range min(v.Stage, stageGold) + 1 {
		s[i].In++
		if i < v.Stage || v.Record != nil {
			s[i].Kept++
			continue
		}
		s[i].Dropped[v.Reason]++
	}
}

// verdict is what became of a sample: a record, or the stage that dropped it
// and its reason.
type verdict struct {
	Key    string  `json:"key"`
	Stage  int     `json:"stage"`
	Reason string  `json:"reason,omitempty"`
	Record *Record `json:"record,omitempty"`
}

func (v verdict) because(why string) verdict {
	v.Reason = why
	return v
}
