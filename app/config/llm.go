package config

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// LLM is the language model that may write answers.
type LLM struct {
	BaseURL string // address with or without /v1; empty for no model
	Model   string
	Judge   string // model of the same service that checks drafts; empty for Model
	KeyEnv  string // variable that holds the key
	Dialect string // one of Dialects
	User    string // whom an ARGO gateway serves

	// How long is waited for the first piece of a reply, for the next one, and for
	// all of it; 0 is the usual time.
	FirstToken, Stall, Timeout time.Duration
}

// Policy bounds what an answer may do; a zero is the usual value.
type Policy struct {
	AllowedHosts []string // that may be asked for a model; any when empty
	AnswerTime   time.Duration
	Tokens       int // that a model may write for an answer
	ToolCalls    int // for an answer
	ToolTime     time.Duration
}

// Dialects lists the ways to speak to a model; the first is the default.
func Dialects() []string { return []string{"openai", "argo"} }

// llmTables are the tables of this file, with their keys.
func llmTables() map[string]string {
	return map[string]string{
		"llm":    "base_url, model, judge, api_key_env, dialect, user, first_token, stall, timeout",
		"policy": "allowed_hosts, answer_time, tokens, tool_calls, tool_time",
	}
}

// setLLM sets a key of these tables. It is false for any other one.
func (c *Config) setLLM(s setting) (why string, mine bool) {
	if s.key[0] == "policy" {
		return c.setPolicy(s)
	}
	set, ok := map[string]func() string{
		"llm.base_url":    func() string { return c.setBaseURL(s) },
		"llm.model":       func() string { return text(s, &c.LLM.Model) },
		"llm.judge":       func() string { return text(s, &c.LLM.Judge) },
		"llm.api_key_env": func() string { return text(s, &c.LLM.KeyEnv) },
		"llm.dialect":     func() string { return oneOf(s, "dialect", Dialects(), &c.LLM.Dialect) },
		"llm.user":        func() string { return text(s, &c.LLM.User) },
		"llm.first_token": func() string { return duration(s, &c.LLM.FirstToken) },
		"llm.stall":       func() string { return duration(s, &c.LLM.Stall) },
		"llm.timeout":     func() string { return duration(s, &c.LLM.Timeout) },
	}[strings.Join(s.key, ".")]
	if !ok {
		return "", false
	}
	return set(), true
}

func (c *Config) setPolicy(s setting) (why string, mine bool) {
	set, ok := map[string]func() string{
		"policy.allowed_hosts": func() string { return list(s, &c.Policy.AllowedHosts) },
		"policy.answer_time":   func() string { return duration(s, &c.Policy.AnswerTime) },
		"policy.tokens":        func() string { return count(s, &c.Policy.Tokens) },
		"policy.tool_calls":    func() string { return count(s, &c.Policy.ToolCalls) },
		"policy.tool_time":     func() string { return duration(s, &c.Policy.ToolTime) },
	}[strings.Join(s.key, ".")]
	if !ok {
		return "", false
	}
	return set(), true
}

func (c *Config) setBaseURL(s setting) string {
	if why := address(s, &c.LLM.BaseURL); why != "" {
		return strings.Replace(why, "http://host:17668/retrieval", "http://localhost:8080/v1", 1)
	}
	return ""
}

// count reads a number of things, from 1 on.
func count(s setting, to *int) string {
	n, err := strconv.Atoi(s.value)
	if err != nil || n < 1 || s.kind != isNumber && s.kind != fromEnv {
		return fmt.Sprintf("is %s %q, want a number from 1 on", s.kind, s.value)
	}
	*to = n
	return ""
}

// checkLLM refuses a model that is configured in part, or on a host that the
// policy does not allow.
func (c Config) checkLLM() error {
	if c.LLM.BaseURL == "" {
		for _, key := range []string{"model", "judge", "api_key_env", "dialect", "user", "first_token", "stall", "timeout"} {
			if at := c.from["llm."+key]; at != "" {
				return &Error{At: at, Key: "llm.base_url", Why: "missing"}
			}
		}
		return nil
	}
	u, err := url.Parse(c.LLM.BaseURL)
	if err == nil && len(c.Policy.AllowedHosts) > 0 && !slices.Contains(c.Policy.AllowedHosts, u.Hostname()) && !slices.Contains(c.Policy.AllowedHosts, u.Host) {
		return &Error{At: c.from["llm.base_url"], Key: "llm.base_url", Why: fmt.Sprintf("host %s is not among policy.allowed_hosts", u.Host)}
	}
	return nil
}

// llmValues lists what is set in these tables.
func (c Config) llmValues() []Value {
	var out []Value
	add := func(key string, set bool, v any) {
		if set {
			out = append(out, c.value(key, v))
		}
	}
	l, p := c.LLM, c.Policy
	for _, f := range []struct{ key, value string }{
		{"base_url", l.BaseURL},
		{"model", l.Model},
		{"judge", l.Judge},
		{"api_key_env", l.KeyEnv},
		{"dialect", l.Dialect},
		{"user", l.User},
	} {
		add("llm."+f.key, f.value != "", f.value)
	}
	add("llm.first_token", l.FirstToken > 0, l.FirstToken.String())
	add("llm.stall", l.Stall > 0, l.Stall.String())
	add("llm.timeout", l.Timeout > 0, l.Timeout.String())
	add("policy.allowed_hosts", len(p.AllowedHosts) > 0, p.AllowedHosts)
	add("policy.answer_time", p.AnswerTime > 0, p.AnswerTime.String())
	add("policy.tokens", p.Tokens > 0, p.Tokens)
	add("policy.tool_calls", p.ToolCalls > 0, p.ToolCalls)
	add("policy.tool_time", p.ToolTime > 0, p.ToolTime.String())
	return out
}
