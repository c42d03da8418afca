// Package when reads the times that a question names: "last week", "the 10/8/24
// shift", "since the June shutdown", "around 02:47 last night".
//
// A reading is a Range of the site's own clock: days begin at its midnight and
// shifts keep their local hours, also when the clocks change. Weeks begin on
// Monday. What has no year is the last such time; a reading goes into the future
// only for words that do ("tomorrow", "next week") and years that are written.
//
//	words.go     the words of a question
//	range.go     what is read, and the calendar it is read by
//	find.go      from left to right: phrases, and what was not understood
//	join.go      since, before, between, from ... to, around, early, late
//	written.go   2024-10-08, 10/8/24, 15 October 2026
//	named.go     months, seasons, quarters, years
//	count.go     the last 36 hours, two weeks ago, last week
//	week.go      weekdays, weekends
//	shift.go     shifts
//	run.go       runs and shutdowns
//	clock.go     02:47, half past one
package when
