package host

import (
	"net/netip"
	"sync"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/host/forwarded"
)

// clients bounds what one client has open: its connections or, if it comes through trusted proxies, whose connections
// carry the requests of many, its requests in progress. A client is an IPv4 address, or the network of 64 bits that an
// IPv6 address is in, which is what one household gets. Clients without an address, as at a Unix socket, are not
// bounded.
type clients struct {
	most int // 0 for no limit

	mu   sync.Mutex
	open map[netip.Addr]int
}

// tooMany returns the problem of a client that has as much open as it may.
func tooMany() *problem {
	return &problem{
		status: fasthttp.StatusTooManyRequests, detail: "this client has too many connections open",
		headers: []engine.Header{{Name: fasthttp.HeaderRetryAfter, Value: "1"}},
	}
}

// clientAt returns the client at an address.
func clientAt(addr netip.Addr) netip.Addr {
	addr = addr.Unmap().WithZone("")
	if addr.Is6() {
		network, _ := addr.Prefix(64) // fails for larger prefixes than the address has
		return network.Addr()
	}
	return addr
}

// enter counts one more of a client, and reports whether it may have it.
func (c *clients) enter(one netip.Addr) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[one] >= c.most {
		return false
	}
	if c.open == nil {
		c.open = map[netip.Addr]int{}
	}
	c.open[one]++
	return true
}

func (c *clients) leave(one netip.Addr) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[one]--; c.open[one] <= 0 {
		delete(c.open, one)
	}
}

// admitPeer counts a connection, unless a trusted proxy opened it. It reports whether its client may have it.
func (c *clients) admitPeer(one *conn, trust *forwarded.Trust) bool {
	peer := addrPort(one.RemoteAddr()).Addr()
	if c.most == 0 || !peer.IsValid() || trust.Trusts(peer) {
		return true
	}
	client := clientAt(peer)
	if !c.enter(client) {
		return false
	}
	one.client = client
	return true
}

// leavePeer ends the count of a connection.
func (c *clients) leavePeer(one *conn) {
	if one.client.IsValid() {
		c.leave(one.client)
		one.client = netip.Addr{}
	}
}

// admitClient counts a request that came through trusted proxies, and returns the problem if its client has too many in
// progress.
func (who *sender) admitClient(r *request) *problem {
	if r.server.conns.clients.most == 0 {
		return nil
	}
	origin, ok := r.forwarded()
	if !ok || !origin.Addr.IsValid() {
		return nil
	}
	client := clientAt(origin.Addr)
	if !r.server.conns.clients.enter(client) {
		return tooMany()
	}
	who.client = client
	return nil
}

// leaveClient ends the count of the request.
func (who *sender) leaveClient(r *request) {
	if who.client.IsValid() {
		r.server.conns.clients.leave(who.client)
		who.client = netip.Addr{}
	}
}
