package load

import (
	"os"
	"strconv"
	"strings"
)

// peakMB is the peak of the process's resident memory in MiB, as Linux tells it
// (proc_pid_status(5), VmHWM); 0 on other systems.
func peakMB() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kib, err := strconv.ParseFloat(fields[0], 64)
	if err != nil {
		return 0
	}
	return kib / 1024
}
