package epics

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const defaultConnectTimeout = 3 * time.Second

// searchPeriod bounds the seconds between two searches of libca for a PV that is
// away. Without a repeater it does not hear of a new server, and its own 5 minutes
// are long; it takes no less than a minute.
const searchPeriod = "60"

func itoa(n int) string { return strconv.Itoa(n) }

func (o Options) connectTimeout() time.Duration {
	if o.ConnectTimeout > 0 {
		return o.ConnectTimeout
	}
	return defaultConnectTimeout
}

func (o Options) providers() []Provider {
	if len(o.Providers) > 0 {
		return o.Providers
	}
	return []Provider{PVA, CA}
}

// definitions are the options as EPICS_* variables.
func (o Options) definitions() map[string]string {
	defs := map[string]string{}
	o.PVA.define(defs, "EPICS_PVA_", "BROADCAST_PORT")
	o.CA.define(defs, "EPICS_CA_", "REPEATER_PORT")
	if s := int(o.ServerTimeout.Seconds()); s > 0 {
		defs["EPICS_PVA_CONN_TMO"], defs["EPICS_CA_CONN_TMO"] = itoa(s), itoa(s)
	}
	const period = "EPICS_CA_MAX_SEARCH_PERIOD"
	if os.Getenv(period) == "" {
		defs[period] = searchPeriod
	}
	return defs
}

func (n Network) define(defs map[string]string, prefix, searchPort string) {
	if len(n.Addrs) > 0 || len(n.NameServers) > 0 {
		defs[prefix+"ADDR_LIST"] = strings.Join(n.Addrs, " ")
		defs[prefix+"AUTO_ADDR_LIST"] = "NO"
		defs[prefix+"NAME_SERVERS"] = strings.Join(n.NameServers, " ")
	}
	if len(n.Interfaces) > 0 {
		defs[prefix+"INTF_ADDR_LIST"] = strings.Join(n.Interfaces, " ")
	}
	if n.Port > 0 {
		defs[prefix+"SERVER_PORT"] = itoa(n.Port)
	}
	if n.SearchPort > 0 {
		defs[prefix+searchPort] = itoa(n.SearchPort)
	}
}

// split takes the provider off a name; without one, all of them are tried.
func (o Options) split(name string) (string, []Provider) {
	for _, p := range []Provider{PVA, CA} {
		if bare, ok := strings.CutPrefix(name, string(p)+"://"); ok {
			return bare, []Provider{p}
		}
	}
	return name, o.providers()
}

// maxName is the longest name in bytes that is asked for; those of records have
// at most 60.
const maxName = 1000

// checkName refuses what cannot be the name of a PV, such as one with a NUL, which
// would cut it.
func checkName(bare string) error {
	switch {
	case bare == "":
		return fmt.Errorf("%w: it is empty", ErrName)
	case len(bare) > maxName:
		return fmt.Errorf("%w: it has %d bytes, at most %d are asked for", ErrName, len(bare), maxName)
	case strings.ContainsFunc(bare, unicode.IsControl) || !utf8.ValidString(bare):
		return fmt.Errorf("%w: it holds control characters", ErrName)
	}
	return nil
}
