package llm

import (
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
)

// quirk is an option that some services refuse.
type quirk uint32

const (
	noUsage       quirk = 1 << iota // knows no stream_options
	noTemperature                   // samples as it likes
	newLimit                        // wants max_completion_tokens in place of max_tokens
)

// quirks is what was learnt about a service, so that it is asked without what
// it refused. It is safe for concurrent use.
type quirks struct{ known atomic.Uint32 }

func (q *quirks) has(one quirk) bool { return q.known.Load()&uint32(one) != 0 }

// learn reports that an error taught something.
func (q *quirks) learn(err error) bool {
	var f *failure
	if !errors.As(err, &f) || f.status != http.StatusBadRequest && f.status != http.StatusUnprocessableEntity {
		return false
	}
	var taught quirk
	for word, one := range map[string]quirk{"stream_options": noUsage, "temperature": noTemperature, "max_completion_tokens": newLimit} {
		if strings.Contains(f.detail, word) {
			taught |= one
		}
	}
	return taught != 0 && q.known.Or(uint32(taught))&uint32(taught) != uint32(taught)
}
