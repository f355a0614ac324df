package tokens

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/platform/fault"
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
	validator *jwt.Validator
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
			return nil, fmt.Errorf("issuer %q is listed twice", one.Name)
		}
		names[one.Name] = true
		options := []jwt.ParserOption{
			jwt.WithLeeway(issuer.Skew), jwt.WithTimeFunc(now), jwt.WithExpirationRequired(), jwt.WithIssuedAt(),
		}
		if issuer.Name != "" {
			options = append(options, jwt.WithIssuer(issuer.Name))
		}
		if len(issuer.Audience) > 0 {
			options = append(options, jwt.WithAudience(issuer.Audience...))
		}
		v.issuers = append(v.issuers, &trusted{issuer, jwt.NewValidator(options...)})
	}
	return v, nil
}

// Verify checks a token. The error is a [security.BadCredentials] if the token is not good, and of kind [fault.Unavailable] if nobody can tell
// because the keys of its issuer cannot be had.
func (v *Verifier) Verify(ctx context.Context, text string) (*Token, error) {
	if len(text) > maxLength {
		return nil, &security.BadCredentials{Public: "The token is too long"}
	}
	t, err := parse(text)
	if err != nil {
		return nil, err
	}
	issuer, err := v.issuerOf(t)
	if err != nil {
		return nil, err
	}
	if err := issuer.checkSignature(ctx, t); err != nil {
		return nil, refusal(err)
	}
	if err := issuer.validator.Validate(&t.claims); err != nil {
		return nil, refusal(err)
	}
	return &Token{Issuer: t.claims.issuer, Subject: t.claims.subject, Ends: t.claims.end.Time, Claims: t.claims.text}, nil
}

// issuerOf returns whose token it claims to be.
func (v *Verifier) issuerOf(t *parsed) (*trusted, error) {
	if len(v.issuers) == 1 {
		return v.issuers[0], nil // who says below whether the name is right
	}
	for _, i := range v.issuers {
		if i.Name == t.claims.issuer {
			return i, nil
		}
	}
	return nil, &security.BadCredentials{Public: "The issuer of the token is not known"}
}

// checkSignature refuses a token that was not signed by a key of the issuer, with one of the algorithms that are for it.
func (i *trusted) checkSignature(ctx context.Context, t *parsed) error {
	method := i.method(t.algorithm)
	if method == nil {
		return fmt.Errorf("%w: its algorithm is %.20q, not one of %q", jwt.ErrTokenSignatureInvalid, t.algorithm, i.Algorithms)
	}
	if key := i.key(); key != nil {
		return unsigned(method.Verify(t.signed, t.signature, key))
	}
	candidates, err := i.Keys.candidates(ctx, t.keyID, t.algorithm)
	if err != nil {
		return unsigned(err)
	}
	for _, key := range candidates.Keys {
		if err = method.Verify(t.signed, t.signature, key); err == nil {
			return nil
		}
	}
	return unsigned(err)
}

// unsigned returns the error of a token whose signature is not good, if there is one.
func unsigned(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", jwt.ErrTokenSignatureInvalid, err)
}

// method returns what checks the signatures of an algorithm, or nil if the issuer has none like that.
func (i *trusted) method(algorithm string) jwt.SigningMethod {
	if slices.Contains(i.Algorithms, algorithm) {
		return jwt.GetSigningMethod(algorithm)
	}
	return nil
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
		{jwt.ErrTokenSignatureInvalid, "The signature of the token is not valid"},
		{jwt.ErrTokenExpired, "The token has expired"},
		{jwt.ErrTokenNotValidYet, "The token is not valid yet"},
		{jwt.ErrTokenUsedBeforeIssued, "The token is not valid yet"},
		{jwt.ErrTokenInvalidAudience, "The token is for another audience"},
		{jwt.ErrTokenInvalidIssuer, "The issuer of the token is not known"},
		{jwt.ErrTokenRequiredClaimMissing, "The token lacks one of the claims iss, aud and exp"},
	} {
		if errors.Is(err, r.is) {
			public = r.public
			break
		}
	}
	return &security.BadCredentials{Public: public, Err: err}
}
