package cluster

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/opensearch-project/opensearch-go/v4"
	"github.com/opensearch-project/opensearch-go/v4/opensearchtransport"
	"github.com/tidwall/gjson"
)

// Cluster is a connection to a cluster. It is safe for concurrent use.
type Cluster struct {
	name    string
	client  *opensearch.Client
	hosts   *hosts
	secrets secrets
	end     context.CancelFunc
}

// Connect returns a connection. It sends nothing.
func Connect(s Settings) (*Cluster, error) {
	all, wrong := s.parseHosts()
	if wrong != nil {
		return nil, s.mistake(wrong)
	}
	transport, err := newTransport(s)
	if err != nil {
		return nil, err
	}
	hosts := &hosts{
		name: s.Name, all: all, below: transport,
		limits: limits{cmp.Or(s.Timeout, defaultTimeout), cmp.Or(s.ConnectTimeout, defaultConnectTimeout)},
	}
	ctx, end := context.WithCancel(context.Background())
	// Not by opensearch.NewClient, which asks the cluster for its state in the background.
	below, err := opensearchtransport.New(opensearchtransport.Config{
		URLs:     []*url.URL{{Scheme: all[0].url.Scheme, Host: all[0].url.Host}},
		Username: s.Username, Password: s.Password,
		DisableRetry: true, HealthCheck: opensearchtransport.NoOpHealthCheck, MaxRetryClusterHealth: -1,
		Transport: hosts, Context: ctx,
	})
	if err != nil {
		end()
		return nil, err
	}
	client := &opensearch.Client{Transport: below}
	return &Cluster{name: s.Name, client: client, hosts: hosts, secrets: secretsOf(s, all), end: end}, nil
}

// Name returns the connection's name.
func (c *Cluster) Name() string { return c.name }

// Close closes the connections that are idle.
func (c *Cluster) Close() {
	c.end()
	c.hosts.below.CloseIdleConnections()
}

// Request is what is sent.
type Request struct {
	Method string
	Path   string // escaped, with the query
	Body   []byte // nil if there is none
	Type   string // the body's media type; default application/json
	Reads  bool   // it changes nothing although it is neither GET nor HEAD: a search, an _mget
	Text   bool   // its answer may be text instead of JSON: _cat and the like
}

// Answer is what a host said.
type Answer struct {
	Request  Request
	Status   int
	Body     []byte
	Warnings []string // of Warning headers: deprecations

	media   string // the body's media type
	user    string // who asked; empty without a user
	via     string // the host of the proxy in between; empty if there is none
	secrets secrets
}

// Send sends a request. An answer with any status is not an error; see [Answer.Err].
func (c *Cluster) Send(ctx context.Context, r Request) (*Answer, error) {
	if r.Reads {
		ctx = context.WithValue(ctx, reading{}, true)
	}
	request, err := http.NewRequestWithContext(ctx, r.Method, r.Path, http.NoBody)
	if err != nil {
		return nil, err
	}
	if r.Body != nil {
		request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(r.Body)), int64(len(r.Body))
		request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(r.Body)), nil }
		request.Header.Set("Content-Type", cmp.Or(r.Type, "application/json"))
	}
	response, err := c.client.Stream(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	return c.answer(r, response, body), nil
}

func (c *Cluster) answer(r Request, response *http.Response, body []byte) *Answer {
	a := &Answer{
		Request: r, Status: response.StatusCode, Body: body, Warnings: warningsOf(response.Header),
		media: response.Header.Get("Content-Type"), secrets: c.secrets,
	}
	for i := range a.Warnings {
		a.Warnings[i] = c.Hide(a.Warnings[i])
	}
	if sent := response.Request; sent != nil { // what reached the host
		a.user, _, _ = sent.BasicAuth()
		if proxy := c.hosts.proxyOf(sent.URL); proxy != nil {
			a.via = proxy.Host
		}
	}
	return a
}

// Timeout returns the time limit of a request on one host.
func (c *Cluster) Timeout() time.Duration { return c.hosts.limits.answer }

// ChangesNothing reports whether a request may be sent again without a thought.
func (r Request) ChangesNothing() bool {
	return r.Reads || r.Method == http.MethodGet || r.Method == http.MethodHead
}

// OK reports whether the status is 2xx.
func (a *Answer) OK() bool { return a.Status/100 == 2 }

// Get returns a value of the answer's JSON.
func (a *Answer) Get(path string) gjson.Result { return gjson.GetBytes(a.Body, path) }

// warningsOf returns the texts of Warning headers, which have the form 299 <agent> "<text>".
func warningsOf(header http.Header) []string {
	var texts []string
	for _, value := range header.Values("Warning") {
		if _, text, ok := strings.Cut(value, `"`); ok {
			if end := strings.LastIndexByte(text, '"'); end >= 0 {
				text = text[:end]
			}
			texts = append(texts, strings.ReplaceAll(text, `\"`, `"`))
		}
	}
	return texts
}
