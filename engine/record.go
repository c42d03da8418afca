package engine

import "time"

// Collection names the kind of source a record belongs to. The eight known
// ones have constants; a site may use names of its own.
type Collection string

// The collections of the reference facility, and Docs for plain folders.
const (
	Logbook   Collection = "bely"     // scientific logbook entries
	Documents Collection = "icms"     // controlled documents
	WorkOrder Collection = "wrq"      // work requests
	Chat      Collection = "teams"    // operations chat threads
	Wiki      Collection = "wiki"     // wiki pages
	Downtime  Collection = "downtime" // beam downtime rows
	Toolkit   Collection = "sdds"     // data-toolkit manual pages
	Apps      Collection = "oag"      // operator application documentation
	Docs      Collection = "docs"     // a folder of documents
)

// KnownCollections lists the collections that have a constant, in the order in
// which they are shown.
func KnownCollections() []Collection {
	return []Collection{Logbook, Documents, WorkOrder, Chat, Wiki, Downtime, Toolkit, Apps, Docs}
}

// Record is one stored parent: a log entry, a document, a work request. It is
// kept whole; what is searched are its Chunks.
//
// The first block of fields is the corpus_v2 record of the reference system.
// The second block is what a connector knows beyond it.
type Record struct {
	DocID      string     // unique in a store: "<source>__chunk_<n>" or "<source>/<path>"
	Content    Untrusted  // the only text that is searched and quoted, valid UTF-8
	Title      Untrusted  // never empty
	Author     Untrusted  // may be empty
	Collection Collection // never empty
	System     Untrusted  // may be empty
	Created    time.Time  // zero when unknown; keeps its UTC offset
	FileID     string     // native id: "WRQ_43541", or a path inside its source
	ParentID   string     // work requests: the id that its parts share
	ChunkIndex int        // work requests: position within ParentID, from 0
	ChunkType  string     // work requests: what part this is

	URL         string       // where a person opens it; may be empty
	Format      Format       // how Content is marked up
	Attachments []Attachment // figures and files, in the record's order
}

// Format says how a record's Content is marked up, so that it is split and
// rendered along its own structure.
type Format string

// The formats that Owl tells apart.
const (
	Plain    Format = "text"
	Markdown Format = "markdown"
	RST      Format = "rst"
)

// Attachment is a figure or file that belongs to a record.
type Attachment struct {
	Name    Untrusted `json:"name"`
	Caption Untrusted `json:"caption,omitempty"`
	URL     string    `json:"url,omitempty"`
}
