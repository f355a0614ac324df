package oidc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/oauth2"

	"github.com/fwrun/fwrun/security/tokens"
)

// metadata is what a provider says of itself (OpenID Connect Discovery 1.0, 3).
type metadata struct {
	Issuer        string   `json:"issuer"`
	Authorization string   `json:"authorization_endpoint"`
	Token         string   `json:"token_endpoint"`
	EndSession    string   `json:"end_session_endpoint"` // empty if there is none
	JWKS          string   `json:"jwks_uri"`
	ClientBy      []string `json:"token_endpoint_auth_methods_supported"`
	SaysIssuer    bool     `json:"authorization_response_iss_parameter_supported"` // RFC 9207

	keys *tokens.KeySet
}

// discover asks the provider who it is.
func (p *Provider) discover(ctx context.Context) (*metadata, error) {
	b, err := tokens.Fetch(ctx, p.client, strings.TrimSuffix(p.options.Issuer, "/")+"/.well-known/openid-configuration", "application/json")
	if err != nil {
		return nil, fmt.Errorf("its configuration: %w", err)
	}
	found := &metadata{}
	if err := json.Unmarshal(b, found); err != nil {
		return nil, fmt.Errorf("its configuration cannot be read: %w", err)
	}
	return found, found.check(p.options.Issuer)
}

// check says what is wrong with what a provider says of itself.
func (m *metadata) check(issuer string) error {
	if m.Issuer != issuer {
		return fmt.Errorf("it calls itself %q: write the issuer exactly like that", m.Issuer)
	}
	for name, address := range map[string]string{"authorization_endpoint": m.Authorization, "token_endpoint": m.Token, "jwks_uri": m.JWKS} {
		if err := checkEndpoint(issuer, address); err != nil {
			return fmt.Errorf("its %s %w", name, err)
		}
	}
	if m.EndSession != "" {
		if err := checkEndpoint(issuer, m.EndSession); err != nil {
			return fmt.Errorf("its end_session_endpoint %w", err)
		}
	}
	return nil
}

// checkEndpoint refuses addresses that are not URLs for requests, and connections that are not encrypted where those to the issuer are.
func checkEndpoint(issuer, address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.Fragment != "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http":
		return errors.New("is not a URL")
	case u.Scheme == "http" && strings.HasPrefix(issuer, "https:"):
		return errors.New("is not encrypted")
	}
	return nil
}

// exchanger returns what exchanges codes. It proves to the provider who the client is in one way only: a code can be used once.
func (p *Provider) exchanger(m *metadata, redirect string) *oauth2.Config {
	style := oauth2.AuthStyleInHeader // what holds if a provider does not say
	if len(m.ClientBy) > 0 && !slices.Contains(m.ClientBy, "client_secret_basic") || p.options.ClientSecret == "" {
		style = oauth2.AuthStyleInParams
	}
	return &oauth2.Config{
		ClientID: p.options.ClientID, ClientSecret: p.options.ClientSecret, Scopes: p.options.Scopes, RedirectURL: redirect,
		Endpoint: oauth2.Endpoint{AuthURL: m.Authorization, TokenURL: m.Token, AuthStyle: style},
	}
}
