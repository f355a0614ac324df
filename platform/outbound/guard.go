package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"time"
)

// PrivateAddressError is the error of a request that was not sent because its host is forbidden.
type PrivateAddressError struct {
	Host    string // as in the request
	Address netip.Addr
}

func (e *PrivateAddressError) Error() string {
	const forbidden = "which http.client.private-addresses forbids"
	if e.Host == e.Address.String() {
		return fmt.Sprintf("%s is a private address, %s", e.Host, forbidden)
	}
	return fmt.Sprintf("%s is the private address %s, %s", e.Host, e.Address, forbidden)
}

// Code returns EPRIVATE. Scripts find it on the error's cause.
func (e *PrivateAddressError) Code() string { return "EPRIVATE" }

// guard dials, except for forbidden addresses.
type guard struct {
	dialer  net.Dialer
	forbids bool
	allowed Hosts
}

func newGuard(s Settings) *guard {
	return &guard{
		dialer:  net.Dialer{Timeout: s.ConnectTimeout, KeepAlive: 30 * time.Second, Resolver: s.resolver},
		forbids: s.ForbidPrivate, allowed: s.Allowed,
	}
}

// dial checks the address that is about to be connected to, whatever its name was.
func (g *guard) dial(ctx context.Context, network, target string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(target)
	if err != nil || !g.forbids || g.allowed.HasName(host) {
		return g.dialer.DialContext(ctx, network, target)
	}
	watched := g.dialer
	watched.Control = func(_, found string, _ syscall.RawConn) error {
		address, err := netip.ParseAddrPort(found)
		if err != nil {
			return err
		}
		return g.check(host, address.Addr())
	}
	conn, err := watched.DialContext(ctx, network, target)
	if refused := new(PrivateAddressError); errors.As(err, &refused) {
		return nil, refused // it is the complete error
	}
	return conn, err
}

func (g *guard) check(host string, address netip.Addr) error {
	if address = address.Unmap(); IsPublic(address) || g.allowed.HasAddress(address) {
		return nil
	}
	return &PrivateAddressError{Host: host, Address: address}
}

// checkHost checks a host that a proxy will dial.
func (g *guard) checkHost(ctx context.Context, host string) error {
	if !g.forbids || g.allowed.HasName(host) {
		return nil
	}
	if address, err := netip.ParseAddr(host); err == nil {
		return g.check(host, address)
	}
	resolver := g.dialer.Resolver
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	addresses, err := resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return err
	}
	for _, address := range addresses {
		if err := g.check(host, address); err != nil {
			return err
		}
	}
	return nil
}
