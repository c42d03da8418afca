package sim

import (
	"fmt"
	"net"
	"strconv"
)

// Ports are the ports of an IOC on the loopback interface.
type Ports struct {
	PVA       int // TCP
	PVASearch int // UDP
	CA        int // TCP and UDP
	CABeacon  int // UDP: of a repeater, which there need not be
}

// FreePorts picks ports that nobody uses at the moment.
func FreePorts() (Ports, error) {
	var p Ports
	for _, port := range []*int{&p.PVA, &p.PVASearch, &p.CA, &p.CABeacon} {
		n, hold, err := freePort()
		if err != nil {
			return Ports{}, err
		}
		defer hold.Close() // until all of them are picked
		*port = n
	}
	return p, nil
}

func freePort() (int, net.Listener, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0") //nolint:noctx // returns at once
	if err != nil {
		return 0, nil, fmt.Errorf("find a free port: %w", err)
	}
	return l.Addr().(*net.TCPAddr).Port, l, nil
}

// Environment is that of a server which speaks on the loopback interface only.
func (p Ports) Environment() []string {
	return []string{
		"EPICS_PVAS_INTF_ADDR_LIST=127.0.0.1", "EPICS_PVAS_BEACON_ADDR_LIST=127.0.0.1", "EPICS_PVAS_AUTO_BEACON_ADDR_LIST=NO",
		"EPICS_PVAS_SERVER_PORT=" + strconv.Itoa(p.PVA), "EPICS_PVAS_BROADCAST_PORT=" + strconv.Itoa(p.PVASearch),
		"EPICS_CAS_INTF_ADDR_LIST=127.0.0.1", "EPICS_CAS_BEACON_ADDR_LIST=127.0.0.1", "EPICS_CAS_AUTO_BEACON_ADDR_LIST=NO",
		"EPICS_CAS_SERVER_PORT=" + strconv.Itoa(p.CA), "EPICS_CAS_BEACON_PORT=" + strconv.Itoa(p.CABeacon),
		"EPICS_CA_REPEATER_PORT=" + strconv.Itoa(p.CABeacon), "EPICS_CA_ADDR_LIST=127.0.0.1", "EPICS_CA_AUTO_ADDR_LIST=NO",
	}
}
