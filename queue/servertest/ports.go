package servertest

import (
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
)

// FreePorts returns the first of n ports in a row that nobody listens on. They are not of those that the system gives to clients, so that
// a server which is started again finds them free.
func FreePorts(n int) (int, error) {
	for range 1000 {
		first := 20_000 + rand.IntN(10_000)
		if areFree(first, n) {
			return first, nil
		}
	}
	return 0, errors.New("there are not enough free ports in a row")
}

func areFree(first, n int) bool {
	for port := first; port < first+n; port++ {
		l, err := net.Listen("tcp", loopback(port))
		if err != nil {
			return false
		}
		_ = l.Close() // it was only tried
	}
	return true
}

func loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
