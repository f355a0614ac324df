package tokens

import (
	"context"
	"errors"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/tidwall/gjson"
)

// Signatures checks what was signed with the keys of a set. It is an oidc.KeySet.
type Signatures struct {
	set   *KeySet
	pause time.Duration // for which the server of the keys is left alone after it was asked
}

// Signatures checks what anybody may send.
func (s *KeySet) Signatures() Signatures { return Signatures{s, minPause} }

// OwnSignatures checks what the issuer itself has handed over: its server is asked at once for a key that is not known.
func (s *KeySet) OwnSignatures() Signatures { return Signatures{s, 0} }

// Algorithms returns those of keys that are fetched.
func Algorithms() []string { return append([]string{}, ofSets...) }

// VerifySignature returns the payload of a token, which is an object whose members differ.
func (s Signatures) VerifySignature(ctx context.Context, text string) ([]byte, error) {
	if len(text) > maxSignedLength {
		return nil, errors.New("it is too long")
	}
	var algorithms []jose.SignatureAlgorithm
	for _, name := range ofSets {
		algorithms = append(algorithms, jose.SignatureAlgorithm(name))
	}
	signed, err := jose.ParseSignedCompact(text, algorithms)
	if err != nil {
		return nil, err
	}
	header := signed.Signatures[0].Header
	found, err := s.set.candidatesWithin(ctx, header.KeyID, header.Algorithm, s.pause)
	if err != nil {
		return nil, err
	}
	for _, key := range found.Keys {
		payload, err := signed.Verify(key)
		if err != nil {
			continue
		}
		if !gjson.ValidBytes(payload) {
			return nil, errNoObject
		}
		return payload, eachMember(string(payload), func(string, gjson.Result) error { return nil })
	}
	return nil, errors.New("no key of the issuer has signed it")
}

// maxSignedLength is the length of tokens that come in bodies, where they may be longer than in headers.
const maxSignedLength = 64 << 10
