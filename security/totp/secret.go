package totp

import (
	"crypto/rand"
	"encoding/base32"
	"errors"
	"strings"
)

const (
	newBytes   = 20 // as RFC 4226 recommends
	leastBytes = 10 // some services still make such
	mostBytes  = 128
)

var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewSecret returns a random secret in base32.
func NewSecret() string {
	secret := make([]byte, newBytes)
	_, _ = rand.Read(secret) // never fails: a system without randomness ends the process
	return encode(secret)
}

func encode(secret []byte) string { return encoding.EncodeToString(secret) }

// The errors of secrets do not have the secret.
var (
	errNotBase32 = errors.New("is not base32")
	errLength    = errors.New("must have 10 to 128 bytes")
)

// separators are what people put into a secret to read it more easily.
var separators = strings.NewReplacer(" ", "", "-", "")

// cut are the lengths, modulo 8, that whole bytes never have: a letter is missing.
var cut = [8]bool{1: true, 3: true, 6: true}

// ParseSecret reads a secret in base32, in capital or small letters, with spaces and hyphens between them, and with or without padding.
func ParseSecret(text string) ([]byte, error) {
	if len(text) > 4*mostBytes {
		return nil, errLength
	}
	text = strings.TrimRight(strings.ToUpper(separators.Replace(text)), "=")
	if strings.ContainsAny(text, "\r\n") || cut[len(text)%8] { // which the decoder lets pass
		return nil, errNotBase32
	}
	secret, err := encoding.DecodeString(text)
	if err != nil {
		return nil, errNotBase32
	}
	if len(secret) < leastBytes || len(secret) > mostBytes {
		return nil, errLength
	}
	return secret, nil
}
