package script

import (
	"net"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness"
)

// limitDescriptors limits the files that a process may open: a running one, or those that are started later.
func limitDescriptors(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && (len(args) == 1 || len(args) == 2), "descriptors [<name>] <n>")
	n, err := strconv.ParseUint(args[len(args)-1], 10, 32)
	ts.Check(err)
	if len(args) == 1 {
		stateOf(ts).descriptors = args[0]
		return
	}
	ts.Check(limitProcess(runningApplication(ts, args[0]).Cmd.Process.Pid, n))
}

// within runs a command with the limit on descriptors that the script has set.
func (s *scriptState) within(cmd *exec.Cmd) *exec.Cmd {
	if s.descriptors == "" {
		return cmd
	}
	limited := exec.Command("sh", append([]string{"-c", `ulimit -n "$0"; exec "$@"`, s.descriptors}, cmd.Args...)...)
	limited.Dir, limited.Env = cmd.Dir, cmd.Env
	return limited
}

// connectSilently opens connections on which nothing is sent.
func connectSilently(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "connect <n>")
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	network, address := addressOf(ts.Getenv("URL"))
	state := stateOf(ts)
	for range n {
		c, err := net.DialTimeout(network, address, harness.Patience)
		ts.Check(err)
		state.silent = append(state.silent, c)
	}
	ts.Defer(state.disconnect)
}

// addressOf returns the address that a server listens on, from the value of $URL.
func addressOf(server string) (network, address string) {
	if file, ok := strings.CutPrefix(server, "unix:"); ok {
		return "unix", file
	}
	_, rest, _ := strings.Cut(server, "://")
	address, _, _ = strings.Cut(rest, "/")
	return "tcp", address
}

// disconnect closes the silent connections.
func (s *scriptState) disconnect() {
	for _, c := range s.silent {
		_ = c.Close()
	}
	s.silent = nil
}

func disconnectSilent(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 0, "disconnect")
	stateOf(ts).disconnect()
}

// awaitStatus repeats a request until the response has the status, and a text if one follows the status.
func awaitStatus(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 3, "until <status>[ <text>] <METHOD> <path> …")
	status, text, _ := strings.Cut(args[0], " ")
	want, err := strconv.Atoi(status)
	ts.Check(err)
	r := parseRequest(ts, true, "until <status> <METHOD> <path>", args[1:])
	for late := time.Now().Add(harness.Patience); ; {
		got, err := r.send(ts.Getenv("URL"))
		if err == nil && got.Status == want && strings.Contains(string(got.Body), text) {
			show(ts, got, r.show)
			return
		}
		if time.Now().After(late) {
			ts.Check(err)
			ts.Fatalf("not answered with %s after %v, but with %d %.1000q", args[0], harness.Patience, got.Status, got.Body)
		}
	}
}
