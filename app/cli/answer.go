package cli

import (
	"fmt"
	"strings"

	"owl/engine"
	"owl/engine/compose"
	"owl/engine/trace"
)

// printAnswer writes an answer with its citations and what was searched. Of what
// an answer unfolds it says only how much there is, unless all is asked for.
func (s *session) printAnswer(a engine.Answer, all bool) {
	text, more := compose.Fold(a.Text)
	citations := a.Citations
	if all || more == "" {
		text = a.Text
	} else {
		citations = compose.Cited(text, citations)
	}
	s.out.markdown(engine.Untrusted(text))
	if left := len(a.Citations) - len(citations); left > 0 {
		s.out.printf("\n%s\n", s.out.faint(fmt.Sprintf("%d more passages of the records: owl ask --more", left)))
	}
	s.printCitations(citations)
	if !a.Abstained { // an abstention says it itself
		s.out.printf("\n%s\n", s.out.faint(coverageLine(a.Coverage)))
	}
}

func (s *session) printCitations(citations []engine.Citation) {
	if len(citations) > 0 {
		s.out.printf("\n%s\n", s.out.strong("Citations"))
	}
	for _, c := range citations {
		s.out.printf("[%d] %s\n", c.N, joined(s.out.strong(c.DocID), c.Title, within(c.Section, c.Title), day(c.Date)))
		s.out.text("\""+c.Quote+"\"", "    ")
		if c.URL != "" {
			s.out.printf("    %s\n", s.out.faint(c.URL))
		}
		if !c.Verified {
			s.out.printf("    %s\n", s.out.bad("not verified"))
		}
	}
}

// joined cleans the parts that are not empty and puts a dot between them.
func joined(parts ...any) styled {
	var out []string
	for _, part := range parts {
		if text := fmt.Sprint(clean(part)); text != "" {
			out = append(out, text)
		}
	}
	return styled(strings.Join(out, " · "))
}

// within is a path of headings without the first one when that is the title.
func within(section, title engine.Untrusted) engine.Untrusted {
	rest, _ := strings.CutPrefix(string(section), string(title))
	return engine.Untrusted(strings.TrimPrefix(rest, " > "))
}

// day is the date of an RFC 3339 time, in its own zone.
func day(date string) string { return date[:min(len(date), len("2006-01-02"))] }

// coverageLine says what was searched and how fresh it is.
func coverageLine(coverage []engine.Coverage) string {
	var searched, other []string
	for _, c := range coverage {
		if c.State != engine.Searched {
			other = append(other, fmt.Sprintf("%s (%s)", c.Source, c.State))
			continue
		}
		part := fmt.Sprintf("%s (%d records", c.Source, c.Searched)
		if c.FreshAsOf != "" {
			part += ", newest " + day(c.FreshAsOf)
		}
		searched = append(searched, part+")")
	}
	line := "Searched: nothing"
	if len(searched) > 0 {
		line = "Searched: " + strings.Join(searched, ", ")
	}
	if len(other) > 0 {
		line += ". Not searched: " + strings.Join(other, ", ")
	}
	return line
}

// stepLine says a step of a run in one line; empty for what is shown anyway.
func stepLine(p trace.Payload) string {
	switch p := p.(type) {
	case trace.Entered:
		return fmt.Sprintf("state %s, round %d", p.State, p.Round)
	case trace.Understood:
		var did []string
		for _, step := range p.Steps {
			did = append(did, step.Name+": "+step.Did)
		}
		return fmt.Sprintf("understood: %q %s", p.Text, strings.Join(append(p.Filters, did...), "; "))
	case trace.Searched:
		return fmt.Sprintf("searched %s: %d hits in %.1f ms", p.Channel, p.Hits, p.Millis)
	case trace.Fused:
		return fmt.Sprintf("fused: %d records (%s)", p.Records, p.Method)
	case trace.Drafted:
		return fmt.Sprintf("drafted by %s: %d claims, %d dropped, %.1f ms", p.Composer, p.Claims, len(p.Dropped), p.Millis)
	case trace.Scored:
		return fmt.Sprintf("scored %.2f: %s", p.Scores.S, p.Why)
	case trace.Retried:
		return fmt.Sprintf("round %d: %s; %s", p.Round, p.Reason, p.Change)
	}
	return ""
}
