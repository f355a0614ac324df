package oidc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/fwrun/fwrun/security/tokens"
)

// How clocks may differ, and how old a logout token may be, whatever its end.
const (
	skew      = time.Minute
	oldLogout = time.Hour
)

// EndSession returns the address at which the provider ends its own session, and sends the browser back; empty if it has none.
func (p *Provider) EndSession(ctx context.Context, token, back string) (string, error) {
	m, err := p.metadata(ctx)
	if err != nil || m.EndSession == "" {
		return "", err
	}
	u, err := url.Parse(m.EndSession)
	if err != nil {
		return "", err
	}
	query := u.Query()
	query.Set("client_id", p.options.ClientID)
	query.Set("post_logout_redirect_uri", back)
	if token != "" {
		query.Set("id_token_hint", token)
	}
	u.RawQuery = query.Encode()
	return u.String(), nil
}

// Logout says that somebody has logged out.
type Logout struct {
	ID      string    // of the token, which is used once
	Until   time.Time // from then on the token is not good any more
	Subject string    // whose sessions have ended; empty if Session says it alone
	Session string    // which of them has, by the claim sid; empty for all
}

// Logout checks a logout token as OpenID Connect Back-Channel Logout 1.0, 2.6 has it, but whether it was used before. The error is a
// [security.BadCredentials] if the token is not good.
func (p *Provider) Logout(ctx context.Context, text string) (*Logout, error) {
	m, err := p.metadata(ctx)
	if err != nil {
		return nil, err
	}
	if typ := tokens.TypeOf(text); typ != "" && typ != "jwt" && typ != "logout+jwt" { // older providers write no type of its own (2.4)
		return nil, p.notVerified(fmt.Errorf("its type is %.40q, not that of a log-out token", typ))
	}
	keys := &witness{of: m.keys.Signatures()}
	token, err := p.verifier(m, keys).VerifyLogout(ctx, text)
	if err != nil {
		return nil, p.notVerified(keys.explain(err))
	}
	var claims struct {
		Events map[string]json.RawMessage `json:"events"`
	}
	now := p.options.Now()
	switch err := token.Claims(&claims); {
	case err != nil:
		return nil, p.notVerified(err)
	case !bytes.HasPrefix(claims.Events["http://schemas.openid.net/event/backchannel-logout"], []byte("{")):
		return nil, p.notVerified(errors.New("its event is not an object"))
	case token.IssuedAt.IsZero() || token.IssuedAt.After(now.Add(skew)):
		return nil, p.notVerified(errors.New("it was not issued yet"))
	case token.IssuedAt.Before(now.Add(-oldLogout)):
		return nil, p.notVerified(errors.New("it was issued too long ago"))
	}
	until := token.IssuedAt.Add(oldLogout)
	if token.Expiry.Before(until) {
		until = token.Expiry
	}
	return &Logout{ID: token.TokenID, Until: until, Subject: token.Subject, Session: token.SessionID}, nil
}
