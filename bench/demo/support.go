package demo

import (
	"fmt"
	"slices"
	"strings"

	"owl/bench/suite"
	"owl/engine"
)

// Quotes checks that the records of all nuggets and evidence exist and that
// every quote stands in its record's content, letter by letter.
func Quotes(c *Corpus, questions []suite.Question) []string {
	var bad []string
	for _, q := range questions {
		say := complainer(&bad, q)
		for _, e := range q.Evidence {
			if _, ok := c.Record(e.DocID); !ok {
				say("evidence %s: no such record", e.DocID)
			}
		}
		for _, n := range q.Nuggets {
			if rec, ok := c.Record(n.DocID); ok && !strings.Contains(string(rec.Content), n.Quote) {
				say("%s does not hold the quote %q", n.DocID, n.Quote)
			}
		}
	}
	return bad
}

// Grounded checks each nugget against its quote. Its numbers, values and dates
// must stand in the quote or in the head of the record (title, author, date,
// labels, column heads); its identifiers and acronyms there or elsewhere in the record, since
// a text names its subject once.
func Grounded(c *Corpus, questions []suite.Question) []string {
	var bad []string
	for _, q := range questions {
		say := complainer(&bad, q)
		for _, n := range q.Nuggets {
			rec, ok := c.Record(n.DocID)
			if !ok {
				continue
			}
			says := factsOf(n.Text)
			near := factsOf(n.Quote).with(factsOf(head(rec, n.Quote)))
			missing := append(near.lacks(says.figures), c.facts(n.DocID).lacks(says.names)...)
			if len(missing) > 0 {
				say("nugget %q of %s: %v not in the quote %q", n.Text, n.DocID, missing, n.Quote)
			}
		}
	}
	return bad
}

// Gold checks that each number, value, date and name of a gold answer stands in
// its evidence or in the question. A value may be the sum of the other values of
// the answer with its unit.
func Gold(c *Corpus, questions []suite.Question) []string {
	var bad []string
	for _, q := range questions {
		if !q.Answerable {
			continue
		}
		stated := factsOf(q.Text)
		for _, e := range q.Evidence {
			stated = stated.with(c.facts(e.DocID))
		}
		gold := factsOf(q.Gold)
		missing := slices.DeleteFunc(stated.lacks(gold.details()), func(d string) bool { return isSum(d, gold.figures) })
		if len(missing) > 0 {
			complainer(&bad, q)("gold answer: %v not in the evidence", missing)
		}
	}
	return bad
}

// isSum tells whether a value is the sum of the others of its unit, rounded as it
// is. A plain
// number is not: it is part of a value that is looked at by itself.
func isSum(detail string, figures []string) bool {
	total, unit, ok := figure(detail)
	if !ok {
		return false
	}
	if unit == "" {
		return slices.ContainsFunc(figures, func(f string) bool {
			plain, u, ok := figure(f)
			return ok && u != "" && plain == total && isSum(f, figures)
		})
	}
	sum, n := 0.0, 0
	for _, f := range figures {
		if plain, u, ok := figure(f); ok && u == unit && plain != total {
			sum += atof(plain)
			n++
		}
	}
	_, decimals, _ := strings.Cut(total, ".")
	return n >= 2 && fmt.Sprintf("%.*f", len(decimals), sum) == fmt.Sprintf("%.*f", len(decimals), atof(total))
}

// whole is all that a record says, its head included.
func whole(rec engine.Record) string { return title(rec) + "\n" + string(rec.Content) }

func title(rec engine.Record) string {
	created := ""
	if !rec.Created.IsZero() {
		created = rec.Created.Format("2006-01-02 15:04")
	}
	return strings.Join([]string{
		string(rec.Title), string(rec.Author), string(rec.System), created,
		strings.ReplaceAll(rec.DocID, "_", " "), rec.DocID,
	}, "\n")
}

// head is what stands above a quote: the record's title and its labelled lines,
// of a chat message who wrote it and when.
func head(rec engine.Record, quote string) string {
	content := string(rec.Content)
	if rec.Collection == engine.Downtime {
		return title(rec) + "\n" + content
	}
	above := content[:max(0, strings.Index(content, quote))]
	if rec.Collection == engine.Chat || rec.ChunkType == "comments" {
		message := above[strings.LastIndex(above, "\n\n")+1:]
		who, _, _ := strings.Cut(message, ": ")
		return title(rec) + "\n" + who
	}
	return title(rec) + "\n" + labels(rec.Collection, content) + "\n" + columns(above, quote)
}

// labels is the block of labelled lines that a connector puts above the text, of
// a log entry below it.
func labels(of engine.Collection, content string) string {
	if of == engine.Logbook {
		return content[strings.LastIndex(content, "\n\n")+1:]
	}
	first, _, _ := strings.Cut(content, "\n\n")
	return first
}

// columns is the first row of the table that a quote stands in, if it does.
func columns(above, quote string) string {
	if !strings.Contains(quote, "|") && !strings.HasPrefix(above[strings.LastIndex(above, "\n")+1:], "|") {
		return ""
	}
	table := above[strings.LastIndex(above, "\n\n")+1:]
	first, _, _ := strings.Cut(strings.TrimSpace(table), "\n")
	return first
}
