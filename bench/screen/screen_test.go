package screen

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func script(t *testing.T, text string) *Screen {
	t.Helper()
	s, err := Start(exec.CommandContext(t.Context(), "sh", "-c", text), 40, 6)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestAPictureHoldsTextAndStylesAndIsWellFormed(t *testing.T) {
	s := script(t, `printf '\033[1;31mred <&> bold\033[0m plain 東\r\n\033[7mreverse\033[0m'; read x`)
	if err := s.Wait(t.Context(), "reverse"); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := s.SVG(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`font-weight="bold">red &lt;&amp;&gt; bold</text>`, ">plain 東</text>", `fill="` + ink + `"/>`, `>reverse</text>`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestKeysReachTheProgramAndItsEndIsSeen(t *testing.T) {
	s := script(t, `read x; echo "got $x"`)
	if err := s.Press("hello\r"); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(t.Context(), "got hello"); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(t.Context(), "more"); err == nil || !strings.Contains(err.Error(), "the program has ended") {
		t.Errorf("error %v", err)
	}
	if s.Bytes() == 0 {
		t.Error("nothing was counted")
	}
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	s := script(t, `read x`)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := s.Wait(ctx, "never"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}
