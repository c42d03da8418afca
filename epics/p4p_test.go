package epics_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"owl/engine"
	"owl/epics"
	"owl/epics/sim"
	"owl/epics/sim/ioctest"
)

// server is a PVA server that owes nothing to records. It obeys its standard
// input: a Python statement a line.
const server = `
import sys, time
from p4p import Type, Value
from p4p.nt import NTScalar, NTEnum, NTTable
from p4p.server import Server
from p4p.server.thread import SharedPV

scalar = NTScalar('d', display=True, control=True, valueAlarm=True)
parts = SharedPV(nt=scalar, initial=scalar.wrap({'value': 1.0, 'alarm': {'severity': 2, 'status': 1, 'message': 'deep'}, 'display': {'units': 'V'}}))
large = SharedPV(nt=NTScalar('L'), initial=2**63 + 2048)
whole = SharedPV(nt=NTScalar('l'), initial=-2**62 - 1)
flag = SharedPV(nt=NTScalar('?'), initial=True)
flags = SharedPV(nt=NTScalar('a?'), initial=[True, False])
small = SharedPV(nt=NTScalar('aB'), initial=[0, 255])
texts = SharedPV(nt=NTScalar('as'), initial=['a', '', 'c'])
odd = SharedPV(initial=Value(Type([('a', 'd')], id='site:odd/1.0'), {'a': 1.0}))
enum = SharedPV(nt=NTEnum(), initial={'index': 1, 'choices': ['OFF', 'ON']})
table = SharedPV(nt=NTTable([('n', 'i'), ('s', 's')]), initial=[{'n': 1, 's': 'x'}, {'n': 2, 's': 'y'}])
pvs = {'parts': parts, 'large': large, 'whole': whole, 'flag': flag, 'flags': flags, 'small': small, 'texts': texts, 'odd': odd, 'enum': enum, 'table': table}
with Server(providers=[pvs]):
    print('ready', flush=True)
    for line in sys.stdin:
        exec(line)
`

// serve starts the server and returns what obeys.
func serve(t *testing.T, ports sim.Ports) func(format string, args ...any) {
	t.Helper()
	cmd := exec.Command(ioctest.Python(t), "-c", server) // it ends with its standard input
	cmd.Env = append(os.Environ(), "EPICS_PVAS_INTF_ADDR_LIST=127.0.0.1", "EPICS_PVAS_AUTO_BEACON_ADDR_LIST=NO",
		"EPICS_PVAS_SERVER_PORT="+strconv.Itoa(ports.PVA), "EPICS_PVAS_BROADCAST_PORT="+strconv.Itoa(ports.PVASearch))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(in.Close(), cmd.Wait()); err != nil {
			t.Error(err)
		}
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("the server says %q, error %v", line, err)
	}
	return func(format string, args ...any) {
		if _, err := io.WriteString(in, fmt.Sprintf(format, args...)+"\n"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAServerThatIsNoIOC(t *testing.T) {
	ports, err := sim.FreePorts()
	if err != nil {
		t.Fatal(err)
	}
	obey := serve(t, ports)
	o := options(ports)
	o.Providers = []epics.Provider{epics.PVA}
	r := open(t, o)
	for pv, want := range map[string]epics.Value{
		"large": epics.Number(1<<63 + 2048), "whole": epics.Integer(-1<<62 - 1), "flag": epics.Integer(1), "flags": epics.Array{1, 0}, "small": epics.Array{0, 255},
		"texts": epics.Texts{"a", "", "c"}, "enum": epics.Choice{Index: 1, Label: "ON"},
		"table": epics.Table{Columns: []engine.Untrusted{"n", "s"}, Rows: [][]epics.Value{{epics.Number(1), epics.Text("x")}, {epics.Number(2), epics.Text("y")}}},
	} {
		if s := get(t, r, pv); s.Err != nil || !reflect.DeepEqual(s.Value, want) {
			t.Errorf("%s is %#v, error %v; want %#v", pv, s.Value, s.Err, want)
		}
	}
	if s := get(t, r, "odd"); !errors.Is(s.Err, epics.ErrNoValue) || !strings.Contains(s.Err.Error(), "site:odd/1.0") {
		t.Errorf("a structure without a value: %+v", s)
	}

	parts := follow(t, r, "parts")
	parts.until("the first value is there", func(s epics.Sample) bool { return s.Value == epics.Number(1) && s.Severity == epics.Major })
	obey(`parts.post(Value(scalar.type, {'value': 2.0}))`)
	parts.until("an update of the value alone keeps alarm and units", func(s epics.Sample) bool {
		return s.Value == epics.Number(2) && s.Severity == epics.Major && s.Message == "deep" && s.Units() == "V"
	})
	obey(`parts.post(Value(scalar.type, {'alarm.severity': 0, 'display.units': 'mV'}))`)
	parts.until("an update of alarm and units keeps the value", func(s epics.Sample) bool {
		return s.Value == epics.Number(2) && s.Severity == epics.NoAlarm && s.Units() == "mV"
	})
	obey(`parts.close()`)
	parts.until("a PV that is closed is stale", func(s epics.Sample) bool { return s.Quality == epics.Stale })
	obey(`parts.open(scalar.wrap(3.0))`)
	parts.until("a PV that is opened again is there", func(s epics.Sample) bool { return s.Value == epics.Number(3) && s.Quality == epics.Good })
	parts.stop()

	enum := follow(t, r, "enum")
	obey(`enum.post({'index': 2, 'choices': ['a', 'b', 'c']})`)
	enum.until("new choices are taken", func(s epics.Sample) bool { return s.Value == epics.Choice{Index: 2, Label: "c"} })
	obey(`enum.post(0)`)
	enum.until("they are kept", func(s epics.Sample) bool { return s.Value == epics.Choice{Index: 0, Label: "a"} })
	enum.stop()
}
