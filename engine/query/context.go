package query

import (
	"time"

	"owl/engine"
	"owl/engine/lexicon"
	"owl/engine/query/facet"
	"owl/engine/query/intent"
	"owl/engine/query/names"
	"owl/engine/query/spell"
	"owl/engine/query/when"
	"owl/engine/trace"
)

type (
	// DateRange is a time that the question names.
	DateRange = when.Range
	// Period is a run or a shutdown.
	Period = when.Period
	// Shift is a part of the day with its own crew.
	Shift = when.Shift
	// Vocabulary is the words of the index.
	Vocabulary = spell.Vocabulary
	// Intent is the kind of question.
	Intent = intent.Intent
	// Identifier is what is searched as typed.
	Identifier = names.Name
	// Facet is one thing that is asked for.
	Facet = facet.Facet
)

// Context is what a question is read by. What is empty makes its step say that
// it had nothing to work with.
type Context struct {
	Now        time.Time // in the site's zone
	DayFirst   bool      // 10/8/24 is 10 August
	Lexicon    *lexicon.Lexicon
	Vocabulary Vocabulary // nil corrects nothing
	Systems    []string   // the systems that records name
	Runs       []Period
	Shutdowns  []Period
	Shifts     []Shift // none means when.DefaultShifts
	Off        Off
}

// Off switches steps off. A step that is off says so.
type Off struct {
	Temporal, Synonyms, Acronyms, MultiQuery, Typos bool
}

// Understanding is what was read into a question.
type Understanding struct {
	Query       engine.Query // text, phrases, exclusions and the filter
	Intent      Intent
	Reasons     []intent.Reason
	Date        DateRange   // the one that filters, or what all of Dates span; zero without
	Dates       []DateRange // in the question's order; Start and End count in it without its operators
	Browse      bool        // nothing but a time is named: the records of Date are asked for
	Current     bool        // what holds now is asked for: newer records win
	Expansions  []Expansion
	Synonyms    []Synonym
	Identifiers []Identifier
	Corrections []Correction
	Paraphrases []Paraphrase // at most five
	Feedback    []string     // terms of records that fit, from WithFeedback
	Reranker    string       // the question for a cross-encoder, acronyms spelt out
	Facets      []Facet      // the things that a compound question asks for; at least one
	Wants       []facet.Kind // what an answer has to be, over all facets
	Steps       []trace.Step // what each step did, or that it did nothing, was off or failed

	multiQuery bool // paraphrases are wanted
}

// Expansion is what an acronym stands for, or the acronym of what is written
// out. An ambiguous one has an expansion for each meaning.
type Expansion struct {
	Term   string // as typed
	Text   string // what is added to it
	System string
	Weight float64 // of the added words, beside 1 for the typed ones
	Chosen bool    // the meaning that the question is about
	Why    string  // how it was chosen
}

// Synonym is another word for one of the question.
type Synonym struct {
	Term   string // as typed
	Text   string
	Weight float64
}

// Correction is a word that occurs nowhere in the index and what it was taken
// for.
type Correction struct {
	Word, For string
	Edits     int
}

// Paraphrase is the question in other words.
type Paraphrase struct {
	Text string
	Why  string
}

// Term is a text that counts beside the question's own words.
type Term struct {
	Text   string
	Weight float64 // of the added words, beside 1 for the typed ones
}

// Terms lists what expansions, synonyms and feedback add to the question.
func (u Understanding) Terms() []Term {
	var all []Term
	for _, e := range u.Expansions {
		all = append(all, Term{e.Text, e.Weight})
	}
	for _, s := range u.Synonyms {
		all = append(all, Term{s.Text, s.Weight})
	}
	for _, f := range u.Feedback {
		all = append(all, Term{f, feedbackWeight})
	}
	return all
}
