package compose

import (
	"strings"
	"testing"
)

func TestWhomToCallIsTheLineOfTheContactList(t *testing.T) {
	policy := record("policy", "Calling people at night", "2025-11-17", "Who is called at night for vacuum or water is not decided by the shift. Call at night only when the beam is lost. Whoever was called at night does not work the next day shift.")
	list := record("list", "Call list", "2026-05-04", "Who to ring for what.\n\n| for | first | then |\n|---|---|---|\n| ring RF | 7-2204 Castellanos | Frobisher 4205 |\n| water | 7-5202 Tavares | Odom 5203 |\n| vacuum | 7-4403 Renner | Siddiqui 4402 |\n")
	for question, want := range map[string]string{
		"Who do I call at night for vacuum?": "7-4403 Renner",
		"Who is on call for water?":          "7-5202 Tavares",
	} {
		text, _ := Render(Builtin().Compose(read(question), foundWhole(policy, list), even))
		if at := strings.Index(text, want); at < 0 || at > 400 || !strings.HasPrefix(text, "**Call list**") {
			t.Errorf("%s\n%s", question, text)
		}
	}
}
