package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/jsapi/search"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/outbound"
)

// searchClusters are connections to search clusters, in the order of the settings.
type searchClusters []searchCluster

// Close closes the idle connections.
func (s searchClusters) Close() error {
	for _, c := range s {
		c.Close()
	}
	return nil
}

// connectSearch reuses the connections of the generation before if their settings are the same, or makes new ones. It
// sends nothing.
func (g *generation) connectSearch(before *generation) error {
	if before != nil && reflect.DeepEqual(before.settings.search, g.settings.search) {
		g.search = before.search.Share()
		return nil
	}
	var clusters searchClusters
	for _, s := range g.settings.search {
		connected, err := cluster.Connect(s.Settings)
		if err != nil {
			return errors.Join(err, clusters.Close())
		}
		clusters = append(clusters, searchCluster{connected, outbound.NewShare(s.limits)})
	}
	g.search = share.New(clusters)
	return nil
}

// searchConnections returns the beans SearchClient. The first one is primary. There are beans without connections, too,
// so that scripts can be checked although a setting is wrong.
func (g *generation) searchConnections() []search.Connection {
	var list []search.Connection
	for i, s := range g.settings.search {
		if s.Name == "" {
			continue
		}
		one := search.Connection{Name: s.Name, Primary: i == 0}
		if g.search != nil {
			one.Cluster = g.search.Of[i]
			g.tapedCluster(&one)
		}
		list = append(list, one)
	}
	return list
}

// searchCluster is a cluster as scripts use it. It implements [search.Cluster].
type searchCluster struct {
	*cluster.Cluster
	share *outbound.Share // of what scripts send
}

// Send sends a request of a script as soon as there is a place for it.
func (c searchCluster) Send(
	ctx context.Context, method, path string, body []byte, mediaType string, reads bool,
) (status int, answer []byte, err error) {
	leave, err := c.share.Enter(ctx, c.Name(), 0)
	if err != nil {
		return 0, nil, err
	}
	defer leave()
	return c.send(ctx, method, path, body, mediaType, reads)
}

func (c searchCluster) send(
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

// health asks the cluster how it is, however many requests of scripts wait.
func (c searchCluster) health(ctx context.Context) (status int, body []byte, err error) {
	return c.send(ctx, http.MethodGet, "/_cluster/health", nil, "", true)
}
