package search

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/jsapi/search"
	"github.com/fwrun/fwrun/migrate"
	migration "github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/outbound"
)

// Part is the connections of a generation.
type Part struct {
	settings Settings
	open     *share.Resource[connected] // nil if they are closed
}

// connected are open connections, in the order of the settings.
type connected []Cluster

// Close closes the idle connections.
func (c connected) Close() error {
	for _, one := range c {
		one.Cluster.Close()
	}
	return nil
}

// Open takes over the connections of the generation before if their settings are the same, or makes new ones. It sends nothing.
func Open(s Settings, before *Part) (*Part, error) {
	if before != nil && reflect.DeepEqual(before.settings, s) {
		return &Part{s, before.open.Share()}, nil
	}
	var list connected
	for _, one := range s {
		connection, err := cluster.Connect(one.Settings)
		if err != nil {
			return nil, errors.Join(err, list.Close())
		}
		list = append(list, Cluster{connection, outbound.NewShare(one.Limits)})
	}
	return &Part{s, share.New(list)}, nil
}

// Closed returns a part without connections, for scripts that are only inspected, whatever is wrong with the settings.
func Closed(s Settings) *Part { return &Part{settings: s} }

// Close closes what no other generation uses. It does nothing if p is nil.
func (p *Part) Close() error {
	if p == nil {
		return nil
	}
	return p.open.Release()
}

// All returns the clusters in the order of the settings; none if they are closed.
func (p *Part) All() []Cluster {
	if p.open == nil {
		return nil
	}
	return p.open.Of
}

// Beans returns the connections behind the beans SearchClient. Those of a closed part have none. taped stands before each, to record or to
// replay requests.
func (p *Part) Beans(taped func(*search.Connection)) []search.Connection {
	var list []search.Connection
	for i, s := range p.settings {
		if s.Name == "" {
			continue
		}
		one := search.Connection{Name: s.Name, Primary: i == 0}
		if p.open != nil {
			one.Cluster = p.open.Of[i]
		}
		taped(&one)
		list = append(list, one)
	}
	return list
}

// Targets returns the clusters that migrate.
func (p *Part) Targets(log *slog.Logger) []migrate.Target {
	var targets []migrate.Target
	for i, one := range p.All() {
		if s := p.settings[i]; s.Migrates {
			targets = append(targets, migration.New(one.Cluster, migration.Options{LockTimeout: s.LockTimeout, Log: log}))
		}
	}
	return targets
}

// Cluster is a connection as scripts use it. It implements [search.Cluster].
type Cluster struct {
	*cluster.Cluster
	share *outbound.Share // of what scripts send
}

// Send sends a request of a script as soon as there is a place for it.
func (c Cluster) Send(
	ctx context.Context, method, path string, body []byte, mediaType string, reads bool,
) (status int, answer []byte, err error) {
	leave, err := c.share.Enter(ctx, c.Name(), 0)
	if err != nil {
		return 0, nil, err
	}
	defer leave()
	return c.send(ctx, method, path, body, mediaType, reads)
}

func (c Cluster) send(
	ctx context.Context, method, path string, body []byte, mediaType string, reads bool,
) (status int, answer []byte, err error) {
	a, err := c.Cluster.Send(ctx, cluster.Request{Method: method, Path: path, Body: body, Type: mediaType, Reads: reads})
	if unanswered, ok := errors.AsType[*cluster.UnansweredError](err); ok {
		return 0, nil, fault.New("search.send", fault.Timeout,
			fmt.Sprintf("%s %s of search connection %q was sent and not answered, so it may have taken effect", unanswered.Method, unanswered.Path, c.Name())).
			Because(unanswered.Err)
	}
	if err != nil {
		return 0, nil, err
	}
	return a.Status, a.Body, nil
}

// Health asks the cluster how it is, however many requests of scripts wait.
func (c Cluster) Health(ctx context.Context) (status int, body []byte, err error) {
	return c.send(ctx, http.MethodGet, "/_cluster/health", nil, "", true)
}
