package segment

import "sort"

// Term is a term of one segment.
type Term struct {
	ID       uint32 // its number in the segment
	Postings []Posting
	lists    []byte
	from     *Segment
	listsAt  uint64 // offset of lists in their section
}

// Lookup finds a term by its text and Hash. A term that does not occur has no
// Postings. The error wraps engine.ErrDamaged.
func (s *Segment) Lookup(term string, hash uint64) (Term, error) {
	high := uint32(hash >> 32)
	bucket := bucketOf(high, s.header.bucketBits)
	if err := s.verify(bucketSection, 4*uint64(bucket), 4*uint64(bucket)+8); err != nil {
		return Term{}, err
	}
	first, end := s.buckets[bucket], s.buckets[bucket+1]
	if end > s.header.terms {
		return Term{}, s.damaged("bucket beyond the terms")
	}
	if err := s.verify(termSection, 16*uint64(first), 16*uint64(end)+16); err != nil {
		return Term{}, err
	}
	for id := first; id < end; id++ {
		if s.terms[id].hash != high {
			continue
		}
		text, err := s.termText(id)
		if err != nil {
			return Term{}, err
		}
		if string(text) == term {
			return s.term(id)
		}
	}
	return Term{}, nil
}

func (s *Segment) termText(id uint32) ([]byte, error) {
	from, to := s.terms[id].text, s.terms[id+1].text
	if from > to || int64(to) > int64(len(s.text)) {
		return nil, s.damaged("term beyond the text")
	}
	if err := s.verify(textSection, uint64(from), uint64(to)); err != nil {
		return nil, err
	}
	return s.text[from:to], nil
}

// term returns the term with a number, which must be below the count.
func (s *Segment) term(id uint32) (Term, error) {
	a, b := s.terms[id], s.terms[id+1]
	if a.posting > b.posting || int64(b.posting) > int64(len(s.postings)) || a.list > b.list || int64(b.list) > int64(len(s.lists)) {
		return Term{}, s.damaged("postings beyond their section")
	}
	if err := s.verify(postingSection, 4*uint64(a.posting), 4*uint64(b.posting)); err != nil {
		return Term{}, err
	}
	return Term{
		ID: id, Postings: s.postings[a.posting:b.posting], lists: s.lists[a.list:b.list],
		from: s, listsAt: uint64(a.list),
	}, nil
}

// Place returns the number of the posting of a document.
func (t Term) Place(doc int) (i int, ok bool) {
	i = sort.Search(len(t.Postings), func(i int) bool { return int(t.Postings[i].Doc()) >= doc })
	return i, i < len(t.Postings) && int(t.Postings[i].Doc()) == doc
}

// Lists reads position lists in the order of the postings.
type Lists struct {
	rest []byte
	next int // number of the posting whose list rest begins with
}

// Lists returns a reader that stands at the first posting. It reads nothing when
// the lists are damaged.
func (t Term) Lists() Lists {
	if t.from == nil || t.from.verify(listSection, t.listsAt, t.listsAt+uint64(len(t.lists))) != nil {
		return Lists{}
	}
	return Lists{rest: t.lists}
}

// Read appends the document positions of posting i, which must not be before
// the last one read. It returns nil when the lists are malformed.
func (l *Lists) Read(into []uint32, i int) []uint32 {
	for ; l.next < i; l.next++ {
		n := listEnd(l.rest)
		if n == 0 {
			return nil
		}
		l.rest = l.rest[n:]
	}
	list, n := readList(into, l.rest)
	if n == 0 {
		return nil
	}
	l.rest = l.rest[n:]
	l.next++
	return list
}
