// Package walk is the troubleshooting walkthrough: from a symptom, through one
// check at a time, to what the records say helped. It holds no I/O.
//
//	Plan     what the records say about a symptom: causes, checks, citations   plan.go
//	Walk     a plan with the answers so far; its JSON form is its whole state   walk.go
//	weigh    what the answers mean for the causes, which check tells most       weigh.go
//	Expect   a value that a record expects, held against a live one             expect.go
//	Export   the walk as Markdown for the logbook                               export.go
//
// Package plan makes a Plan from a fault graph and the records that were found.
//
// # How to drive it
//
//	w := walk.New(p, now)
//	for !w.Ended() {
//		at, _ := w.Now()          // the check to show, with w.Plan.Checks[at]
//		w.See(readings)           // live values of its PVs, whenever they come
//		w.Answer(walk.Yes, now)   // or No, Skip; w.Back() takes the last one back
//	}
//	w.Ending()                    // cause, what helped, what did not, contacts
//
// A Walk is a plain value: it can be written as JSON after every answer and read
// again after a lost connection. Nothing is stored that follows from the answers,
// so Back is exact. It is for one goroutine.
//
// # How it decides
//
// Every cause begins with a share of belief by its evidence (Cause.Prior); one
// more share stands for whatever the records do not hold. An answer multiplies the
// shares by how likely it is under each cause (Bayes' rule, with the same few
// likelihoods for every check, see weigh.go). The next check is the one from whose
// answer most is expected to be learned, checks with PVs before others that tell
// as much. What was done is proposed once its cause leads.
package walk
