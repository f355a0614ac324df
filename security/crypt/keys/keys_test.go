package keys

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/x509"
	"encoding/json"
	"strings"
	"testing"
)

// made are keys of all kinds.
func made(t *testing.T) map[string]any {
	t.Helper()
	all := map[string]any{}
	keep := func(name string, key any, err error) {
		if err != nil {
			t.Fatal(name, err)
		}
		all[name] = key
	}
	rsa, err := GenerateRSA(1024, 65537)
	keep("RSA", rsa, err)
	for _, curve := range CurveNames() {
		key, err := GenerateEC(curve)
		keep(curve, key, err)
	}
	ed, err := GenerateEd25519()
	keep("Ed25519", ed, err)
	x, err := GenerateX25519()
	keep("X25519", x, err)
	return all
}

// TestForms: what is written in a form is read as the same key.
func TestForms(t *testing.T) {
	t.Parallel()
	for name, private := range made(t) {
		public := PublicOf(private)
		if !IsPrivate(private) || IsPrivate(public) || PublicOf(public) != nil && IsPrivate(PublicOf(public)) {
			t.Errorf("%s: which is the private one?", name)
		}
		want := der(t, private)
		for form, read := range map[string]func() (any, error){
			"pkcs8": func() (any, error) { return ParsePKCS8(want) },
			"jwk":   func() (any, error) { return throughJSON(t, private) },
		} {
			if got, err := read(); err != nil || !bytes.Equal(der(t, got), want) {
				t.Errorf("%s, %s: %v", name, form, err)
			}
		}
		spki, err := MarshalSPKI(public)
		if err != nil {
			t.Fatal(name, err)
		}
		for form, read := range map[string]func() (any, error){
			"spki": func() (any, error) { return ParseSPKI(spki) },
			"jwk":  func() (any, error) { return throughJSON(t, public) },
		} {
			got, err := read()
			if again, _ := MarshalSPKI(got); err != nil || !bytes.Equal(again, spki) {
				t.Errorf("%s, public, %s: %v", name, form, err)
			}
		}
	}
}

func der(t *testing.T, private any) []byte {
	t.Helper()
	out, err := MarshalPKCS8(private)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func throughJSON(t *testing.T, key any) (any, error) {
	t.Helper()
	j, err := ToJWK(key)
	if err != nil {
		t.Fatal(err)
	}
	text, err := j.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if j, err = ParseJSON(text); err != nil {
		t.Fatal(err)
	}
	return ParseJWK(j)
}

func TestPoints(t *testing.T) {
	t.Parallel()
	for _, curve := range CurveNames() {
		key, err := GenerateEC(curve)
		if err != nil {
			t.Fatal(err)
		}
		point, _ := Point(&key.PublicKey)
		for _, form := range [][]byte{point, Compressed(point)} {
			if got, err := ParsePoint(curve, form); err != nil || !got.Equal(&key.PublicKey) {
				t.Errorf("%s, %d bytes: %v", curve, len(form), err)
			}
		}
		point[len(point)-1] ^= 1
		notOnTheCurve := append([]byte{2}, bytes.Repeat([]byte{0xFF}, FieldBytes(Curve(curve)))...)
		for _, form := range [][]byte{nil, {0}, point, point[1:], notOnTheCurve, append(point, 0)} {
			if got, err := ParsePoint(curve, form); err == nil {
				t.Errorf("%s: %x is %v", curve, form, got)
			}
		}
	}
	if _, err := ParsePoint("P-224", make([]byte, 57)); err == nil {
		t.Error("there is another curve")
	}
}

// TestForeignPublicKey: a private key beside the public key of another is refused.
func TestForeignPublicKey(t *testing.T) {
	t.Parallel()
	one, _ := GenerateEC("P-256")
	other, _ := GenerateEC("P-256")
	mixed := &ecdsa.PrivateKey{PublicKey: other.PublicKey, D: one.D} //nolint:staticcheck // which is what is to be found
	text, err := x509.MarshalPKCS8PrivateKey(mixed)
	if err != nil {
		t.Skip("the standard library does not write it:", err)
	}
	if _, err := ParsePKCS8(text); err == nil {
		t.Error("it was read")
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	long := make([]byte, mostDER+1)
	for name, read := range map[string]func() (any, error){
		"spki": func() (any, error) { return ParseSPKI(long) }, "pkcs8": func() (any, error) { return ParsePKCS8(long) },
		"pkcs1": func() (any, error) { return ParsePKCS1(long, true) }, "sec1": func() (any, error) { return ParseSEC1(long) },
		"jwk": func() (any, error) { return ParseJSON(long) },
		"a modulus": func() (any, error) {
			return ParseJWK(JWK{Texts: map[string]string{"kty": "RSA", "e": "AQAB", "n": strings.Repeat("f", 1<<16)}})
		},
		"512 bits": func() (any, error) { return GenerateRSA(512, 65537) }, "8192 bits": func() (any, error) { return GenerateRSA(8192, 65537) },
		"the exponent 3": func() (any, error) { return GenerateRSA(2048, 3) },
	} {
		if got, err := read(); err == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestParseJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`[]`, `null`, `5`, `{`, `{"kty":5}`, `{"kty":null}`, `{"key_ops":"sign"}`, `{"key_ops":null}`, `{"key_ops":[1]}`,
		`{"ext":1}`, `{"ext":null}`,
	} {
		if j, err := ParseJSON([]byte(text)); err == nil {
			t.Errorf("%s is %v", text, j)
		}
	}
	j, err := ParseJSON([]byte("\xEF\xBB\xBF{\"kty\":\"oct\",\"k\":\"AAAA\",\"ext\":true,\"key_ops\":[],\"more\":{}}"))
	if err != nil || !*j.Ext || j.KeyOps == nil || !j.Has("k") {
		t.Errorf("%v, %v", j, err)
	}
	if text, _ := j.JSON(); !json.Valid(text) {
		t.Errorf("%s", text)
	}
}
