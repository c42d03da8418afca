package prompt

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"owl/engine"
	"owl/engine/guard"
)

// Fence encloses texts that others wrote between lines that none of them can
// forge: the mark in these lines is a hash over all of them.
type Fence struct{ mark string }

// NewFence makes the fence for these texts. The same texts give the same mark,
// so that a conversation can be replayed.
func NewFence(texts ...engine.Untrusted) Fence {
	sum := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(sum, "%d:%s", len(t), t)
	}
	for {
		mark := hex.EncodeToString(sum.Sum(nil))[:16]
		if !anyHolds(texts, mark) {
			return Fence{mark}
		}
		fmt.Fprint(sum, mark)
	}
}

func anyHolds(texts []engine.Untrusted, mark string) bool {
	for _, t := range texts {
		if strings.Contains(string(t), mark) {
			return true
		}
	}
	return false
}

// Mark is what the lines of the fence hold.
func (f Fence) Mark() string { return f.mark }

// Enclose returns the text as data. The name says what it is.
func (f Fence) Enclose(name string, text engine.Untrusted) string {
	return fmt.Sprintf("--- %s %s ---\n%s\n--- end of %s %s ---", name, f.mark, Plain(text), name, f.mark)
}

// roles are what chat templates open and close turns and calls with. Servers
// read them in any text, so a record could speak as the operator.
var roles = strings.NewReplacer(
	"<|", "< |", "|>", "| >", "<start_of_turn>", "<start of turn>", "<end_of_turn>", "<end of turn>",
	"[INST]", "[ INST ]", "[/INST]", "[ /INST ]", "<<SYS>>", "< <SYS> >", "<s>", "< s >", "</s>", "< /s >",
	"<tool_call>", "< tool_call >", "</tool_call>", "< /tool_call >", "<think>", "< think >", "</think>", "< /think >",
	"TOOL_CALL:", "TOOL_CALL :",
)

// Plain returns a text from outside as it may stand in a message: without what
// nobody sees, and without the marks of turns and calls.
func Plain(text engine.Untrusted) string { return roles.Replace(guard.Text(text)) }
