package app

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/outbound"
	"github.com/fwrun/fwrun/tests/ports"
)

// TestSearchConnectionsOutliveAReload: connections to clusters stay open while their settings have not changed.
func TestSearchConnectionsOutliveAReload(t *testing.T) {
	connection := func(timeout time.Duration) []searchConnection {
		return []searchConnection{{Settings: cluster.Settings{Name: "main", Hosts: []string{"http://127.0.0.1:1"}, Timeout: timeout}}}
	}
	generationOf := func(s []searchConnection, before *generation) *generation {
		g := &generation{settings: settings{search: s}}
		if err := g.connectSearch(before); err != nil {
			t.Fatal(err)
		}
		return g
	}
	first := generationOf(connection(time.Second), nil)
	for name, c := range map[string]struct {
		next []searchConnection
		same bool
	}{
		"nothing changed": {connection(time.Second), true},
		"a timeout":       {connection(2 * time.Second), false},
		"one more":        {append(connection(time.Second), connection(time.Second)...), false},
		"none":            {nil, false},
	} {
		next := generationOf(c.next, first)
		if got := next.search == first.search; got != c.same {
			t.Errorf("%s: the same is %v", name, got)
		}
		_ = next.search.Release()
	}
	if users := first.search.Users(); users != 1 {
		t.Errorf("%d generations use them", users)
	}
}

// TestSearchFailures: a request without an answer has a kind that edges know, and its text has no address.
func TestSearchFailures(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer server.Close()
	port, err := ports.Free()
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://127.0.0.1:" + port
	for _, c := range []struct {
		host string
		read bool
		kind fault.Kind
		text string
	}{
		{server.URL, false, fault.Timeout, `POST /p/_doc of search connection "main" was sent and not answered, so it may have taken effect`},
		{server.URL, true, fault.Unavailable, `no host of search connection "main" answered`},
		{closed, false, fault.Unavailable, `no host of search connection "main" can be reached`},
	} {
		connection, err := cluster.Connect(cluster.Settings{Name: "main", Hosts: []string{c.host}})
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		_, _, err = searchCluster{connection, outbound.NewShare(outbound.Limits{})}.Send(t.Context(), "POST", "/p/_doc?routing=x", []byte("{}"), "application/json", c.read)
		failed, ok := errors.AsType[*fault.Error](err)
		if !ok || failed.Kind != c.kind || failed.Public != c.text {
			t.Errorf("%s: got %#v", c.host, err)
		}
	}
}
