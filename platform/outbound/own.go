package outbound

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/fwrun/fwrun/platform/hops"
)

// Own knows where the process itself can be reached from this machine. Safe for concurrent use.
type Own struct {
	Hops *hops.Counter // marks the requests to it; nil if there is none

	address atomic.Pointer[netip.AddrPort]
}

// Listens says on which address the process takes requests.
func (o *Own) Listens(at net.Addr) {
	if tcp, ok := at.(*net.TCPAddr); ok {
		address := tcp.AddrPort()
		address = netip.AddrPortFrom(address.Addr().Unmap(), address.Port())
		o.address.Store(&address)
	}
}

// has reports whether a URL leads to the process itself: over loopback, or at the address on which it listens.
func (o *Own) has(u *url.URL) bool {
	at := o.address.Load()
	if at == nil || port(u) != strconv.Itoa(int(at.Port())) {
		return false
	}
	host := canonical(u.Hostname())
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	address = address.Unmap()
	return address.IsLoopback() || address.IsUnspecified() || address == at.Addr()
}

// marked returns the request with the number of those around it, if it leads to the process itself.
func (o *Own) marked(r *http.Request) *http.Request {
	if o == nil || o.Hops == nil || !o.has(r.URL) {
		return r
	}
	next := *r
	next.Header = r.Header.Clone()
	if next.Header == nil {
		next.Header = http.Header{}
	}
	o.Hops.Mark(next.Header, hops.From(r.Context())+1)
	return &next
}
