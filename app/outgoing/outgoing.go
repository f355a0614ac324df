package outgoing

import (
	"context"
	"net/http"
	"reflect"
	"time"

	"github.com/fwrun/fwrun/app/share"
	"github.com/fwrun/fwrun/jsapi/client"
	"github.com/fwrun/fwrun/jsapi/node/tcp"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/jsapi/web/sockets"
	"github.com/fwrun/fwrun/platform/outbound"
	"github.com/fwrun/fwrun/platform/telemetry"
)

// Part is what a generation of an application sends requests with.
type Part struct {
	settings    Settings
	connections *share.Resource[transport]
	room        *sockets.Room // of the WebSockets of this generation
}

// transport sends the requests of scripts.
type transport struct{ *outbound.Transport }

// Close closes the idle connections. The others are closed when their requests have ended.
func (t transport) Close() error {
	t.CloseIdleConnections()
	return nil
}

// Open reuses the connections of the part before, which may be nil, if their settings are the same, so that a reload closes none of
// them, or makes a new transport for a process. It opens no connection.
func Open(settings Settings, own *outbound.Own, before *Part) *Part {
	p := &Part{settings: settings, room: sockets.NewRoom()}
	if before != nil && reflect.DeepEqual(before.settings.Connections, settings.Connections) {
		p.connections = before.connections.Share()
	} else {
		p.connections = share.New(transport{outbound.NewIn(own, settings.Connections)})
	}
	return p
}

// farewell is how long Close waits for WebSockets to say goodbye.
const farewell = 100 * time.Millisecond

// Close is called when no script runs any more. It closes idle connections, unless another generation uses them. It does nothing if p is nil.
func (p *Part) Close() error {
	if p == nil {
		return nil
	}
	p.room.Close(farewell)
	return p.connections.Release()
}

// Observers are what sees the requests.
type Observers struct {
	Metrics *telemetry.Metrics
	Sent    func(*http.Request, time.Time, outbound.Observation) // may be nil

	// Taped returns what stands before a transport, to record or to replay requests, and what begins one; that may be nil.
	Taped func(http.RoundTripper) (transport http.RoundTripper, begin func(context.Context) context.Context)
}

// Fetch returns the client of fetch.
func (p *Part) Fetch(by Observers) web.Client {
	return p.client("fetch", p.settings.fetch, by, anyPeer)
}

func anyPeer(t http.RoundTripper) http.RoundTripper { return t }

// client returns a client that sends requests in a manner. The name is for metrics.
func (p *Part) client(name string, m manner, by Observers, peer func(http.RoundTripper) http.RoundTripper) web.Client {
	measured := &outbound.Measured{Transport: peer(p.connections.Of.With(m.retries)), Observe: func(o outbound.Observation) {
		by.Metrics.Sent(name, o.Method, o.Status, o.Failure, o.Took)
	}, Sent: by.Sent}
	transport, begin := by.Taped(measured)
	return web.Client{
		HTTP: &http.Client{Transport: transport}, Begin: begin,
		MaxBody: m.maxBytes, Timeout: m.timeout, Retry: outbound.WithRetries, Untraced: p.settings.untraced,
		Trust: func(ctx context.Context, trust web.Trust) context.Context {
			return outbound.WithTrust(ctx, outbound.Trust(trust))
		},
	}
}

// Clients returns the beans HttpClient: one for any host, and one for each entry of http.clients.
func (p *Part) Clients(by Observers) []client.Client {
	list := []client.Client{{Bean: "httpClient", Primary: true, Client: p.Fetch(by)}}
	for _, c := range p.settings.clients {
		list = append(list, client.Client{
			Bean: c.name + "-client", BaseURL: c.base.String(),
			Client: p.client(c.name, c.manner, by, func(t http.RoundTripper) http.RoundTripper {
				return &outbound.Peer{Transport: t, Origin: c.base, Header: c.header}
			}),
		})
	}
	return list
}

// Sockets returns the limits of WebSockets and event streams, and the room that those of all VMs have in common.
func (p *Part) Sockets() sockets.Options {
	limits := p.settings.sockets
	limits.Room = p.room
	return limits
}

// TCP returns what the sockets of node:net and node:tls connect by: the connections and limits of requests. They are measured as requests
// with the method CONNECT of the client net.
func (p *Part) TCP(by Observers) tcp.Options {
	through := p.connections.Of
	return tcp.Options{TLS: through.TLS, Dial: outbound.Measure(through.Dial, func(o outbound.Observation) {
		by.Metrics.Sent("net", o.Method, o.Status, o.Failure, o.Took)
	})}
}
