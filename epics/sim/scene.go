package sim

import "time"

// Scene is a stretch of the facility's archive that is played, usually faster
// than it was.
type Scene struct {
	Name     string
	From, To time.Time     // of the archive
	Length   time.Duration // of the play
}

// Scenes is what the demo plays, over and over. It begins with the machine as it
// is now, at its own speed, so that the play joins the archive.
func Scenes(now time.Time) []Scene {
	at := func(year int, month time.Month, day, hour, minute int) time.Time {
		return time.Date(year, month, day, hour+5, minute, 0, 0, time.UTC) // summer time of the site
	}
	return []Scene{
		{"the machine as it is", now, now.Add(time.Minute), time.Minute},
		{"an RF station trips and dumps the beam", at(2026, 10, 15, 2, 35), at(2026, 10, 15, 4, 40), 3 * time.Minute},
		{"the water of a cooling loop drifts", at(2025, 7, 14, 11, 30), at(2025, 7, 14, 19, 0), 90 * time.Second},
		{"the pressure of a sector rises to the alarm and its valves close", at(2025, 6, 18, 10, 20), at(2025, 6, 18, 13, 0), 2 * time.Minute},
		{"the detector of a beamline is stuck", at(2025, 10, 2, 0, 55), at(2025, 10, 2, 3, 20), 90 * time.Second},
	}
}

// moment says where in the archive the play is after some time of it.
func moment(scenes []Scene, elapsed time.Duration) (scene int, at time.Time) {
	var whole time.Duration
	for _, s := range scenes {
		whole += s.Length
	}
	elapsed %= whole
	for i, s := range scenes {
		if elapsed < s.Length {
			share := float64(elapsed) / float64(s.Length)
			return i, s.From.Add(time.Duration(share * float64(s.To.Sub(s.From))))
		}
		elapsed -= s.Length
	}
	return 0, scenes[0].From
}
