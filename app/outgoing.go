package app

import (
	"net/http"
	"net/url"
	"reflect"
	"time"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/jsapi/client"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/jsapi/web/sockets"
	"github.com/fwrun/fwrun/outbound"
)

// outgoing holds the configuration of requests that scripts send.
type outgoing struct {
	connections outbound.Settings // for all of them; without Retries
	fetch       manner
	clients     []namedClient
	untraced    bool
	sockets     sockets.Options // without what opens them
}

// manner holds how requests are sent: by fetch, or by one client.
type manner struct {
	timeout  time.Duration
	maxBytes int64
	retries  outbound.Retries
}

// namedClient is an entry of http.clients.
type namedClient struct {
	manner
	name   string
	base   *url.URL
	header http.Header
}

// transport sends the requests of scripts.
type transport struct{ *outbound.Transport }

// Close closes the idle connections. The others are closed when their requests have ended.
func (t transport) Close() error {
	t.CloseIdleConnections()
	return nil
}

// connect reuses the connections of the generation before if their settings are the same, so that a reload
// closes none of them, or makes a new transport. It opens no connection.
func (g *generation) connect(before *generation) {
	wanted := g.settings.outgoing.connections
	if before != nil && reflect.DeepEqual(before.settings.outgoing.connections, wanted) {
		g.connections = before.connections.Share()
	} else {
		g.connections = share.New(transport{outbound.NewIn(g.own, wanted)})
	}
}

// client returns a client that sends requests in a manner. The name is for metrics.
func (g *generation) client(name string, m manner, peer func(http.RoundTripper) http.RoundTripper) web.Client {
	measured := &outbound.Measured{Transport: peer(g.connections.Of.With(m.retries)), Observe: func(o outbound.Observation) {
		g.metrics.Sent(name, o.Method, o.Status, o.Failure, o.Took)
	}, Sent: g.sentRequest()}
	transport, begin := g.tapedTransport(measured)
	return web.Client{
		HTTP: &http.Client{Transport: transport}, Begin: begin,
		MaxBody: m.maxBytes, Timeout: m.timeout, Retry: outbound.WithRetries, Untraced: g.settings.outgoing.untraced,
	}
}

func anyPeer(t http.RoundTripper) http.RoundTripper { return t }

// fetchClient returns the client of fetch.
func (g *generation) fetchClient() web.Client {
	return g.client("fetch", g.settings.outgoing.fetch, anyPeer)
}

// socketOptions returns the limits of WebSockets and event streams, and the room that those of all VMs have in common.
func (g *generation) socketOptions() sockets.Options {
	g.sockets = sockets.NewRoom()
	limits := g.settings.outgoing.sockets
	limits.Room = g.sockets
	return limits
}

// farewell is how long the end of a generation waits for its WebSockets to say goodbye.
const farewell = 100 * time.Millisecond

// httpClients returns the beans HttpClient: one for any host, and one for each entry of http.clients.
func (g *generation) httpClients() []client.Client {
	list := []client.Client{{Bean: "httpClient", Primary: true, Client: g.fetchClient()}}
	for _, c := range g.settings.outgoing.clients {
		list = append(list, client.Client{
			Bean: c.name + "-client", BaseURL: c.base.String(),
			Client: g.client(c.name, c.manner, func(t http.RoundTripper) http.RoundTripper {
				return &outbound.Peer{Transport: t, Origin: c.base, Header: c.header}
			}),
		})
	}
	return list
}
