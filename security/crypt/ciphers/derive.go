package ciphers

import (
	"context"
	"crypto"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
)

// The most that is derived at once.
const (
	MostRounds  = 100_000_000 // of PBKDF2, for each block of its output: half a minute
	MostDerived = 1 << 20     // bytes of a key
)

// askEvery is after how many rounds it is looked whether somebody still waits.
const askEvery = 4096

// PBKDF2 derives a key from a password (RFC 8018). Unlike the standard library's it ends when the context does.
func PBKDF2(ctx context.Context, hash crypto.Hash, password, salt []byte, rounds, length int) ([]byte, error) {
	switch {
	case rounds < 1:
		return nil, errors.New("PBKDF2 takes one round or more")
	case length < 0 || length > MostDerived:
		return nil, fmt.Errorf("a key of more than %d bytes", MostDerived)
	case int64(rounds)*int64((length+hash.Size()-1)/hash.Size()) > MostRounds:
		return nil, fmt.Errorf("more than %d rounds", MostRounds)
	}
	mac := hmac.New(hash.New, password)
	key := make([]byte, 0, length+hash.Size())
	for block := uint32(1); len(key) < length; block++ {
		if block%askEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		mac.Reset()
		mac.Write(salt)
		mac.Write(binary.BigEndian.AppendUint32(nil, block))
		key = mac.Sum(key)
		last := key[len(key)-hash.Size():]
		round := append([]byte(nil), last...)
		for n := 2; n <= rounds; n++ {
			if n%askEvery == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			mac.Reset()
			mac.Write(round)
			round = mac.Sum(round[:0])
			subtle.XORBytes(last, last, round)
		}
	}
	return key[:length], nil
}

// HKDF derives a key (RFC 5869) of at most 255 digests.
func HKDF(hash crypto.Hash, secret, salt, info []byte, length int) ([]byte, error) {
	if length > 255*hash.Size() {
		return nil, fmt.Errorf("HKDF derives at most %d bytes with that hash", 255*hash.Size())
	}
	return hkdf.Key(hash.New, secret, salt, string(info), length)
}
