package webcrypto_test

import (
	"context"
	"testing"

	"github.com/fwrun/fwrun/security/crypt/keys"
	"github.com/fwrun/fwrun/security/crypt/webcrypto"
)

// kinds are algorithms of keys of all families, each with usages that one of its keys may have.
var kinds = []struct {
	webcrypto.Params
	public, private webcrypto.Usages
}{
	{webcrypto.Params{Name: "RSA-OAEP", Hash: "SHA-256"}, webcrypto.CanEncrypt, webcrypto.CanDecrypt},
	{webcrypto.Params{Name: "RSA-PSS", Hash: "SHA-256"}, webcrypto.CanVerify, webcrypto.CanSign},
	{webcrypto.Params{Name: "ECDSA", NamedCurve: "P-256"}, webcrypto.CanVerify, webcrypto.CanSign},
	{webcrypto.Params{Name: "ECDH", NamedCurve: "P-521"}, 0, webcrypto.CanDeriveBits},
	{webcrypto.Params{Name: "Ed25519"}, webcrypto.CanVerify, webcrypto.CanSign},
	{webcrypto.Params{Name: "X25519"}, 0, webcrypto.CanDeriveBits},
	{webcrypto.Params{Name: "AES-GCM"}, 0, webcrypto.CanDecrypt},
	{webcrypto.Params{Name: "HMAC", Hash: "SHA-1"}, 0, webcrypto.CanSign},
}

// seeds adds keys of all kinds in a format.
func seeds(f *testing.F, format string, add func(data webcrypto.KeyData)) {
	f.Helper()
	for _, kind := range kinds {
		p := kind.Params
		p.Length, p.ModulusLength, p.PublicExponent = 128, 1024, []byte{1, 0, 1}
		p.HasLength = true
		secret, private, public, err := webcrypto.Generate(context.Background(), p, true, kind.public|kind.private)
		if err != nil {
			f.Fatal(p.Name, err)
		}
		for _, key := range []*webcrypto.Key{secret, private, public} {
			if key == nil {
				continue
			}
			if data, err := webcrypto.Export(format, key); err == nil {
				add(data)
			}
		}
	}
}

// roundTrip imports a key in all ways there are. What can be imported can be exported, and imported again, and is the same.
func roundTrip(t *testing.T, format string, data webcrypto.KeyData) {
	t.Helper()
	for _, kind := range kinds {
		for _, usages := range []webcrypto.Usages{kind.public, kind.private} {
			key, err := webcrypto.Import(format, data, kind.Params, true, usages)
			if err != nil {
				continue
			}
			out, err := webcrypto.Export(format, key)
			if err != nil {
				t.Fatalf("%s: imported and not exported: %v", kind.Name, err)
			}
			again, err := webcrypto.Import(format, out, kind.Params, true, usages)
			if err != nil {
				t.Fatalf("%s: exported and not imported: %v", kind.Name, err)
			}
			other, err := webcrypto.Export("jwk", again)
			first, _ := webcrypto.Export("jwk", key)
			if err != nil || !equal(first.JWK, other.JWK) {
				t.Fatalf("%s: %v\n%v\n%v", kind.Name, err, first, other)
			}
		}
	}
}

func equal(a, b keys.JWK) bool {
	one, errA := a.JSON()
	two, errB := b.JSON()
	return errA == nil && errB == nil && string(one) == string(two)
}

func FuzzImportSPKI(f *testing.F) {
	seeds(f, "spki", func(data webcrypto.KeyData) { f.Add(data.Bytes) })
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, "spki", webcrypto.KeyData{Bytes: data}) })
}

func FuzzImportPKCS8(f *testing.F) {
	seeds(f, "pkcs8", func(data webcrypto.KeyData) { f.Add(data.Bytes) })
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, "pkcs8", webcrypto.KeyData{Bytes: data}) })
}

func FuzzImportRaw(f *testing.F) {
	seeds(f, "raw", func(data webcrypto.KeyData) { f.Add(data.Bytes) })
	f.Fuzz(func(t *testing.T, data []byte) { roundTrip(t, "raw", webcrypto.KeyData{Bytes: data}) })
}

func FuzzImportJWK(f *testing.F) {
	seeds(f, "jwk", func(data webcrypto.KeyData) {
		text, err := data.JWK.JSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	})
	f.Fuzz(func(t *testing.T, text []byte) {
		j, err := keys.ParseJSON(text)
		if err != nil {
			return
		}
		roundTrip(t, "jwk", webcrypto.KeyData{JWK: j})
	})
}
