package ports

import (
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
)

// The system gives ports of 32768 and more to clients and to listeners that leave the choice to it (Linux; 49152 elsewhere), so that one
// of those which is free now may be taken when the server starts, or starts again.
const (
	lowest = 20_000
	count  = 10_000
)

// given has the ports that this process was given: tests that run side by side do not get the same one.
var given struct {
	mu    sync.Mutex
	ports map[int]bool
}

// Free returns a port that nobody listens on.
func Free() (string, error) {
	port, err := Row(1)
	return strconv.Itoa(port), err
}

// Row returns the first of n ports in a row that nobody listens on.
func Row(n int) (int, error) {
	given.mu.Lock()
	defer given.mu.Unlock()
	if given.ports == nil {
		given.ports = map[int]bool{}
	}
	for range 1000 {
		first := lowest + rand.IntN(count-n)
		if areFree(first, n) {
			for port := first; port < first+n; port++ {
				given.ports[port] = true
			}
			return first, nil
		}
	}
	return 0, errors.New("there are not enough free ports in a row")
}

func areFree(first, n int) bool {
	for port := first; port < first+n; port++ {
		if given.ports[port] {
			return false
		}
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err != nil {
			return false
		}
		_ = l.Close() // it was only tried
	}
	return true
}
