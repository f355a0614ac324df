package oidc

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security/tokens"
)

// patience is how long a request to a provider may take.
const patience = 10 * time.Second

// How long it is remembered what a provider says of itself, and for how long a provider that could not say it again is left alone.
const (
	maxAge   = time.Hour
	minPause = time.Minute
)

// Options name a provider, and the application as the provider knows it.
type Options struct {
	Issuer       string // its URL, exactly as its tokens have it
	ClientID     string
	ClientSecret string   // empty for a client without a secret
	Scopes       []string // with openid

	Transport http.RoundTripper
	Now       func() time.Time
	Failed    func(error) // called when the provider could not be asked and what is known of it stays
}

// Provider is a provider of OpenID Connect. Its methods may be called by several goroutines.
type Provider struct {
	options Options
	client  *http.Client

	mu     sync.Mutex
	known  *metadata     // nil until the provider has said who it is
	fresh  time.Time     // until when that need not be asked again
	failed error         // why the provider could not be asked last
	asking chan struct{} // closed when it has answered; nil if it is not being asked
}

// New returns a provider, which is not asked for anything yet.
func New(o Options) *Provider {
	return &Provider{options: o, client: newClient(o.Transport)}
}

// metadata returns what the provider says of itself. Requests that need it at the same time ask once.
func (p *Provider) metadata(ctx context.Context) (*metadata, error) {
	p.mu.Lock()
	if p.known != nil && p.options.Now().Before(p.fresh) {
		defer p.mu.Unlock()
		return p.known, nil
	}
	if p.asking == nil {
		p.asking = make(chan struct{})
		go p.ask(p.asking, p.known)
	}
	answered := p.asking
	p.mu.Unlock()
	select {
	case <-answered:
	case <-ctx.Done():
		return nil, p.unavailable(ctx.Err())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		return nil, p.unavailable(p.failed)
	}
	return p.known, nil
}

// ask asks the provider. It does not belong to a request: the first that needed it may be canceled.
func (p *Provider) ask(done chan struct{}, before *metadata) {
	found, err := p.discover(context.Background())
	if err != nil {
		err = fmt.Errorf("the provider %s: %w", p.options.Issuer, err)
		p.options.Failed(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed = err; err == nil {
		found.keys = p.keysOf(found.JWKS, before)
		p.known, p.fresh = found, p.options.Now().Add(maxAge)
	} else {
		p.fresh = p.options.Now().Add(minPause) // of use only if something is known
	}
	p.asking = nil
	close(done)
}

// keysOf returns the keys at a URL: those that are known, if they are from there.
func (p *Provider) keysOf(url string, before *metadata) *tokens.KeySet {
	if before != nil && before.JWKS == url {
		return before.keys
	}
	return tokens.NewKeySet(url, p.client, p.options.Now, p.options.Failed)
}

func (p *Provider) unavailable(cause error) error {
	return fault.New("oidc.Provider", fault.Unavailable, "the provider cannot be reached").Because(cause)
}
