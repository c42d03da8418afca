package config

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"
)

// EPICS says how live PVs are read. What is empty is taken from the site's
// EPICS_* variables.
type EPICS struct {
	Providers   []string // "pva", "ca"; both when empty
	Addresses   []string // hosts or broadcast addresses that are searched; "ca://host" is for one protocol
	NameServers []string // "host:port", or "pva://host:port"
	Timeout     time.Duration
}

// Archiver is where archived PVs are read.
type Archiver struct {
	Retrieval  string // address; empty when there is no archiver
	Management string
	Format     string // one of ArchiverFormats
}

// Channels is where channels are looked for.
type Channels struct {
	Databases     []string // files
	ChannelFinder string   // address
}

// ArchiverFormats lists how samples may be asked for; the first is the default.
func ArchiverFormats() []string { return []string{"raw", "json"} }

// pvTables are the tables of this file, with their keys.
func pvTables() map[string]string {
	return map[string]string{
		"epics": "providers, addresses, name_servers, timeout", "archiver": "retrieval, management, format", "channels": "databases, channelfinder",
	}
}

// setPV sets a key of these tables. It is false for any other one.
func (c *Config) setPV(s setting) (why string, mine bool) {
	switch strings.Join(s.key, ".") {
	case "epics.providers":
		return providers(s, &c.EPICS.Providers), true
	case "epics.addresses":
		return networks(s, &c.EPICS.Addresses), true
	case "epics.name_servers":
		return networks(s, &c.EPICS.NameServers), true
	case "epics.timeout":
		return duration(s, &c.EPICS.Timeout), true
	case "archiver.retrieval":
		return address(s, &c.Archiver.Retrieval), true
	case "archiver.management":
		return address(s, &c.Archiver.Management), true
	case "archiver.format":
		return oneOf(s, "format", ArchiverFormats(), &c.Archiver.Format), true
	case "channels.databases":
		why := list(s, &c.Channels.Databases)
		for i, file := range c.Channels.Databases {
			c.Channels.Databases[i] = absolute(file, s.dir, s.home)
		}
		return why, true
	case "channels.channelfinder":
		return address(s, &c.Channels.ChannelFinder), true
	}
	return "", false
}

// CheckDatabases reports the first database of channels that cannot be read; nil
// when all can.
func (c Config) CheckDatabases() error {
	for _, file := range c.Channels.Databases {
		f, err := os.Open(file)
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return &Error{At: c.from["channels.databases"], Key: "channels.databases", Why: "cannot reach " + file + ": " + reason(err)}
		}
	}
	return nil
}

// pvValues lists what is set in these tables.
func (c Config) pvValues() []Value {
	var out []Value
	for _, v := range []struct {
		key   string
		value []string
	}{{"epics.providers", c.EPICS.Providers}, {"epics.addresses", c.EPICS.Addresses}, {"epics.name_servers", c.EPICS.NameServers}, {"channels.databases", c.Channels.Databases}} {
		if len(v.value) > 0 {
			out = append(out, c.value(v.key, v.value))
		}
	}
	timeout := ""
	if c.EPICS.Timeout > 0 {
		timeout = c.EPICS.Timeout.String()
	}
	for _, v := range []struct{ key, value string }{
		{"epics.timeout", timeout},
		{"archiver.retrieval", c.Archiver.Retrieval},
		{"archiver.management", c.Archiver.Management},
		{"archiver.format", c.Archiver.Format},
		{"channels.channelfinder", c.Channels.ChannelFinder},
	} {
		if v.value != "" {
			out = append(out, c.value(v.key, v.value))
		}
	}
	slices.SortStableFunc(out, func(a, b Value) int { return strings.Compare(tableOf(a.Key), tableOf(b.Key)) })
	return out
}

func tableOf(key string) string { return key[:strings.LastIndexByte(key, '.')] }

// list reads a list of strings; one string is a list of one, and a variable holds
// them with commas or blanks between.
func list(s setting, to *[]string) string {
	var out []string
	switch s.kind {
	case isList:
		out = s.list
	case isString:
		out = []string{s.value}
	case fromEnv:
		out = strings.FieldsFunc(s.value, func(r rune) bool { return r == ',' || r == ' ' })
	default:
		return fmt.Sprintf("is %s, want a list of strings", s.kind)
	}
	if len(out) == 0 || slices.Contains(out, "") {
		return "is empty, or has an empty element"
	}
	*to = slices.Clone(out)
	return ""
}

func providers(s setting, to *[]string) string {
	var out []string
	if why := list(s, &out); why != "" {
		return why
	}
	for _, p := range out {
		if p != "pva" && p != "ca" {
			return fmt.Sprintf("%q is not a provider; there is pva, ca", p)
		}
	}
	*to = out
	return ""
}

// networks reads a list of hosts, which may say what protocol they are for.
func networks(s setting, to *[]string) string {
	var out []string
	if why := list(s, &out); why != "" {
		return why
	}
	for _, address := range out {
		if of, _, named := strings.Cut(address, "://"); named && of != "pva" && of != "ca" {
			return fmt.Sprintf("%q: want host:port, pva://host:port or ca://host:port", address)
		}
	}
	*to = out
	return ""
}

func duration(s setting, to *time.Duration) string {
	var v string
	if why := text(s, &v); why != "" {
		return why
	}
	d, err := time.ParseDuration(v)
	if err != nil || d <= 0 {
		return fmt.Sprintf("%q is not a time such as \"3s\"", v)
	}
	*to = d
	return ""
}

func address(s setting, to *string) string {
	var v string
	if why := text(s, &v); why != "" {
		return why
	}
	if u, err := url.Parse(v); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Sprintf("%q is not an address such as http://host:17668/retrieval", v)
	}
	*to = strings.TrimSuffix(v, "/")
	return ""
}
