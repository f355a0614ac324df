package wire

import (
	"bytes"
	"net/netip"
)

// maxPortDigits is the number of digits of 65535.
const maxPortDigits = 5

// hostAndPort splits "host", "host:port" or "[::1]:port". It accepts the names that resolvers accept: with the
// grammar's percent escapes and punctuation, above all a comma, two readers could disagree. The port may be empty, and
// so may the host.
func hostAndPort(text []byte) (host, port []byte, ok bool) {
	host = text
	if colon := bytes.LastIndexByte(text, ':'); colon >= 0 && bytes.IndexByte(text[colon:], ']') < 0 {
		host, port = text[:colon], text[colon+1:]
	}
	return host, port, isHost(host) && isPort(port)
}

func isHost(host []byte) bool {
	if len(host) > 0 && host[0] == '[' {
		return isIPv6(host)
	}
	for _, b := range host {
		if classes[b]&hostByte == 0 {
			return false
		}
	}
	return true
}

// isIPv6 reports whether host is an IPv6 address in brackets, without a zone.
func isIPv6(host []byte) bool {
	const longest = len("[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]")
	if len(host) > longest || host[len(host)-1] != ']' {
		return false
	}
	address, err := netip.ParseAddr(string(host[1 : len(host)-1]))
	return err == nil && address.Is6() && address.Zone() == ""
}

func isPort(port []byte) bool {
	if len(port) > maxPortDigits {
		return false
	}
	number := 0
	for _, b := range port {
		if b < '0' || b > '9' {
			return false
		}
		number = number*10 + int(b-'0')
	}
	return number <= 65535
}
