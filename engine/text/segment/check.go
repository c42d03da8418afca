package segment

import (
	"bytes"
	"fmt"
)

// Check reads the whole file: every checksum, and whether the content makes
// sense. The error wraps engine.ErrDamaged and names the file.
func (s *Segment) Check() error {
	if err := s.checkSums(); err != nil {
		return err
	}
	if err := s.checkDocs(); err != nil {
		return err
	}
	return s.checkTerms()
}

func (s *Segment) checkSums() error {
	for i, at := range s.header.sections {
		end := at.offset + (at.length+alignment-1)/alignment*alignment
		if checksum(s.data[at.offset:end]) != at.sum {
			return s.damaged(fmt.Sprintf("section %d has a wrong checksum", i))
		}
	}
	return nil
}

func (s *Segment) checkDocs() error {
	length := uint64(0)
	for doc, l := range s.lengths {
		length += uint64(l.Weighted())
		if doc > 0 && s.keys[doc] <= s.keys[doc-1] {
			return s.damaged("keys do not rise")
		}
		if int(s.collection[doc]) >= len(s.collections) || int(s.system[doc]) >= len(s.systems) {
			return s.damaged("document with an unknown name")
		}
		if s.nanos[doc] >= 1e9 {
			return s.damaged("document with a malformed date")
		}
	}
	if length != s.header.length {
		return s.damaged("lengths do not add up")
	}
	return nil
}

func (s *Segment) checkTerms() error {
	last := s.terms[s.header.terms]
	if int(last.text) != len(s.text) || int(last.posting) != len(s.postings) || int(last.list) != len(s.lists) {
		return s.damaged("the last term does not end the sections")
	}
	var before []byte
	var beforeHash uint64
	for id := range s.header.terms {
		text, err := s.termText(id)
		if err != nil {
			return err
		}
		hash := Hash(string(text))
		if uint32(hash>>32) != s.terms[id].hash || id > 0 && (hash < beforeHash || hash == beforeHash && bytes.Compare(text, before) <= 0) {
			return s.damaged("terms are out of order")
		}
		before, beforeHash = text, hash
		if found, err := s.Lookup(string(text), hash); err != nil || found.ID != id || found.Postings == nil {
			return s.damaged("term that cannot be looked up")
		}
		if err := s.checkPostings(id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Segment) checkPostings(id uint32) error {
	t, err := s.term(id)
	if err != nil {
		return err
	}
	var list []uint32
	lists := t.lists
	for i, p := range t.Postings {
		if int(p.Doc()) >= s.Docs() || i > 0 && p.Doc() <= t.Postings[i-1].Doc() {
			return s.damaged("postings are out of order")
		}
		l := s.lengths[p.Doc()]
		if uint8(p.Code()) != LengthClass(l.Weighted()) {
			return s.damaged("posting with another length than its document")
		}
		var n int
		list, n = readList(list[:0], lists)
		if n == 0 || list[len(list)-1] >= l.Start(IDs)+l[IDs] {
			return s.damaged("position beyond the document")
		}
		lists = lists[n:]
	}
	if len(lists) > 0 {
		return s.damaged("positions without a posting")
	}
	return nil
}
