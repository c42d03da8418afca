package sim

import (
	"fmt"
	"io"
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

// FreePorts picks ports that nobody uses at the moment, neither for TCP nor for
// UDP.
func FreePorts() (Ports, error) {
	var p Ports
	var held []io.Closer
	defer func() {
		for _, h := range held {
			_ = h.Close() // only now, so that the next is another one
		}
	}()
	for _, port := range []*int{&p.PVA, &p.PVASearch, &p.CA, &p.CABeacon} {
		n, hold, err := freePort()
		held = append(held, hold...)
		if err != nil {
			return Ports{}, fmt.Errorf("find a free port: %w", err)
		}
		*port = n
	}
	return p, nil
}

// freePort holds a port that is free. One that is free for TCP may be taken for
// UDP; others are tried then.
func freePort() (n int, held []io.Closer, err error) {
	const tries = 20
	for range tries {
		tcp, listening := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if listening != nil {
			return 0, held, listening
		}
		held = append(held, tcp)
		n = tcp.Addr().(*net.TCPAddr).Port
		var udp *net.UDPConn
		if udp, err = net.ListenUDP("udp4", &net.UDPAddr{Port: n}); err == nil {
			return n, append(held, udp), nil
		}
	}
	return 0, held, err
}

// Environment is that of a server which speaks on the loopback interface only, and
// does not take the processor from other programs when it runs as root.
func (p Ports) Environment() []string {
	return []string{
		"EPICS_ALLOW_POSIX_THREAD_PRIORITY_SCHEDULING=NO",
		"EPICS_PVAS_INTF_ADDR_LIST=127.0.0.1", "EPICS_PVAS_BEACON_ADDR_LIST=127.0.0.1", "EPICS_PVAS_AUTO_BEACON_ADDR_LIST=NO",
		"EPICS_PVAS_SERVER_PORT=" + strconv.Itoa(p.PVA), "EPICS_PVAS_BROADCAST_PORT=" + strconv.Itoa(p.PVASearch),
		"EPICS_PVA_ADDR_LIST=127.0.0.1", "EPICS_PVA_AUTO_ADDR_LIST=NO", "EPICS_PVA_INTF_ADDR_LIST=127.0.0.1", // of its links
		"EPICS_PVA_SERVER_PORT=" + strconv.Itoa(p.PVA), "EPICS_PVA_BROADCAST_PORT=" + strconv.Itoa(p.PVASearch),
		"EPICS_CAS_INTF_ADDR_LIST=127.0.0.1", "EPICS_CAS_BEACON_ADDR_LIST=127.0.0.1", "EPICS_CAS_AUTO_BEACON_ADDR_LIST=NO",
		"EPICS_CAS_SERVER_PORT=" + strconv.Itoa(p.CA), "EPICS_CAS_BEACON_PORT=" + strconv.Itoa(p.CABeacon),
		"EPICS_CA_REPEATER_PORT=" + strconv.Itoa(p.CABeacon), "EPICS_CA_ADDR_LIST=127.0.0.1", "EPICS_CA_AUTO_ADDR_LIST=NO",
	}
}
