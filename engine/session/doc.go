// Package session keeps conversations on disk: what was asked and answered, with
// the trace of every answer, so that a conversation can be listed, reopened,
// searched, exported and continued, and an answer that was cut off resumed.
//
// A home holds
//
//	sessions/ID.jsonl        the conversation: names, questions, ends, ratings
//	sessions/ID.trace.jsonl  the journal: every event of its answers
//	audit.jsonl              all questions with their sources and tool calls
//
// Every file is for its owner only and only ever grows, one JSON object a line,
// each written at once under a lock: several processes may write, and what a
// killed one left half written is skipped. A deleted conversation is gone; the
// audit log keeps what was asked.
//
//	store.go         the folder
//	file.go          lines of a file
//	line.go          what a line says
//	session.go       a conversation as it is read
//	search.go        words in all conversations
//	export.go        Markdown
//	audit.go         the audit log
//	conversation.go  a conversation that goes on
//	follow/          follow-up questions
package session
