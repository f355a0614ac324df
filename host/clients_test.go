package host

import (
	"bufio"
	"fmt"
	"net/netip"
	"testing"
)

// TestOneClientTooMany: a connection beyond the limit of its client gets 429, and there is room again when another one
// has ended.
func TestOneClientTooMany(t *testing.T) {
	s := listening(t, fakeRoutes("GET /"), Settings{MaxPerClient: 1})
	const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
	kept := s.dial()
	fmt.Fprint(kept, get)
	if got := s.answer(bufio.NewReader(kept)); got.status != 200 {
		t.Fatalf("got %d", got.status)
	}
	for range 3 {
		got := s.talk(get)
		if short(got) != "429" || got[0].header.Get("Retry-After") != "1" || got[0].header.Get("Connection") != "close" {
			t.Fatalf("got %s", short(got))
		}
	}
	_ = kept.Close()
	eventually(t, "room again", func() bool { return s.openNow() == 0 })
	if got := s.talk("GET / HTTP/1.0\r\n\r\n"); short(got) != "200" {
		t.Errorf("afterwards: got %s", short(got))
	}
}

// TestConnectionsOfProxies: those of a trusted proxy are those of many clients.
func TestConnectionsOfProxies(t *testing.T) {
	s := listening(t, fakeRoutes("GET /"), Settings{MaxPerClient: 1, Policies: trusting(t, "loopback")})
	for range 5 {
		c := s.dial() // stays open
		fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
		if got := s.answer(bufio.NewReader(c)); got.status != 200 {
			t.Fatalf("got %d", got.status)
		}
	}
}

func TestClientAt(t *testing.T) {
	for addr, want := range map[string]string{
		"192.0.2.1":            "192.0.2.1",
		"::ffff:192.0.2.1":     "192.0.2.1",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::",
		"2001:db8:1:2::ffff":   "2001:db8:1:2::",
		"fe80::1%eth0":         "fe80::",
		"2001:db8:1:3:3:4:5:6": "2001:db8:1:3::",
	} {
		if got := clientAt(netip.MustParseAddr(addr)).String(); got != want {
			t.Errorf("%s: got %s, want %s", addr, got, want)
		}
	}
}
