package tokens

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/security"
)

// A token is at most so long. Servers and proxies accept no longer headers.
const maxLength = 8 << 10

// Token is one that was verified.
type Token struct {
	Issuer  string
	Subject string
	Ends    time.Time
	Claims  string // all of them, as JSON
}

// Verifier checks tokens. Its methods may be called by several goroutines.
type Verifier struct {
	issuers []*trusted
}

// trusted is an issuer with the rules for its tokens.
type trusted struct {
	*Issuer
	parser *jwt.Parser
}

// NewVerifier returns one that accepts the tokens of some issuers, whose names have to differ. The time is that of now.
func NewVerifier(issuers []Issuer, now func() time.Time) (*Verifier, error) {
	v := &Verifier{}
	names := map[string]bool{}
	for _, one := range issuers {
		issuer, err := one.complete()
		if err != nil {
			return nil, fmt.Errorf("issuer %q: %w", one.Name, err)
		}
		if names[one.Name] {
			return nil, fmt.Errorf("issuer %q is there twice", one.Name)
		}
		names[one.Name] = true
		options := []jwt.ParserOption{
			jwt.WithValidMethods(issuer.Algorithms), jwt.WithLeeway(issuer.Skew), jwt.WithTimeFunc(now),
			jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithStrictDecoding(),
		}
		if issuer.Name != "" {
			options = append(options, jwt.WithIssuer(issuer.Name))
		}
		if len(issuer.Audience) > 0 {
			options = append(options, jwt.WithAudience(issuer.Audience...))
		}
		v.issuers = append(v.issuers, &trusted{issuer, jwt.NewParser(options...)})
	}
	return v, nil
}

// Verify checks a token. The error is a [security.BadCredentials] if the token is not good, and of kind [fault.Unavailable] if nobody can tell because
// the keys of its issuer cannot be had.
func (v *Verifier) Verify(ctx context.Context, text string) (*Token, error) {
	if len(text) > maxLength {
		return nil, &security.BadCredentials{Public: "The token is too long"}
	}
	issuer, err := v.issuerOf(text)
	if err != nil {
		return nil, err
	}
	c := &claims{}
	_, err = issuer.parser.ParseWithClaims(text, c, func(t *jwt.Token) (any, error) { return issuer.keyFor(ctx, t) })
	if err != nil {
		return nil, refusal(err)
	}
	return &Token{Issuer: c.issuer, Subject: c.subject, Ends: c.end.Time, Claims: c.text}, nil
}

var errMalformed = &security.BadCredentials{Public: "The token is malformed"}

// issuerOf returns whose token it claims to be, and checks the header as far as the library does not.
func (v *Verifier) issuerOf(text string) (*trusted, error) {
	header, rest, _ := strings.Cut(text, ".")
	b, err := base64.RawURLEncoding.Strict().DecodeString(header)
	if err != nil || !gjson.ValidBytes(b) {
		return nil, errMalformed
	}
	err = eachMember(string(b), func(name string, value gjson.Result) error {
		switch {
		case name == "crit": // RFC 7515, 4.1.11: what is critical has to be understood
			return errors.New("the header crit is not supported")
		case name == "typ" && !isForBearers(typeOf(value)):
			return &security.BadCredentials{Public: "The token is for another purpose", Err: fmt.Errorf("its type is %.40q, not JWT or at+jwt", value.String())}
		}
		return nil
	})
	if refused, is := errors.AsType[*security.BadCredentials](err); is {
		return nil, refused
	}
	if err != nil {
		return nil, &security.BadCredentials{Public: errMalformed.Public, Err: err}
	}
	if len(v.issuers) == 1 {
		return v.issuers[0], nil
	}
	payload, _, _ := strings.Cut(rest, ".")
	if b, err = base64.RawURLEncoding.Strict().DecodeString(payload); err != nil || !gjson.ValidBytes(b) {
		return nil, errMalformed
	}
	name := gjson.GetBytes(b, "iss").String()
	for _, i := range v.issuers {
		if i.Name == name {
			return i, nil
		}
	}
	return nil, &security.BadCredentials{Public: "The issuer of the token is not known"}
}

// keyFor returns the keys that may have signed a token.
func (i *Issuer) keyFor(ctx context.Context, t *jwt.Token) (any, error) {
	if key := i.key(); key != nil {
		return key, nil
	}
	id, _ := t.Header["kid"].(string)
	return i.Keys.candidates(ctx, id, t.Method.Alg())
}

// refusal says what is wrong with a token, in words that give away nothing about the keys.
func refusal(err error) error {
	if fault.KindOf(err) == fault.Unavailable {
		return err
	}
	public := errMalformed.Public
	for _, r := range []struct {
		is     error
		public string
	}{
		{jwt.ErrTokenMalformed, errMalformed.Public},
		{jwt.ErrTokenUnverifiable, "The signature of the token is not valid"},
		{jwt.ErrTokenSignatureInvalid, "The signature of the token is not valid"},
		{jwt.ErrTokenExpired, "The token has expired"},
		{jwt.ErrTokenNotValidYet, "The token is not valid yet"},
		{jwt.ErrTokenUsedBeforeIssued, "The token is not valid yet"},
		{jwt.ErrTokenInvalidAudience, "The token is for somebody else"},
		{jwt.ErrTokenInvalidIssuer, "The issuer of the token is not known"},
		{jwt.ErrTokenRequiredClaimMissing, "The token has no end"},
	} {
		if errors.Is(err, r.is) {
			public = r.public
			break
		}
	}
	return &security.BadCredentials{Public: public, Err: err}
}
