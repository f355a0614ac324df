package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"

	"golang.org/x/crypto/scrypt"
)

// goWork does with Go's own calls what the jobs do in scripts, with keys and data of the same length.
type goWork struct{ secret, iv []byte }

func newGoWork() goWork { return goWork{make([]byte, 32), make([]byte, 12)} }

func (g goWork) digest(length int) func() {
	data := make([]byte, length)
	return func() { sha256.Sum256(data) }
}

func (g goWork) hmac(length int) func() {
	data := make([]byte, length)
	return func() {
		h := hmac.New(sha256.New, g.secret)
		_, _ = h.Write(data)
		h.Sum(nil)
	}
}

func (g goWork) seal(length int) func() {
	data := make([]byte, length)
	return func() {
		must(cipher.NewGCM(must(aes.NewCipher(g.secret)))).Seal(nil, g.iv, data, nil)
	}
}

func (g goWork) ecdsa() func() {
	key, data := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader)), make([]byte, 1000)
	return func() {
		sum := sha256.Sum256(data)
		must(ecdsa.SignASN1(rand.Reader, key, sum[:]))
	}
}

func (g goWork) pbkdf2() { must(pbkdf2.Key(sha256.New, "password", g.iv, 600_000, 32)) }

func (g goWork) scrypt() { must(scrypt.Key([]byte("password"), g.iv, 16384, 8, 1, 32)) }

// must returns a value of a call that fails only if the constants of this file are wrong.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
