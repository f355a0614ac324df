package oidc

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/tokens"
)

// Attempt is a log-in that has begun. It is kept where only the browser that has begun it gets at it.
type Attempt struct {
	State    string `json:"state"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"` // of PKCE
	Redirect string `json:"redirect"` // to where the provider sends the browser back
}

// Identity is who has logged in, as the provider says.
type Identity struct {
	Subject string
	Session string // the provider's, by its claim sid; empty if it has none
	Token   string // the id token
	Claims  string // those of the id token, as JSON
}

// Begin begins a log-in, and returns the address to which the browser goes now.
func (p *Provider) Begin(ctx context.Context, redirect string) (a Attempt, address string, err error) {
	m, err := p.metadata(ctx)
	if err != nil {
		return a, "", err
	}
	a = Attempt{State: randomText(), Nonce: randomText(), Verifier: oauth2.GenerateVerifier(), Redirect: redirect}
	return a, p.exchanger(m, redirect).AuthCodeURL(a.State, oidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)), nil
}

func randomText() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails: a system without randomness ends the process
	return base64.RawURLEncoding.EncodeToString(b)
}

// CheckIssuer refuses an answer that another provider has given (RFC 9207); iss is empty if the answer names no provider.
func (p *Provider) CheckIssuer(ctx context.Context, iss string) error {
	m, err := p.metadata(ctx)
	switch {
	case err != nil:
		return err
	case iss == "" && m.SaysIssuer:
		return &security.BadCredentials{Public: "the answer does not say which provider has given it"}
	case iss != "" && iss != m.Issuer:
		return &security.BadCredentials{Public: "another provider has given the answer"}
	}
	return nil
}

// Finish exchanges the code with which the browser has come back for an id token, and checks that.
func (p *Provider) Finish(ctx context.Context, a Attempt, code string) (*Identity, error) {
	m, err := p.metadata(ctx)
	if err != nil {
		return nil, err
	}
	answer, err := p.exchanger(m, a.Redirect).Exchange(oidc.ClientContext(ctx, p.client), code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return nil, p.notExchanged(err)
	}
	text, _ := answer.Extra("id_token").(string)
	if text == "" {
		return nil, &security.BadCredentials{
			Public: "the provider did not say who has logged in",
			Err:    errors.New("there is no id token; is openid among the scopes?"),
		}
	}
	keys := &witness{of: m.keys.OwnSignatures()}
	token, err := p.verifier(m, keys).Verify(ctx, text)
	if err != nil {
		return nil, p.notVerified(keys.explain(err))
	}
	return p.identify(a, token, text)
}

// verifier checks tokens of the provider for this client.
func (p *Provider) verifier(m *metadata, keys oidc.KeySet) *oidc.IDTokenVerifier {
	return oidc.NewVerifier(m.Issuer, keys, &oidc.Config{ClientID: p.options.ClientID, SupportedSigningAlgs: tokens.Algorithms(), Now: p.options.Now})
}

// witness is an oidc.KeySet that remembers why a signature could not be checked, which errors of the library do not carry.
type witness struct {
	of  tokens.Signatures
	err error
}

// VerifySignature implements oidc.KeySet.
func (w *witness) VerifySignature(ctx context.Context, text string) (payload []byte, err error) {
	payload, w.err = w.of.VerifySignature(ctx, text)
	return payload, w.err
}

// explain returns what was wrong with the signature, or else with the token.
func (w *witness) explain(err error) error { return cmp.Or(w.err, err) }

// notExchanged says why a code was not exchanged. What the provider writes is not part of it, but for the code of its error.
func (p *Provider) notExchanged(err error) error {
	refused, ok := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case !ok:
		return p.unavailable(err)
	case refused.Response.StatusCode >= 500:
		return p.unavailable(fmt.Errorf("status %d", refused.Response.StatusCode))
	}
	return &security.BadCredentials{
		Public: "the provider did not take the code; begin again",
		Err:    fmt.Errorf("status %d, error %s", refused.Response.StatusCode, cmp.Or(ErrorCode(refused.ErrorCode), "unknown")),
	}
}

// notVerified says why a token is not good, or that nobody can tell.
func (p *Provider) notVerified(err error) error {
	if fault.KindOf(err) == fault.Unavailable {
		return p.unavailable(err)
	}
	return &security.BadCredentials{Public: "the provider's token is not valid", Err: err}
}

// identify returns whose an id token is that was verified.
func (p *Provider) identify(a Attempt, token *oidc.IDToken, text string) (*Identity, error) {
	var claims struct {
		Session string `json:"sid"`
		Party   string `json:"azp"`
	}
	var all json.RawMessage
	err := errors.Join(token.Claims(&claims), token.Claims(&all))
	switch {
	case err != nil:
	case subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(a.Nonce)) != 1:
		err = errors.New("its nonce is not the one that was sent")
	case token.Subject == "":
		err = errors.New("it has no sub")
	case token.IssuedAt.IsZero() || token.IssuedAt.After(p.options.Now().Add(skew)):
		err = errors.New("it was not issued yet")
	case claims.Party != "" && claims.Party != p.options.ClientID:
		err = errors.New("it was issued to another client")
	}
	if err != nil {
		return nil, p.notVerified(err)
	}
	return &Identity{Subject: token.Subject, Session: claims.Session, Token: text, Claims: string(all)}, nil
}

// ErrorCode returns the code of a provider's error, or nothing if it is none: codes are words of letters, digits and underscores, and what
// is anything else is nobody's to read.
func ErrorCode(text string) string {
	if text == "" || len(text) > 60 {
		return ""
	}
	for _, c := range []byte(text) {
		if c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return ""
		}
	}
	return text
}
