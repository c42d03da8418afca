// Package history is the archive of the demo machine. It gives the samples of
// any channel in any window from the start of 2024 on, made as they are asked
// for: the same samples every time, and a part of a window gives a part of its
// samples.
//
// What a channel reads at a time is decided in this order:
//
//  1. a gap of a story: nothing was archived (disconnected, archiver down)
//  2. a track of a story: a path, states or frames that were laid down by hand
//  3. the machine: the beam is there or not, an RF station is on or off
//  4. the channel's normal value with its noise (package channel)
//
// The stories are files of the demo folder, history/*.json but for pvs.json and
// beam*.json; these correct what is concluded from the table of downtime.
package history
