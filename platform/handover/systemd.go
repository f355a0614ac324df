//go:build unix

package handover

import (
	"fmt"
	"math"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// firstPassed is the descriptor of the first socket that systemd passes.
const firstPassed = 3

// mostPassed bounds the sockets that systemd may pass.
const mostPassed = 64

// passedPrefix precedes the name of a socket from systemd.
const passedPrefix = "systemd "

// Passed returns the sockets that systemd has opened for this process, by name. Names are those of FileDescriptorName=, with a number behind
// if several have the same. It fails if one of them is no socket that listens for streams.
func Passed(env []string) (map[string]int, error) {
	if pid, err := strconv.Atoi(lookUp(env, "LISTEN_PID")); err != nil || pid != os.Getpid() {
		return nil, nil
	}
	count, err := strconv.Atoi(lookUp(env, "LISTEN_FDS"))
	if err != nil || count < 0 || count > mostPassed {
		return nil, fmt.Errorf("LISTEN_FDS=%q is not a number of sockets", lookUp(env, "LISTEN_FDS"))
	}
	names := strings.Split(lookUp(env, "LISTEN_FDNAMES"), ":")
	passed := make(map[string]int, count)
	for i := range count {
		fd := firstPassed + i
		syscall.CloseOnExec(fd)
		if kind, err := syscall.GetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_TYPE); err != nil || kind != syscall.SOCK_STREAM {
			return nil, fmt.Errorf("systemd passed a descriptor (number %d) that is not a stream socket: use ListenStream= in the socket unit", i+1)
		}
		name := ""
		if i < len(names) {
			name = names[i]
		}
		passed[fmt.Sprintf("%s%s %d", passedPrefix, name, i)] = fd
	}
	return passed, nil
}

// Reloading returns the state of a service that reloads. READY=1 follows it.
func Reloading() string {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &now) // always there
	return fmt.Sprintf("RELOADING=1\nMONOTONIC_USEC=%d", now.Nano()/int64(time.Microsecond))
}

// Watchdog returns the time within which systemd wants to hear WATCHDOG=1 from this process; 0 if it does not.
func Watchdog(env []string) time.Duration {
	if pid := lookUp(env, "WATCHDOG_PID"); pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return 0
	}
	usec, err := strconv.ParseInt(lookUp(env, "WATCHDOG_USEC"), 10, 64)
	if err != nil || usec <= 0 || usec > math.MaxInt64/int64(time.Microsecond) {
		return 0
	}
	return time.Duration(usec) * time.Microsecond
}

// Notify reports to systemd the state of the service, as sd_notify does. It does nothing where systemd has not asked for it.
func Notify(env []string, state string) error {
	path := lookUp(env, "NOTIFY_SOCKET")
	if path == "" {
		return nil
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	_, err = conn.Write([]byte(state))
	return err
}
