package ports

import (
	"net"
	"strconv"
	"testing"
)

// TestPortsAreGivenOnce: a port is free, and nobody else is given it, whether or not its server listens yet.
func TestPortsAreGivenOnce(t *testing.T) {
	t.Parallel()
	seen := map[int]bool{}
	for range 100 {
		first, err := Row(3)
		if err != nil {
			t.Fatal(err)
		}
		for port := first; port < first+3; port++ {
			if seen[port] {
				t.Fatalf("%d is given twice", port)
			}
			seen[port] = true
		}
	}
	port, err := Free()
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	if number, _ := strconv.Atoi(port); areFree(number, 1) {
		t.Errorf("%s is free, although somebody listens", port)
	}
}
