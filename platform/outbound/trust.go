package outbound

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/http"
	"sync"
)

// Trust is what one request trusts and shows instead of what the settings say. It is in PEM.
type Trust struct {
	CA               string // the authorities that are trusted, and no others; empty for those of the settings
	Certificate, Key string // what the client shows
	ServerName       string // instead of the host's
	Insecure         bool   // any certificate will do, if the settings say so, too
}

type trustKey struct{}

// WithTrust returns a context whose requests have a Trust.
func WithTrust(ctx context.Context, trust Trust) context.Context {
	if trust == (Trust{}) {
		return ctx
	}
	return context.WithValue(ctx, trustKey{}, trust)
}

// maxTrusts is how many kinds of connections with a Trust are kept at a time.
const maxTrusts = 16

// trusting makes the transports for each Trust, which share what limits connections.
type trusting struct {
	settings Settings
	make     func(*tls.Config) transports

	mu    sync.Mutex
	made  map[Trust]transports
	order []Trust // the oldest first
}

// transports send requests directly, and through the proxy.
type transports struct{ direct, proxied *http.Transport }

func (t transports) closeIdle() {
	t.direct.CloseIdleConnections()
	t.proxied.CloseIdleConnections()
}

// of returns the transports for a request; usual are those for requests without a Trust.
func (t *trusting) of(ctx context.Context, usual transports) (transports, error) {
	trust, ok := ctx.Value(trustKey{}).(Trust)
	if !ok {
		return usual, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if found, ok := t.made[trust]; ok {
		return found, nil
	}
	config, err := trust.config(t.settings)
	if err != nil {
		return transports{}, err
	}
	if len(t.order) == maxTrusts {
		t.made[t.order[0]].closeIdle()
		delete(t.made, t.order[0])
		t.order = t.order[1:]
	}
	if t.made == nil {
		t.made = map[Trust]transports{}
	}
	made := t.make(config)
	t.made[trust], t.order = made, append(t.order, trust)
	return made, nil
}

func (t *trusting) closeIdle() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, made := range t.made {
		made.closeIdle()
	}
}

func (t Trust) config(s Settings) (*tls.Config, error) {
	if t.Insecure && !s.Insecure {
		return nil, errors.New("a request may not accept every certificate: give it the ca, set http.client.tls.ca, " +
			"or, for tests, http.client.tls.insecure")
	}
	config := s.tls()
	if config == nil {
		config = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	config.ServerName = t.ServerName
	if t.CA != "" {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM([]byte(t.CA)) {
			return nil, errors.New("the ca of the request has no certificate in PEM")
		}
	}
	if t.Certificate != "" {
		own, err := tls.X509KeyPair([]byte(t.Certificate), []byte(t.Key))
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{own}
	}
	return config, nil
}
