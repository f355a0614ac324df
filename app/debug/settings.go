package debug

import (
	"cmp"
	"errors"
	"net"
	"strconv"
	"strings"
)

// Default is where debuggers are served if nothing else is said.
const Default = "127.0.0.1:9229"

// Settings are what the flags --inspect, --inspect-wait and --inspect-brk say. There is no debugger unless On is set.
type Settings struct {
	On      bool
	Address string // host and port; [Default] if it is empty
	Wait    bool   // nothing runs before a debugger has attached
	Break   bool   // and the first statement stops
}

var errAddress = errors.New("is not [host:]port")

// ReadAddress reads the value of such a flag: a port, a host, or both.
func ReadAddress(text string) (address string, err error) {
	host, port := "", ""
	switch bare := strings.Trim(text, "[]"); {
	case isNumber(text):
		port = text
	case net.ParseIP(bare) != nil || text != "" && !strings.Contains(text, ":"):
		host = bare
	default:
		if host, port, err = net.SplitHostPort(text); err != nil || !isNumber(port) {
			return "", errAddress
		}
	}
	standardHost, standardPort, _ := net.SplitHostPort(Default)
	host, port = cmp.Or(host, standardHost), cmp.Or(port, standardPort)
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || strings.ContainsAny(host, " /@[]") || strings.HasPrefix(host, "-") {
		return "", errAddress
	}
	return net.JoinHostPort(host, strconv.FormatUint(n, 10)), nil
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
