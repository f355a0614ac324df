package tokens

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"fmt"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Issuer is one whose tokens are good.
type Issuer struct {
	Name     string   // the claim iss has to be this; anything, and nothing, if it is empty
	Audience []string // the claim aud has to have one of them; anything, and nothing, if there are none

	// One of these has the keys. Tokens can be signed with Secret and with Private.
	Secret  []byte
	Public  crypto.PublicKey
	Private crypto.Signer
	Keys    *KeySet

	ID         string        // the kid of tokens that are signed here; may be empty
	Algorithms []string      // those that are accepted, the first signs; by default what fits the key
	Skew       time.Duration // by which clocks may differ
	Lifetime   time.Duration // of tokens that are signed here, unless the caller says otherwise
}

// ofSets are the algorithms of keys that are fetched: no shared secrets, which must not be published.
var ofSets = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}

// algorithmsOf returns the algorithms that fit a key, the usual one first.
func algorithmsOf(key any) ([]string, error) {
	switch key := key.(type) {
	case []byte:
		return []string{"HS256", "HS384", "HS512"}, nil
	case *rsa.PublicKey:
		if key.N.BitLen() < 2048 {
			return nil, fmt.Errorf("an RSA key has at least 2048 bits, not %d", key.N.BitLen())
		}
		return ofSets[:6], nil
	case *ecdsa.PublicKey:
		switch key.Curve.Params().BitSize {
		case 256:
			return []string{"ES256"}, nil
		case 384:
			return []string{"ES384"}, nil
		case 521:
			return []string{"ES512"}, nil
		}
	case ed25519.PublicKey:
		return []string{"EdDSA"}, nil
	}
	return nil, fmt.Errorf("no algorithm signs with a %T", key)
}

// key returns what tokens of the issuer are verified with, or nil if that is fetched.
func (i *Issuer) key() any {
	switch {
	case i.Secret != nil:
		return i.Secret
	case i.Private != nil:
		return i.Private.Public()
	}
	return i.Public
}

// complete returns the issuer with its defaults, or what is wrong with it.
func (i Issuer) complete() (*Issuer, error) {
	possible := ofSets
	if key := i.key(); key != nil {
		var err error
		if possible, err = algorithmsOf(key); err != nil {
			return nil, err
		}
	} else if i.Keys == nil {
		return nil, fmt.Errorf("there is no key")
	}
	// Where the key is a secret, one algorithm is enough, and others are of no use.
	if len(i.Algorithms) == 0 {
		i.Algorithms = possible
		if i.Secret != nil {
			i.Algorithms = possible[:1]
		}
	}
	for _, a := range i.Algorithms {
		if !slices.Contains(possible, a) {
			return nil, fmt.Errorf("%s does not fit the key: %q", a, possible)
		}
		// RFC 7518, 3.2: a key is at least as long as the hash.
		if least := jwtHashSize(a); i.Secret != nil && len(i.Secret) < least {
			return nil, fmt.Errorf("a secret for %s has at least %d bytes, not %d", a, least, len(i.Secret))
		}
	}
	return &i, nil
}

func jwtHashSize(algorithm string) int {
	if m, ok := jwt.GetSigningMethod(algorithm).(*jwt.SigningMethodHMAC); ok {
		return m.Hash.Size()
	}
	return 0
}

// signs reports whether tokens can be signed with a key of the issuer.
func (i *Issuer) signs() bool { return i.Secret != nil || i.Private != nil }
