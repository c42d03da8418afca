package operations

// Abstention is one question, seen as a decision to answer or not.
type Abstention struct {
	Answerable bool `json:"answerable"`
	Abstained  bool `json:"abstained"`
}

// right is 1 when an answer was rightly withheld, else 0.
func (a Abstention) right() float64 {
	if a.Abstained && !a.Answerable {
		return 1
	}
	return 0
}

// Precision is this question's part in the share of the abstentions that are
// right: it applies to questions that were abstained from.
func (a Abstention) Precision() (value float64, ok bool) { return a.right(), a.Abstained }

// Recall is this question's part in the share of the unanswerable questions that
// were abstained from: it applies to these.
func (a Abstention) Recall() (value float64, ok bool) { return a.right(), !a.Answerable }
