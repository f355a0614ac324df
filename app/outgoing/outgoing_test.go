package outgoing

import (
	"context"
	"net/http"
	"testing"
	"testing/fstest"
	"time"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/outbound"
	"github.com/fwrun/fwrun/platform/telemetry"
)

// TestOpen: connections stay open while their settings have not changed, whatever else has, and each generation has sockets of its own.
func TestOpen(t *testing.T) {
	hosts := func(name string) outbound.Hosts {
		list, err := outbound.ParseHosts([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	own := new(outbound.Own)
	const second = time.Second
	connections := outbound.Settings{ConnectTimeout: time.Second, Allowed: hosts("a.internal"), CA: []byte("one")}
	first := Open(Settings{Connections: connections}, own, nil)
	for name, c := range map[string]struct {
		next Settings
		same bool
	}{
		"nothing changed": {Settings{Connections: connections}, true},
		"one request's":   {Settings{Connections: connections, fetch: manner{timeout: time.Second}, untraced: true}, true},
		"a timeout":       {Settings{Connections: outbound.Settings{ConnectTimeout: 2 * second, Allowed: hosts("a.internal"), CA: []byte("one")}}, false},
		"a host":          {Settings{Connections: outbound.Settings{ConnectTimeout: second, Allowed: hosts("b.internal"), CA: []byte("one")}}, false},
		"a certificate":   {Settings{Connections: outbound.Settings{ConnectTimeout: time.Second, Allowed: hosts("a.internal"), CA: []byte("two")}}, false},
	} {
		next := Open(c.next, own, first)
		if got := next.connections == first.connections; got != c.same {
			t.Errorf("%s: the same is %v", name, got)
		}
		if next.room == first.room {
			t.Errorf("%s: the sockets of both have a room in common", name)
		}
		if err := next.Close(); err != nil {
			t.Error(err)
		}
		if next.connections.Users() != map[bool]int{true: 1}[c.same] {
			t.Errorf("%s: %d generations use them", name, next.connections.Users())
		}
	}
	if err := (*Part)(nil).Close(); err != nil {
		t.Error(err)
	}
}

// TestClients: each entry has a bean that sends in its own manner, and all of them are recorded and counted.
func TestClients(t *testing.T) {
	const text = `http:
  client: { timeout: 3s, trace: false }
  clients:
    billing: { base-url: 'https://a.example.com/v1/', timeout: 1s }
    stock: { base-url: 'https://b.example.com' }
`
	props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(text)}}, config.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	r := props.Reader()
	part := Open(Read(r, t.TempDir()), new(outbound.Own), nil)
	if problems := r.Problems(); len(problems) > 0 {
		t.Fatal(problems)
	}
	taped := 0
	through := func(t http.RoundTripper) (http.RoundTripper, func(context.Context) context.Context) {
		taped++
		return t, nil
	}
	by := Observers{Metrics: telemetry.New(telemetry.Options{}), Taped: through}
	list := part.Clients(by)
	want := []struct {
		bean, base string
		timeout    time.Duration
	}{
		{"httpClient", "", 3 * time.Second},
		{"billing-client", "https://a.example.com/v1", time.Second},
		{"stock-client", "https://b.example.com", 3 * time.Second},
	}
	if len(list) != len(want) || taped != len(want) {
		t.Fatalf("%d clients, %d of them recorded", len(list), taped)
	}
	for i, w := range want {
		if c := list[i]; c.Bean != w.bean || c.BaseURL != w.base || c.Client.Timeout != w.timeout || !c.Client.Untraced || c.Primary != (i == 0) {
			t.Errorf("%+v, want %+v", c, w)
		}
	}
}
