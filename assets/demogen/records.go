package demogen

import "time"

// records is what the generator has written, by collection.
type records struct {
	entries  []entry
	rows     []row
	requests []request
	threads  []thread
	pages    []page
	docs     []document
	beam     object // what the rows did to the beam, by their id
}

// entry is an entry of the logbook.
type entry struct {
	id              string
	at              time.Time
	logbook, system string
	file, topic, by string
	people, words   []string // personnel and keywords
	plan, summary   string
	subs            []sub
}

// sub is a sub-entry: what was added to the entry later.
type sub struct {
	text  string
	files []string // names of attachments
}

// request is a work request. Dates may be zero.
type request struct {
	id, title, status, priority, by, to, group, system, location string
	created, scheduled, completed                                time.Time
	description, safety, work                                    string
	comments                                                     []message
}

// thread is a thread of the chat.
type thread struct {
	id, channel, subject string
	messages             []message
}

type message struct {
	by, text string
	at       time.Time
	files    []string
}

// page is a page of the wiki; document is a controlled one.
type page struct{ path, title, author, system, date, body string }

type document struct{ name, text string }
