package harness

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"
)

// ForgetPeak makes Peak tell of what comes from now on.
func (f *Server) ForgetPeak() {
	_ = os.WriteFile(filepath.Join("/proc", strconv.Itoa(f.App.Cmd.Process.Pid), "clear_refs"), []byte("5"), 0)
}

// PeakLine matches the most memory that a process has had, in kB, in the kernel's status of it.
var PeakLine = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// Peak returns the most memory that the process has had, in MiB; 0 where the system does not tell.
func (f *Server) Peak() int {
	kb, _ := f.status(PeakLine)
	return kb >> 10
}

var ownLine = regexp.MustCompile(`RssAnon:\s+(\d+) kB`)

// Own returns the memory that the server has for itself, in MiB.
func (f *Server) Own(t *testing.T) float64 {
	t.Helper()
	kb, err := f.status(ownLine)
	if err != nil {
		t.Fatal(err)
	}
	return float64(kb) / 1024
}

// Settle waits until the server has no more memory for itself than so many MiB, and returns how much it has. It waits for a minute, and as long
// as the process goes on to give memory back, which takes a machine that is busy longer: what is kept is never given back.
func (f *Server) Settle(t *testing.T, most float64) (own float64) {
	t.Helper()
	ticks := time.NewTicker(100 * time.Millisecond)
	defer ticks.Stop()
	least, end := f.Own(t), time.Now().Add(time.Minute)
	for ; ; <-ticks.C {
		if own = f.Own(t); own <= most || time.Now().After(end) {
			return own
		}
		if own < least-0.1 {
			least, end = own, time.Now().Add(time.Minute)
		}
	}
}

var residentLine = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// Resident returns the memory of the process, in MiB.
func (f *Server) Resident() int {
	f.T.Helper()
	kb, err := f.status(residentLine)
	if err != nil {
		f.T.Skipf("the memory of a process is told by Linux only: %v", err)
	}
	return kb >> 10
}

// status returns a number that the kernel tells of the process.
func (f *Server) status(line *regexp.Regexp) (int, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", f.App.Cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	found := line.FindSubmatch(text)
	if found == nil {
		return 0, fmt.Errorf("the kernel does not tell %v", line)
	}
	return strconv.Atoi(string(found[1]))
}

// ResidentSize returns the resident memory of a process, in bytes.
func ResidentSize(t *testing.T, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(string(bytes.Fields(text)[1]))
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}
