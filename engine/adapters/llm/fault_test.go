package llm

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"owl/engine/writer/chat"
	"owl/engine/writer/llmtest"
)

// TestEveryFaultEndsInOneClearLine runs every fault in both dialects. The call
// must end by itself well within the test's time, which no fault here would do.
func TestEveryFaultEndsInOneClearLine(t *testing.T) {
	t.Setenv("OWL_TEST_KEY", "sk-secret-123")
	elsewhere := server(t, llmtest.Step{Do: llmtest.Say("caught")})
	for _, c := range []struct {
		name  string
		step  llmtest.Step
		is    error
		want  string
		tries int
	}{
		{"hangs", llmtest.Step{Do: llmtest.Hang()}, chat.ErrStalled, "stalled: no token after 300ms", 1},
		{"stalls", llmtest.Step{Do: llmtest.Stall("The pump ")}, chat.ErrStalled, "stalled: no token for 100ms", 1},
		{"garbage", llmtest.Step{Do: llmtest.Garbage()}, chat.ErrEnvelope, "shape that cannot be read: a piece of the stream is not JSON", 1},
		{"wrong envelope", llmtest.Step{Do: llmtest.JSON(map[string]any{"foo": 1, "bar": "x"})}, chat.ErrEnvelope, "an object of bar, foo", 1},
		{"broken JSON", llmtest.Step{Do: llmtest.Raw(200, "application/json", `{"choices":[`)}, chat.ErrEnvelope, "broken JSON", 1},
		{"a web page", llmtest.Step{Do: llmtest.Raw(200, "text/html", "<html>log in</html>")}, chat.ErrEnvelope, "a page for a browser", 1},
		{"bytes", llmtest.Step{Do: llmtest.Raw(200, "text/plain", "\xff\xfe\x00")}, chat.ErrEnvelope, "it is not text", 1},
		{"nothing", llmtest.Step{Do: llmtest.Raw(200, "application/json", "")}, chat.ErrEmpty, "replied with nothing", 1},
		{"an empty text", llmtest.Step{Do: llmtest.Stream("")}, chat.ErrEmpty, "replied with nothing", 1},
		{"only thoughts", llmtest.Step{Do: llmtest.Stream("<think> hm ")}, chat.ErrEmpty, "replied with nothing", 1},
		{"busy", llmtest.Step{Do: llmtest.Status(429, "slow down", "")}, chat.ErrBusy, "is busy: 429 Too Many Requests: slow down", 3},
		{"busy for long", llmtest.Step{Do: llmtest.Status(429, "", "60")}, chat.ErrBusy, "429 Too Many Requests", 1},
		{"fails", llmtest.Step{Do: llmtest.Status(500, "out of\nmemory \x1b[31m", "")}, chat.ErrServer, "failed: 500 Internal Server Error: out of memory \uFFFD[31m", 3},
		{"refuses", llmtest.Step{Do: llmtest.Status(400, "context is 4096", "")}, chat.ErrRefused, "refused: 400 Bad Request: context is 4096", 1},
		{"key refused", llmtest.Step{Do: llmtest.Status(401, "bad key sk-secret-123", "")}, chat.ErrRefused, "refused: 401 Unauthorized", 1},
		{"key repeated", llmtest.Step{Do: llmtest.Status(422, "you sent sk-secret-123", "")}, chat.ErrRefused, "you sent (key)", 1},
		{"fails on the way", llmtest.Step{Do: llmtest.StreamError("The ", "slot lost")}, chat.ErrServer, "slot lost", 1},
		{"drops at once", llmtest.Step{Do: llmtest.Drop("")}, chat.ErrUnreachable, "cannot be reached: EOF", 3},
		{"drops in the middle", llmtest.Step{Do: llmtest.Drop("The pump ")}, chat.ErrServer, "the reply broke off", 1},
		{"ends in the middle", llmtest.Step{Do: llmtest.BreakOff("The pump ")}, chat.ErrServer, "the reply broke off", 1},
		{"floods", llmtest.Step{Do: llmtest.Flood("application/json")}, chat.ErrTooLarge, "more than 8 MB", 1},
		{"redirects away", llmtest.Step{Do: llmtest.Redirect(elsewhere.URL)}, chat.ErrRefused, "redirects to another host, 127.0.0.1", 1},
	} {
		for _, dialect := range []Dialect{OpenAI, Argo} {
			s := server(t, c.step)
			cfg := Config{URL: s.URL, Dialect: dialect, KeyEnv: "OWL_TEST_KEY"}
			switch c.name { // the others must not wait for a watch
			case "hangs":
				cfg.FirstToken = 300 * time.Millisecond
			case "stalls":
				cfg.Stall = 100 * time.Millisecond
			}
			cl := client(t, cfg)
			reply, err := cl.Chat(t.Context(), asked("why?"), nil)
			if err == nil {
				t.Errorf("%s, %s: no error but %+v", c.name, dialect, reply)
				continue
			}
			if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "language model at "+cl.Host()+" ") {
				t.Errorf("%s, %s: %v, want %q", c.name, dialect, err, c.want)
			}
			if strings.Contains(err.Error(), "sk-secret") || strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Errorf("%s, %s: %q", c.name, dialect, err)
			}
			if n := len(s.Requests()); n != c.tries {
				t.Errorf("%s, %s: asked %d times, want %d", c.name, dialect, n, c.tries)
			}
		}
	}
	if n := len(elsewhere.Requests()); n != 0 {
		t.Errorf("the other host was asked %d times", n)
	}
}

func TestNobodyListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = client(t, Config{URL: "http://" + address}).Chat(t.Context(), asked("why?"), nil)
	if !errors.Is(err, chat.ErrUnreachable) || !strings.Contains(err.Error(), address+" cannot be reached: ") {
		t.Errorf("%v", err)
	}
}

func TestAnEndlessReplyIsCut(t *testing.T) {
	for _, dialect := range []Dialect{OpenAI, Argo} {
		var d deltas
		c := client(t, Config{URL: server(t, llmtest.Step{Do: llmtest.Endless("µA rose ")}).URL, Dialect: dialect, MaxReply: 1000})
		reply, err := c.Chat(t.Context(), asked("why?"), d.take)
		if err != nil || reply.Finish != chat.Cut || len(d.String()) > 1000 || len(d.String()) < 990 || strings.ContainsRune(d.String(), '\uFFFD') {
			t.Errorf("%s: %v %v, %d bytes", dialect, reply.Finish, err, len(d.String()))
		}
	}
}

func TestThoughtsWithoutEndAreNoReply(t *testing.T) {
	c := client(t, Config{URL: server(t, llmtest.Step{Do: llmtest.Endless("<think> hm ")}).URL, MaxReply: 1000})
	if reply, err := c.Chat(t.Context(), asked("why?"), nil); !errors.Is(err, chat.ErrEmpty) {
		t.Errorf("%+v %v", reply, err)
	}
}

func TestASlowReplyIsWaitedFor(t *testing.T) {
	s := server(t, llmtest.Step{Do: llmtest.Slow("one two three four five six", 30*time.Millisecond)})
	reply, err := client(t, Config{URL: s.URL, Stall: time.Minute}).Chat(t.Context(), asked("count"), nil)
	if err != nil || reply.Text != "one two three four five six" {
		t.Errorf("%+v %v", reply, err)
	}
}

func TestAReplyMustEndInTime(t *testing.T) {
	s := server(t, llmtest.Step{Do: llmtest.Slow(strings.Repeat("word ", 10000), time.Millisecond)})
	_, err := client(t, Config{URL: s.URL, Stall: time.Minute, Total: 200 * time.Millisecond}).Chat(t.Context(), asked("count"), nil)
	if !errors.Is(err, chat.ErrStalled) || !strings.Contains(err.Error(), "not done after 200ms") {
		t.Errorf("%v", err)
	}
}

func TestTheCallersEndIsSaidAsSuch(t *testing.T) {
	for _, dialect := range []Dialect{OpenAI, Argo} {
		s := server(t, llmtest.Step{Do: llmtest.Stall("The pump ")})
		ctx, cancel := context.WithCancel(t.Context())
		_, err := client(t, Config{URL: s.URL, Dialect: dialect, Stall: time.Minute}).Chat(ctx, asked("why?"), func(string) { cancel() })
		if !errors.Is(err, context.Canceled) || len(s.Requests()) != 1 {
			t.Errorf("%s: %v", dialect, err)
		}
	}
}

func TestAfterAFailureTheNextTryAnswers(t *testing.T) {
	s := server(t, llmtest.Step{Times: 1, Do: llmtest.Status(503, "loading", "")}, llmtest.Step{Times: 1, Do: llmtest.Drop("")}, llmtest.Step{Do: llmtest.Say(said)})
	var d deltas
	reply, err := client(t, Config{URL: s.URL}).Chat(t.Context(), asked("why?"), d.take)
	if err != nil || string(reply.Text) != said || d.String() != said || len(s.Requests()) != 3 {
		t.Errorf("%+v %v after %d requests", reply, err, len(s.Requests()))
	}
}

func TestAFailingServiceIsNotStormed(t *testing.T) {
	s := server(t, llmtest.Step{Do: llmtest.Status(400, "no", ""), When: "refused"}, llmtest.Step{Do: llmtest.Drop("x")})
	c := client(t, Config{URL: s.URL, Failures: 2, Pause: time.Hour})
	for range 50 {
		if _, err := c.Chat(t.Context(), asked("why?"), nil); err == nil {
			t.Fatal("no error")
		}
	}
	_, err := c.Chat(t.Context(), asked("refused"), nil)
	if n := len(s.Requests()); n != 2 || !errors.Is(err, chat.ErrPaused) || !strings.Contains(err.Error(), "it failed 2 times in a row, the next try is in 1h0m0s; the last time it failed: the reply broke off") {
		t.Errorf("%d requests, %v", n, err)
	}
}
