package app

import (
	"net/http"
	"net/url"
	"reflect"
	"time"

	"github.com/fwrun/fwrun/jsapi/client"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/outbound"
)

// outgoing is what the configuration says of requests that scripts send.
type outgoing struct {
	connections outbound.Settings // of all of them; without Retries
	fetch       manner
	clients     []namedClient
	untraced    bool
}

// manner is how requests are sent: those of fetch, or of one client.
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

// transport carries the requests of scripts.
type transport struct{ *outbound.Transport }

// Close closes the connections that are idle. The others close when their requests have ended.
func (t transport) Close() error {
	t.CloseIdleConnections()
	return nil
}

// connect takes the connections of the generation before when it wants them the same, so that a reload costs
// none of them, or makes new ones. It opens nothing.
func (g *generation) connect(before *generation) {
	wanted := g.settings.outgoing.connections
	if before != nil && reflect.DeepEqual(before.settings.outgoing.connections, wanted) {
		g.connections = before.connections.share()
	} else {
		g.connections = sharing(transport{outbound.New(wanted)})
	}
}

// client is how scripts send in a manner.
func (g *generation) client(m manner, peer func(http.RoundTripper) http.RoundTripper) web.Client {
	return web.Client{
		HTTP:    &http.Client{Transport: peer(g.connections.of.With(m.retries))},
		MaxBody: m.maxBytes, Timeout: m.timeout, Retry: outbound.WithRetries, Untraced: g.settings.outgoing.untraced,
	}
}

func anyPeer(t http.RoundTripper) http.RoundTripper { return t }

// fetchClient is how fetch sends.
func (g *generation) fetchClient() web.Client { return g.client(g.settings.outgoing.fetch, anyPeer) }

// httpClients are the beans HttpClient: one for any host, and one for each of http.clients.
func (g *generation) httpClients() []client.Client {
	list := []client.Client{{Bean: "httpClient", Primary: true, Client: g.fetchClient()}}
	for _, c := range g.settings.outgoing.clients {
		list = append(list, client.Client{
			Bean: c.name + "-client", BaseURL: c.base.String(),
			Client: g.client(c.manner, func(t http.RoundTripper) http.RoundTripper {
				return &outbound.Peer{Transport: t, Origin: c.base, Header: c.header}
			}),
		})
	}
	return list
}
