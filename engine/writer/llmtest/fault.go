package llmtest

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Status refuses with a status and a message; retryAfter is the header's text.
func Status(status int, text, retryAfter string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		Raw(status, "application/json", encode(map[string]any{"error": map[string]any{"message": text}}))(w, r)
	}
}

// Hang takes the request and says nothing until the client gives up.
func Hang() http.HandlerFunc {
	return func(_ http.ResponseWriter, r *http.Request) { wait(r) }
}

// Stall says something and then nothing until the client gives up; comments of
// the protocol keep coming.
func Stall(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		begin(w)
		event(w, chunk(map[string]any{"content": text}, nil))
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				fmt.Fprint(w, ": still here\n\n")
				flush(w)
			case <-r.Context().Done():
				return
			case <-of(r).server.done:
				return
			}
		}
	}
}

func wait(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-of(r).server.done:
	}
}

// Slow streams the text with a pause before each word.
func Slow(text string, pause time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		begin(w)
		for _, word := range strings.SplitAfter(text, " ") {
			timer := time.NewTimer(pause)
			select {
			case <-timer.C:
			case <-r.Context().Done():
				timer.Stop()
				return
			}
			event(w, chunk(map[string]any{"content": word}, nil))
		}
		end(w, "stop")
	}
}

// Endless streams the text again and again until the client gives up.
func Endless(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		begin(w)
		for r.Context().Err() == nil {
			event(w, chunk(map[string]any{"content": text}, nil))
		}
	}
}

// Flood sends bytes that are no reply until the client gives up.
func Flood(contentType string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		for r.Context().Err() == nil {
			if _, err := fmt.Fprint(w, strings.Repeat("[", 64<<10)); err != nil {
				return
			}
		}
	}
}

// Drop streams a text and then cuts the connection in the middle.
func Drop(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		begin(w)
		if text != "" {
			event(w, chunk(map[string]any{"content": text}, nil))
		}
		panic(http.ErrAbortHandler)
	}
}

// BreakOff streams a text and ends as if it were whole, without saying so.
func BreakOff(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		begin(w)
		event(w, chunk(map[string]any{"content": text}, nil))
	}
}

// Garbage streams events that are not JSON.
func Garbage() http.HandlerFunc {
	return Raw(http.StatusOK, "text/event-stream", "data: \x00\xff{{{\n\ndata: nonsense\n\n")
}

// StreamError streams a text and then an error, as services do whose model fails
// on the way.
func StreamError(text, why string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		begin(w)
		event(w, chunk(map[string]any{"content": text}, nil))
		event(w, encode(map[string]any{"error": map[string]any{"message": why}}))
	}
}

// Redirect sends the client elsewhere.
func Redirect(url string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, url, http.StatusTemporaryRedirect)
	}
}
