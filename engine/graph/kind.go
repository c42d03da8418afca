package graph

import "fmt"

// Kind says what a node stands for.
type Kind uint8

// The kinds of nodes.
const (
	Fault       Kind = iota + 1 // something that was wrong, over one episode
	Symptom                     // how a fault showed
	Component                   // a device, a signal group, a place of the machine
	System                      // what records are filed under
	Action                      // what was done
	LogEntry                    // a log entry or a chat thread
	WorkRequest                 // with all its parts
	Procedure                   // a controlled document that says how
	Person                      // by name
	Downtime                    // a row of lost beam
	PV                          // a process variable
	Document                    // any other record
	Location                    // a room, rack or place
	Date                        // a day, named in a text
)

// Kinds lists all kinds in their order.
func Kinds() []Kind {
	return []Kind{Fault, Symptom, Component, System, Action, LogEntry, WorkRequest, Procedure, Person, Downtime, PV, Document, Location, Date}
}

// String is the label of the kind, as in queries and exports.
func (k Kind) String() string {
	switch k {
	case Fault:
		return "Fault"
	case Symptom:
		return "Symptom"
	case Component:
		return "Component"
	case System:
		return "System"
	case Action:
		return "Action"
	case LogEntry:
		return "LogEntry"
	case WorkRequest:
		return "WorkRequest"
	case Procedure:
		return "Procedure"
	case Person:
		return "Person"
	case Downtime:
		return "Downtime"
	case PV:
		return "PV"
	case Document:
		return "Document"
	case Location:
		return "Location"
	case Date:
		return "Date"
	}
	return "Unknown"
}

// IsRecord reports whether a node of this kind stands for a stored record.
func (k Kind) IsRecord() bool {
	switch k {
	case LogEntry, WorkRequest, Procedure, Downtime, Document:
		return true
	}
	return false
}

// ParseKind reads the label of a kind.
func ParseKind(label string) (Kind, error) {
	for _, k := range Kinds() {
		if k.String() == label {
			return k, nil
		}
	}
	return 0, fmt.Errorf("no kind of node is called %q", label)
}

// Relation says how the node an edge starts from stands to the one it leads to.
type Relation uint8

// The relations.
const (
	CausedBy         Relation = iota + 1 // Fault or Downtime to the Fault behind it
	ResolvedBy                           // Fault to the Action that ended it
	HasFault                             // Component to Fault
	HasSymptom                           // Fault to Symptom
	AboutSystem                          // Fault, Component or record to System
	PartOf                               // PV or Component to Component or System
	FollowsProcedure                     // Fault, Action or record to Procedure
	ContactPerson                        // record, Fault or System to Person
	Mentions                             // record to anything
	Supersedes                           // Procedure or Document to its earlier revision
	RecurredAs                           // Fault to the later Fault of the same signature
	FailedToResolve                      // Action to the Fault that it did not end
)

// Relations lists all relations in their order.
func Relations() []Relation {
	return []Relation{
		CausedBy, ResolvedBy, HasFault, HasSymptom, AboutSystem, PartOf,
		FollowsProcedure, ContactPerson, Mentions, Supersedes, RecurredAs, FailedToResolve,
	}
}

// String is the type of the relation, as in queries and exports.
func (r Relation) String() string {
	switch r {
	case CausedBy:
		return "CAUSED_BY"
	case ResolvedBy:
		return "RESOLVED_BY"
	case HasFault:
		return "HAS_FAULT"
	case HasSymptom:
		return "HAS_SYMPTOM"
	case AboutSystem:
		return "ABOUT_SYSTEM"
	case PartOf:
		return "PART_OF"
	case FollowsProcedure:
		return "FOLLOWS_PROCEDURE"
	case ContactPerson:
		return "CONTACT_PERSON"
	case Mentions:
		return "MENTIONS"
	case Supersedes:
		return "SUPERSEDES"
	case RecurredAs:
		return "RECURRED_AS"
	case FailedToResolve:
		return "FAILED_TO_RESOLVE"
	}
	return "UNKNOWN"
}

// ParseRelation reads the type of a relation.
func ParseRelation(text string) (Relation, error) {
	for _, r := range Relations() {
		if r.String() == text {
			return r, nil
		}
	}
	return 0, fmt.Errorf("no relation is called %q", text)
}

// Modality says how sure the author of a statement was.
type Modality uint8

// The modalities.
const (
	Asserted Modality = iota + 1
	Suspected
	RuledOut
)

// String reads "asserted", "suspected" or "ruled out".
func (m Modality) String() string {
	switch m {
	case Asserted:
		return "asserted"
	case Suspected:
		return "suspected"
	case RuledOut:
		return "ruled out"
	}
	return "unknown"
}
