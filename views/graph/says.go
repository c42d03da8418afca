package graph

import (
	"strings"

	fault "owl/engine/graph"
)

// relation says how the end of a statement stands to where it is read from:
// "caused by", "suspected cause".
func relation(e Edge) string {
	cause := e.Relation == fault.CausedBy && !e.Reverse
	switch {
	case e.Modality == fault.Suspected && cause:
		return "suspected cause"
	case e.Modality == fault.RuledOut && cause:
		return "ruled out"
	case e.Modality == fault.Suspected || e.Modality == fault.RuledOut:
		return e.Modality.String() + ": " + plain(e)
	}
	return plain(e)
}

// plain is relation without how sure its author was.
func plain(e Edge) string {
	if e.Reverse {
		return backward(e.Relation)
	}
	return forward(e.Relation)
}

func forward(r fault.Relation) string {
	switch r {
	case fault.CausedBy:
		return "caused by"
	case fault.ResolvedBy:
		return "resolved by"
	case fault.HasFault:
		return "fault"
	case fault.HasSymptom:
		return "symptom"
	case fault.AboutSystem:
		return "system"
	case fault.PartOf:
		return "part of"
	case fault.FollowsProcedure:
		return "procedure"
	case fault.ContactPerson:
		return "contact"
	case fault.Mentions:
		return "mentions"
	case fault.Supersedes:
		return "supersedes"
	case fault.RecurredAs:
		return "came back as"
	case fault.FailedToResolve:
		return "did not end"
	}
	return r.String()
}

func backward(r fault.Relation) string {
	switch r {
	case fault.CausedBy:
		return "caused"
	case fault.ResolvedBy:
		return "resolved"
	case fault.HasFault:
		return "on"
	case fault.HasSymptom:
		return "symptom of"
	case fault.AboutSystem:
		return "in this system"
	case fault.PartOf:
		return "has part"
	case fault.FollowsProcedure:
		return "followed by"
	case fault.ContactPerson:
		return "contact of"
	case fault.Mentions:
		return "named in"
	case fault.Supersedes:
		return "superseded by"
	case fault.RecurredAs:
		return "was before"
	case fault.FailedToResolve:
		return "did not help"
	}
	return r.String()
}

// kind is what a node is, in small words.
func kind(k fault.Kind) string {
	switch k {
	case fault.LogEntry:
		return "log entry"
	case fault.WorkRequest:
		return "work request"
	case fault.PV:
		return "PV"
	case fault.Location:
		return "place"
	case fault.Date:
		return "day"
	}
	return strings.ToLower(k.String())
}
