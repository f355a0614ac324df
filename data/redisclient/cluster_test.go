package redisclient

import (
	"net"
	"testing"
)

// closes is a connection that notes that it was closed.
type closes struct {
	net.Conn
	closed bool
}

func (c *closes) Close() error {
	c.closed = true
	return nil
}

// TestServersThatLeave: connections to a server that a cluster does not have any more are closed, those in use when they are given back.
func TestServersThatLeave(t *testing.T) {
	c := newCluster(&options{Addrs: []string{"named:1"}, PoolSize: 2})
	idle, used := map[string]*closes{}, map[string]*closes{}
	giveBack := func() {}
	for _, address := range []string{"named:1", "stays:1", "leaves:1"} {
		p, err := c.server(address)
		if err != nil {
			t.Fatal(err)
		}
		idle[address], used[address] = &closes{}, &closes{}
		for range 2 {
			p.room <- struct{}{}
		}
		p.put(&conn{Conn: idle[address]})
		before := giveBack
		giveBack = func() { before(); p.put(&conn{Conn: used[address]}) }
	}
	c.learn([]slots{{0, mostSlots - 1, "stays:1"}})
	for address, one := range idle {
		if one.closed != (address == "leaves:1") || used[address].closed {
			t.Errorf("%s: closed: idle %t, in use %t", address, one.closed, used[address].closed)
		}
	}
	giveBack()
	for address, one := range used {
		if one.closed != (address == "leaves:1") {
			t.Errorf("%s: closed: %t", address, one.closed)
		}
	}
}
