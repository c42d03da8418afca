// Package report writes what a benchmark measured: as tables for a terminal,
// as Markdown, as JSON and as one HTML page that needs nothing beside itself.
//
// Build makes a Report from scores; every form is written from that Report, so
// all of them say the same. Shares are kept between 0 and 1 and shown in per
// cent. Every mean carries its number of questions and its 95 % interval.
package report
