package app

import (
	"testing"
	"time"

	"github.com/fwrun/fwrun/outbound"
)

// TestConnectionsOutliveAReload: connections stay open while their settings have not changed.
func TestConnectionsOutliveAReload(t *testing.T) {
	hosts := func(name string) outbound.Hosts {
		list, err := outbound.ParseHosts([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	generationOf := func(o outgoing, before *generation) *generation {
		g := &generation{settings: settings{outgoing: o}}
		g.connect(before)
		return g
	}
	connections := outbound.Settings{ConnectTimeout: time.Second, Allowed: hosts("a.internal"), CA: []byte("one")}
	first := generationOf(outgoing{connections: connections}, nil)
	for name, c := range map[string]struct {
		next outgoing
		same bool
	}{
		"nothing changed": {outgoing{connections: connections}, true},
		"one request's":   {outgoing{connections: connections, fetch: manner{timeout: time.Second, retries: outbound.Retries{Max: 3}}, untraced: true}, true},
		"a timeout":       {outgoing{connections: outbound.Settings{ConnectTimeout: 2 * time.Second, Allowed: hosts("a.internal"), CA: []byte("one")}}, false},
		"a host":          {outgoing{connections: outbound.Settings{ConnectTimeout: time.Second, Allowed: hosts("b.internal"), CA: []byte("one")}}, false},
		"a certificate":   {outgoing{connections: outbound.Settings{ConnectTimeout: time.Second, Allowed: hosts("a.internal"), CA: []byte("two")}}, false},
	} {
		next := generationOf(c.next, first)
		if got := next.connections == first.connections; got != c.same {
			t.Errorf("%s: the same is %v", name, got)
		}
		next.connections.Release()
	}
	if users := first.connections.Users(); users != 1 {
		t.Errorf("%d generations use them", users)
	}
}
