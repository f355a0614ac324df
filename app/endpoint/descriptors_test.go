package endpoint

import (
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/outbound"
)

// TestFilesAreShared: connections of clients and requests of scripts fit into the files that the process may open, and half of what the
// application takes is left to others than itself.
func TestFilesAreShared(t *testing.T) {
	props, problems := config.Load(fstest.MapFS{}, config.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for name, c := range map[string]struct {
		limit    uint64
		host     host.Settings
		outgoing outbound.Settings
		others   uint64
		clients  int
		want     outbound.Settings
		warnings int
	}{
		"no limit": {
			host: host.Settings{MaxConnections: 10_000, MaxPerClient: 256}, clients: 10_000,
			want: outbound.Settings{MaxInFlight: 8192, MaxIdle: 4096, MaxOwn: 128},
		},
		"few files": {
			limit: 864, host: host.Settings{MaxConnections: 10_000}, clients: 600, warnings: 1,
			want: outbound.Settings{MaxInFlight: 100, MaxIdle: 50, MaxOwn: 300},
		},
		"and others": {
			limit: 964, others: 100, host: host.Settings{MaxConnections: 10_000}, clients: 600, warnings: 1,
			want: outbound.Settings{MaxInFlight: 100, MaxIdle: 50, MaxOwn: 300},
		},
		"hardly any": {
			limit: 20, host: host.Settings{MaxConnections: 4, MaxPerClient: 1}, clients: 4,
			want: outbound.Settings{MaxInFlight: 4, MaxIdle: 2, MaxOwn: 1},
		},
		"chosen": {
			limit: 864, host: host.Settings{MaxConnections: 10}, clients: 10,
			outgoing: outbound.Settings{MaxInFlight: 60, MaxPerHost: 60, MaxIdle: 7},
			want:     outbound.Settings{MaxInFlight: 60, MaxPerHost: 60, MaxIdle: 7, MaxOwn: 5},
		},
		"too many": {
			limit: 864, host: host.Settings{MaxConnections: 10}, clients: 10, warnings: 1,
			outgoing: outbound.Settings{MaxInFlight: 101},
			want:     outbound.Settings{MaxInFlight: 100, MaxIdle: 50, MaxOwn: 5},
		},
		"more than by default": {
			host: host.Settings{MaxConnections: 10}, clients: 10, outgoing: outbound.Settings{MaxInFlight: 10_000},
			want: outbound.Settings{MaxInFlight: 10_000, MaxIdle: 5000, MaxOwn: 5},
		},
	} {
		server, got := c.host, c.outgoing
		warnings := Fit(props.Reader(), c.limit, c.others, &server, &got)
		if got.MaxInFlight != c.want.MaxInFlight || got.MaxPerHost != c.want.MaxPerHost || got.MaxIdle != c.want.MaxIdle || got.MaxOwn != c.want.MaxOwn {
			t.Errorf("%s: %d in flight, %d to one host, %d to itself, %d idle; want %d, %d, %d, %d", name,
				got.MaxInFlight, got.MaxPerHost, got.MaxOwn, got.MaxIdle, c.want.MaxInFlight, c.want.MaxPerHost, c.want.MaxOwn, c.want.MaxIdle)
		}
		if server.MaxConnections != c.clients || len(warnings) != c.warnings {
			t.Errorf("%s: %d connections, want %d; warnings: %v", name, server.MaxConnections, c.clients, warnings)
		}
	}
}
