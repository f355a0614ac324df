package search

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/outbound"
	"github.com/fwrun/fwrun/tests/ports"
)

// TestTakingOver: connections to clusters stay open while their settings have not changed, for the last that uses them.
func TestTakingOver(t *testing.T) {
	connection := func(timeout time.Duration) Settings {
		return Settings{{Settings: cluster.Settings{Name: "main", Hosts: []string{"http://127.0.0.1:1"}, Timeout: timeout}}}
	}
	open := func(s Settings, before *Part) *Part {
		c, err := Open(s, before)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := open(connection(time.Second), nil)
	for name, c := range map[string]struct {
		next Settings
		same bool
	}{
		"nothing changed": {connection(time.Second), true},
		"a timeout":       {connection(2 * time.Second), false},
		"one more":        {append(connection(time.Second), connection(time.Second)...), false},
		"none":            {nil, false},
	} {
		next := open(c.next, first)
		if got := next.open == first.open; got != c.same || len(next.All()) != len(c.next) {
			t.Errorf("%s: the same is %v, of %d connections", name, got, len(next.All()))
		}
		if users := first.open.Users(); users != 1 && !c.same || users != 2 && c.same {
			t.Errorf("%s: %d generations use the connections before", name, users)
		}
		if err := next.Close(); err != nil {
			t.Error(err)
		}
	}
	if users := first.open.Users(); users != 1 {
		t.Errorf("%d generations use them", users)
	}
}

// TestNothingIsOpened: scripts that are only inspected have beans without connections, even if a connection could not be made.
func TestNothingIsOpened(t *testing.T) {
	wrong := Settings{{Settings: cluster.Settings{Name: "main", Hosts: []string{"nowhere"}}, Migrates: true}, {}}
	if c, err := Open(wrong, nil); err == nil {
		t.Errorf("it was opened: %v", c)
	}
	c := Closed(wrong)
	if beans := c.Beans(tape.Deck{}.Cluster); len(beans) != 1 || !beans[0].Primary || beans[0].Cluster != nil {
		t.Errorf("the beans are %+v", beans)
	}
	if len(c.All()) > 0 || len(c.Targets(slog.New(slog.DiscardHandler))) > 0 {
		t.Error("there are connections")
	}
	if err := errors.Join(c.Close(), (*Part)(nil).Close()); err != nil {
		t.Error(err)
	}
}

// TestTargets: what is migrated has its migrations turned on.
func TestTargets(t *testing.T) {
	of := func(name string, migrates bool) Connection {
		return Connection{Settings: cluster.Settings{Name: name, Hosts: []string{"http://127.0.0.1:1"}}, Migrates: migrates}
	}
	c, err := Open(Settings{of("silent", false), of("logs", true)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	targets := c.Targets(slog.New(slog.DiscardHandler))
	if len(targets) != 1 || targets[0].Name() != "logs" {
		t.Errorf("%v", targets)
	}
}

// TestFailures: a request without an answer has a kind that edges know, and its text has no address.
func TestFailures(t *testing.T) {
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
		main := Cluster{connection, outbound.NewShare(outbound.Limits{})}
		_, _, err = main.Send(t.Context(), "POST", "/p/_doc?routing=x", []byte("{}"), "application/json", c.read)
		failed, ok := errors.AsType[*fault.Error](err)
		if !ok || failed.Kind != c.kind || failed.Public != c.text {
			t.Errorf("%s: got %#v", c.host, err)
		}
	}
}
