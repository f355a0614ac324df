package host

import "net"

// IsLoopback reports whether the address of a listener can be reached from this machine only. A name is resolved, as it is
// for listening.
func IsLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil || host == "" {
		return false
	}
	if host == "localhost" {
		return true
	}
	resolved, err := net.ResolveTCPAddr("tcp", address)
	return err == nil && resolved.IP.IsLoopback()
}
