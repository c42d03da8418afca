package ask

// history is what was asked before, oldest first.
type history struct {
	asked  []string
	back   int    // how many steps back the line stands; 0 is what is being typed
	typing string // what was being typed when the walk began
}

func (h *history) add(question string) {
	h.back, h.typing = 0, ""
	if n := len(h.asked); n > 0 && h.asked[n-1] == question {
		return
	}
	h.asked = append(h.asked, question)
}

// older returns the question before the current one; current when there is
// none.
func (h *history) older(current string) string {
	if h.back == len(h.asked) {
		return current
	}
	if h.back == 0 {
		h.typing = current
	}
	h.back++
	return h.asked[len(h.asked)-h.back]
}

// newer goes back towards what was being typed.
func (h *history) newer(current string) string {
	switch h.back {
	case 0:
		return current
	case 1:
		h.back = 0
		return h.typing
	}
	h.back--
	return h.asked[len(h.asked)-h.back]
}
