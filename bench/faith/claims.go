package faith

import "owl/bench/lexical/prose"

// Claim is one statement of an answer, without citation marks.
type Claim struct {
	Text  string `json:"text"`
	Marks []int  `json:"marks,omitempty"` // the numbers of the citations that it is marked with
}

// Claims cuts an answer into sentences, list entries, table rows and blocks of
// code. Lines that say which record speaks, headings, rules and column heads
// claim nothing.
func Claims(markdown string) []Claim {
	statements := prose.Read(markdown)
	claims := make([]Claim, 0, len(statements))
	for _, s := range statements {
		claims = append(claims, Claim{Text: s.Text, Marks: s.Marks})
	}
	return claims
}
