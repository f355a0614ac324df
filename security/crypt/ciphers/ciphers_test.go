package ciphers

import (
	"bytes"
	"context"
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"testing"
)

// TestSmallOrder: the points of small order of Ed25519, as they are published, also in encodings beyond the field.
func TestSmallOrder(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"0000000000000000000000000000000000000000000000000000000000000000", "0000000000000000000000000000000000000000000000000000000000000080",
		"0100000000000000000000000000000000000000000000000000000000000000", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	} {
		point, _ := hex.DecodeString(text)
		if !smallOrder(point) {
			t.Errorf("%s is not found", text)
		}
	}
	public, private, _ := ed25519.GenerateKey(rand.Reader)
	signature := ed25519.Sign(private, []byte("data"))
	if smallOrder(public) || !VerifyEd25519(public, []byte("data"), signature) || VerifyEd25519(public, []byte("date"), signature) {
		t.Error("an ordinary key is not taken as one")
	}
	// With the neutral element as the key and as half of the signature, anything would verify.
	neutral := append([]byte{1}, make([]byte, 31)...)
	forged := append(slices.Clone(neutral), make([]byte, 32)...)
	if !ed25519.Verify(neutral, []byte("anything"), forged) || VerifyEd25519(neutral, []byte("anything"), forged) {
		t.Error("a signature that fits everything is taken")
	}
}

// TestCounter: piece by piece is the same as at once, and a short counter begins again where the block is written out by hand.
func TestCounter(t *testing.T) {
	t.Parallel()
	block, _ := aes.NewCipher(make([]byte, 16))
	first := bytes.Repeat([]byte{0xFF}, 16)
	data := make([]byte, 5*16+3)
	var want []byte
	for _, last := range []byte{0xFF, 0xFC, 0xFD, 0xFE, 0xFF, 0xFC} { // two bits count
		counter := slices.Clone(first)
		counter[15] = last
		var key [16]byte
		block.Encrypt(key[:], counter)
		want = append(want, key[:]...)
	}
	for _, size := range []int{1, 5, 16, 17, 64, len(data)} {
		stream, got := NewCounter(block, first, 2), make([]byte, len(data))
		for at := 0; at < len(data); at += size {
			end := min(at+size, len(data))
			stream.XORKeyStream(got[at:end], data[at:end])
		}
		if !bytes.Equal(got, want[:len(data)]) {
			t.Errorf("in pieces of %d: %x", size, got)
		}
	}
	whole := make([]byte, len(data))
	cipher.NewCTR(block, first).XORKeyStream(whole, data)
	if got, err := CTR(make([]byte, 16), first, 128, data); err != nil || !bytes.Equal(got, whole) {
		t.Errorf("a counter of the whole block: %x, %v", got, err)
	}
	if _, err := CTR(make([]byte, 16), first, 2, make([]byte, 4*16+1)); err == nil {
		t.Error("five blocks were encrypted with four values of the counter")
	}
}

func TestUnsaltedPSS(t *testing.T) {
	t.Parallel()
	key, err := rsa.GenerateKey(rand.Reader, 1025) // a length that is no multiple of eight
	if err != nil {
		t.Fatal(err)
	}
	digest := Digest(crypto.SHA256, []byte("data"))
	signature, err := SignPSS(key, crypto.SHA256, 0, digest)
	if err != nil || !VerifyPSS(&key.PublicKey, crypto.SHA256, 0, digest, signature) {
		t.Fatal(err)
	}
	if rsa.VerifyPSS(&key.PublicKey, crypto.SHA256, digest, signature, nil) != nil {
		t.Error("the standard library does not verify it")
	}
	if VerifyPSS(&key.PublicKey, crypto.SHA256, 1, digest, signature) ||
		VerifyPSS(&key.PublicKey, crypto.SHA256, 0, Digest(crypto.SHA256, nil), signature) {
		t.Error("it verifies for something else")
	}
	if _, err := SignPSS(key, crypto.SHA256, 1000, digest); err == nil {
		t.Error("the salt is longer than the key")
	}
}

// TestPBKDF2: it is the standard library's, and ends with its context.
func TestPBKDF2(t *testing.T) {
	t.Parallel()
	for _, length := range []int{1, 32, 33, 100} {
		want, _ := pbkdf2.Key(sha256.New, "password", []byte("salt"), 100, length)
		if got, err := PBKDF2(t.Context(), crypto.SHA256, []byte("password"), []byte("salt"), 100, length); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes: %x, %v", length, got, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range [][2]int{{MostRounds, 1}, {1, MostDerived}} {
		if _, err := PBKDF2(ctx, crypto.SHA256, nil, nil, c[0], c[1]); !errors.Is(err, context.Canceled) {
			t.Errorf("%d rounds for %d bytes: %v", c[0], c[1], err)
		}
	}
	for _, c := range [][2]int{{0, 1}, {MostRounds + 1, 1}, {MostRounds, 33}, {1, MostDerived + 1}, {1, -1}} {
		if _, err := PBKDF2(t.Context(), crypto.SHA256, nil, nil, c[0], c[1]); err == nil {
			t.Errorf("%d rounds for %d bytes", c[0], c[1])
		}
	}
}

func BenchmarkPBKDF2(b *testing.B) {
	for b.Loop() {
		if _, err := PBKDF2(b.Context(), crypto.SHA256, []byte("password"), make([]byte, 16), 600_000, 32); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPBKDF2OfGo(b *testing.B) {
	for b.Loop() {
		if _, err := pbkdf2.Key(sha256.New, "password", make([]byte, 16), 600_000, 32); err != nil {
			b.Fatal(err)
		}
	}
}
