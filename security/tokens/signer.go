package tokens

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/platform/fault"
)

// Signer makes tokens of one issuer.
type Signer struct {
	issuer *Issuer
	method jwt.SigningMethod
	now    func() time.Time
}

// NewSigner returns a signer of the first issuer that has a key for it, or nil if none has.
func NewSigner(issuers []Issuer, now func() time.Time) (*Signer, error) {
	for _, one := range issuers {
		issuer, err := one.complete()
		if err != nil {
			return nil, fmt.Errorf("issuer %q: %w", one.Name, err)
		}
		if issuer.signs() {
			return &Signer{issuer, jwt.GetSigningMethod(issuer.Algorithms[0]), now}, nil
		}
	}
	return nil, nil
}

// Sign returns a token with claims, which are a JSON object. What they do not say is added: iss, aud, iat, and exp, which is as long after
// now as the lifetime says, or as the issuer does if that is zero.
func (s *Signer) Sign(object string, lifetime time.Duration) (string, error) {
	text, err := s.complete(object, lifetime)
	if err != nil {
		return "", err
	}
	t := jwt.NewWithClaims(s.method, text)
	if s.issuer.ID != "" {
		t.Header["kid"] = s.issuer.ID
	}
	signed, err := t.SignedString(s.key())
	if err != nil {
		return "", fault.New("tokens.Sign", fault.Internal, "the token could not be signed").Because(err)
	}
	if len(signed) > maxLength {
		return "", fault.New("tokens.Sign", fault.TooLarge,
			fmt.Sprintf("a token has at most %d bytes, but would have %d with these claims", maxLength, len(signed)))
	}
	return signed, nil
}

func (s *Signer) key() any {
	if s.issuer.Secret != nil {
		return s.issuer.Secret
	}
	return s.issuer.Private
}

// complete returns the claims with those that were missing at the end.
func (s *Signer) complete(object string, lifetime time.Duration) (*claims, error) {
	if lifetime == 0 {
		lifetime = s.issuer.Lifetime
	}
	now := s.now()
	missing := map[string]any{"iat": now.Unix(), "exp": now.Add(lifetime).Unix()}
	if s.issuer.Name != "" {
		missing["iss"] = s.issuer.Name
	}
	if len(s.issuer.Audience) > 0 {
		missing["aud"] = s.audience()
	}
	c := &claims{text: strings.TrimSpace(object)}
	if err := c.read(missing); err != nil {
		return nil, fault.New("tokens.Sign", fault.Invalid, "the claims are not valid in a token").Because(err)
	}
	more, err := json.Marshal(missing)
	if err != nil {
		return nil, err
	}
	c.text = joined(c.text, string(more))
	return c, nil
}

// read reads the claims, and takes those that are there from what is missing.
func (c *claims) read(missing map[string]any) error {
	if !gjson.Valid(c.text) {
		return errNoObject
	}
	return eachMember(c.text, func(name string, value gjson.Result) error {
		delete(missing, name)
		return c.take(name, value)
	})
}

// audience returns the claim aud: one text, or several.
func (s *Signer) audience() any {
	if all := s.issuer.Audience; len(all) > 1 {
		return all
	}
	return s.issuer.Audience[0]
}

// joined returns the members of two objects as one.
func joined(a, b string) string {
	if inner(a) == "" {
		return b
	}
	if inner(b) == "" {
		return a
	}
	return "{" + inner(a) + "," + inner(b) + "}"
}

func inner(object string) string { return strings.TrimSpace(object[1 : len(object)-1]) }

// MarshalJSON returns the claims as they were given.
func (c *claims) MarshalJSON() ([]byte, error) { return []byte(c.text), nil }
