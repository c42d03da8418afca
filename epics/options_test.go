package epics

import (
	"maps"
	"slices"
	"testing"
	"time"
)

func TestOptionsBecomeVariables(t *testing.T) {
	t.Setenv("EPICS_CA_MAX_SEARCH_PERIOD", "90")
	for name, c := range map[string]struct {
		options Options
		want    map[string]string
	}{
		"nothing leaves the site's": {Options{}, map[string]string{}},
		"addresses end the automatic ones": {
			Options{PVA: Network{Addrs: []string{"10.1.1.255", "host"}}, CA: Network{Addrs: []string{"10.1.2.255"}}},
			map[string]string{
				"EPICS_PVA_ADDR_LIST": "10.1.1.255 host", "EPICS_PVA_AUTO_ADDR_LIST": "NO", "EPICS_PVA_NAME_SERVERS": "",
				"EPICS_CA_ADDR_LIST": "10.1.2.255", "EPICS_CA_AUTO_ADDR_LIST": "NO", "EPICS_CA_NAME_SERVERS": "",
			},
		},
		"name servers alone need no UDP": {
			Options{PVA: Network{NameServers: []string{"gateway:5075"}}},
			map[string]string{"EPICS_PVA_ADDR_LIST": "", "EPICS_PVA_AUTO_ADDR_LIST": "NO", "EPICS_PVA_NAME_SERVERS": "gateway:5075"},
		},
		"ports": {
			Options{PVA: Network{Port: 1, SearchPort: 2, Interfaces: []string{"127.0.0.1"}}, CA: Network{Port: 3, SearchPort: 4}},
			map[string]string{
				"EPICS_PVA_SERVER_PORT": "1", "EPICS_PVA_BROADCAST_PORT": "2", "EPICS_PVA_INTF_ADDR_LIST": "127.0.0.1",
				"EPICS_CA_SERVER_PORT": "3", "EPICS_CA_REPEATER_PORT": "4",
			},
		},
		"the time until a silent server is gone": {
			Options{ServerTimeout: 4 * time.Second}, map[string]string{"EPICS_PVA_CONN_TMO": "4", "EPICS_CA_CONN_TMO": "4"},
		},
	} {
		if got := c.options.definitions(); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	t.Setenv("EPICS_CA_MAX_SEARCH_PERIOD", "")
	if got := (Options{}).definitions(); got["EPICS_CA_MAX_SEARCH_PERIOD"] != searchPeriod {
		t.Errorf("without a period of the site: %v", got)
	}
}

func TestANameChoosesItsProvider(t *testing.T) {
	for name, c := range map[string]struct {
		bare      string
		providers []Provider
	}{
		"SR:I": {"SR:I", []Provider{PVA, CA}}, "pva://SR:I": {"SR:I", []Provider{PVA}}, "ca://SR:I": {"SR:I", []Provider{CA}}, "xca://SR:I": {"xca://SR:I", []Provider{PVA, CA}},
	} {
		if bare, providers := (Options{}).split(name); bare != c.bare || !slices.Equal(providers, c.providers) {
			t.Errorf("%s: %q over %v", name, bare, providers)
		}
	}
	if _, providers := (Options{Providers: []Provider{CA}}).split("x"); !slices.Equal(providers, []Provider{CA}) {
		t.Errorf("with CA only: %v", providers)
	}
}
