package webcrypto_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fwrun/fwrun/security/crypt/keys"
	"github.com/fwrun/fwrun/security/crypt/webcrypto"
	"github.com/fwrun/fwrun/tests/needs"
)

// wycheproof is the module with the vectors of Project Wycheproof: cases at which implementations have failed.
const wycheproof = "github.com/google/wycheproof@v0.0.0-20191219022705-2196000605e4"

// vectors returns the folder of the vectors. The module is downloaded, once; if it cannot be had, the test is skipped.
func vectors(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("the vectors are downloaded")
	}
	cmd := exec.CommandContext(t.Context(), "go", "mod", "download", "-json", wycheproof)
	cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.Output()
	var module struct{ Dir string }
	if err != nil || json.Unmarshal(out, &module) != nil {
		needs.Missing(t, wycheproof, fmt.Sprintf("cannot be had: %v\n%s", err, out))
	}
	return filepath.Join(module.Dir, "testvectors")
}

// hexadecimal are bytes.
type hexadecimal []byte

func (h *hexadecimal) UnmarshalText(text []byte) (err error) {
	*h, err = hex.DecodeString(string(text))
	return err
}

// group is what some cases have in common.
type group struct {
	KeyDer          hexadecimal
	JWK             json.RawMessage
	PrivateKeyPkcs8 hexadecimal
	PrivateKeyJwk   json.RawMessage
	Sha, MgfSha     string
	SLen            int
	Tests           []vector
}

type vector struct {
	TcID                                                         int
	Comment, Result                                              string
	Key, IV, Aad, Msg, Ct, Tag, Sig, Ikm, Salt, Info, Okm, Label hexadecimal
	Shared                                                       hexadecimal
	Size                                                         int
	Public, Private                                              json.RawMessage
}

// errWrong is the error of a result that is not the one expected.
var errWrong = errors.New("another result")

func same(got, want []byte, err error) error {
	if err == nil && !bytes.Equal(got, want) {
		return errWrong
	}
	return err
}

func imported(format string, data []byte, p webcrypto.Params, usages ...string) (*webcrypto.Key, error) {
	set := webcrypto.Usages(0)
	for _, usage := range usages {
		set |= webcrypto.UsageOf(usage)
	}
	key := webcrypto.KeyData{Bytes: data}
	if format == "jwk" {
		var err error
		if key.JWK, err = keys.ParseJSON(data); err != nil {
			return nil, err
		}
	}
	return webcrypto.Import(format, key, p, p.Name != "HKDF", set)
}

// ciphered decrypts, and encrypts again.
func ciphered(p webcrypto.Params, v vector) error {
	key, err := imported("raw", v.Key, p, "encrypt", "decrypt")
	if err != nil {
		return err
	}
	whole := slices.Concat(v.Ct, v.Tag)
	plain, err := webcrypto.Decrypt(p, key, whole)
	if err = same(plain, v.Msg, err); err != nil {
		return err
	}
	coded, err := webcrypto.Encrypt(p, key, plain)
	return same(coded, whole, err)
}

func verified(key *webcrypto.Key, err error, p webcrypto.Params, v vector) error {
	if err != nil {
		return err
	}
	good, err := webcrypto.Verify(p, key, v.Sig, v.Msg)
	if err == nil && !good {
		return errWrong
	}
	return err
}

// suites are the files, each with the function that takes one of its cases.
func suites(t *testing.T) map[string]func(g group, v vector) error {
	mac := func(hash string) func(g group, v vector) error {
		return func(_ group, v vector) error {
			key, err := imported("raw", v.Key, webcrypto.Params{Name: "HMAC", Hash: hash}, "sign")
			if err != nil {
				return err
			}
			sum, err := webcrypto.Sign(webcrypto.Params{Name: "HMAC"}, key, v.Msg)
			return same(sum[:min(len(sum), len(v.Tag))], v.Tag, err)
		}
	}
	hkdf := func(hash string) func(g group, v vector) error {
		return func(_ group, v vector) error {
			key, err := imported("raw", v.Ikm, webcrypto.Params{Name: "HKDF"}, "deriveBits")
			if err != nil {
				return err
			}
			out, err := webcrypto.DeriveBits(t.Context(), webcrypto.Params{Name: "HKDF", Hash: hash, Salt: v.Salt, Info: v.Info}, key, new(8*v.Size))
			return same(out, v.Okm, err)
		}
	}
	signed := func(name string) func(g group, v vector) error {
		return func(g group, v vector) error {
			key, err := imported("spki", g.KeyDer, webcrypto.Params{Name: name, Hash: g.Sha}, "verify")
			return verified(key, err, webcrypto.Params{Name: name, SaltLength: g.SLen}, v)
		}
	}
	decrypted := func(g group, v vector) error {
		p := webcrypto.Params{Name: "RSA-OAEP", Hash: g.Sha, Label: v.Label}
		key, err := imported("pkcs8", g.PrivateKeyPkcs8, p, "decrypt")
		if err != nil {
			return err
		}
		plain, err := webcrypto.Decrypt(p, key, v.Ct)
		return same(plain, v.Msg, err)
	}
	agreed := func(name string) func(g group, v vector) error {
		return func(_ group, v vector) error {
			j, err := keys.ParseJSON(v.Public)
			if err != nil {
				return err
			}
			p := webcrypto.Params{Name: name, NamedCurve: j.Texts["crv"]}
			public, err := imported("jwk", v.Public, p)
			if err != nil {
				return err
			}
			private, err := imported("jwk", v.Private, p, "deriveBits")
			if err != nil {
				return err
			}
			secret, err := webcrypto.DeriveBits(t.Context(), webcrypto.Params{Name: name, Public: public}, private, nil)
			return same(secret, v.Shared, err)
		}
	}
	return map[string]func(g group, v vector) error{
		"aes_gcm_test": func(_ group, v vector) error {
			return ciphered(webcrypto.Params{Name: "AES-GCM", IV: v.IV, AdditionalData: v.Aad}, v)
		},
		"aes_cbc_pkcs5_test": func(_ group, v vector) error { return ciphered(webcrypto.Params{Name: "AES-CBC", IV: v.IV}, v) },
		"kw_test": func(_ group, v vector) error {
			key, err := imported("raw", v.Key, webcrypto.Params{Name: "AES-KW"}, "unwrapKey")
			if err != nil {
				return err
			}
			inner, err := webcrypto.Unwrap("raw", v.Ct, webcrypto.Params{Name: "AES-KW"}, key, webcrypto.Params{Name: "HMAC", Hash: "SHA-1"},
				true, webcrypto.CanSign)
			if err != nil {
				return err
			}
			return same(inner.Material().([]byte), v.Msg, nil)
		},
		"hmac_sha1_test": mac("SHA-1"), "hmac_sha256_test": mac("SHA-256"), "hmac_sha384_test": mac("SHA-384"), "hmac_sha512_test": mac("SHA-512"),
		"hmac_sha3_256_test": mac("SHA3-256"), "hmac_sha3_512_test": mac("SHA3-512"),
		"hkdf_sha1_test": hkdf("SHA-1"), "hkdf_sha256_test": hkdf("SHA-256"), "hkdf_sha384_test": hkdf("SHA-384"), "hkdf_sha512_test": hkdf("SHA-512"),
		"rsa_oaep_2048_sha1_mgf1sha1_test": decrypted, "rsa_oaep_2048_sha256_mgf1sha256_test": decrypted, "rsa_oaep_3072_sha512_mgf1sha512_test": decrypted,
		"rsa_signature_2048_sha256_test": signed("RSASSA-PKCS1-v1_5"), "rsa_signature_2048_sha512_test": signed("RSASSA-PKCS1-v1_5"),
		"rsa_signature_4096_sha384_test":  signed("RSASSA-PKCS1-v1_5"),
		"rsa_pss_2048_sha256_mgf1_0_test": signed("RSA-PSS"), "rsa_pss_2048_sha256_mgf1_32_test": signed("RSA-PSS"),
		"rsa_pss_4096_sha512_mgf1_32_test": signed("RSA-PSS"),
		"rsa_pss_2048_sha1_mgf1_20_test":   signed("RSA-PSS"),
		"ecdsa_webcrypto_test": func(g group, v vector) error {
			j, err := keys.ParseJSON(g.JWK)
			if err != nil {
				return err
			}
			key, err := imported("jwk", g.JWK, webcrypto.Params{Name: "ECDSA", NamedCurve: j.Texts["crv"]}, "verify")
			return verified(key, err, webcrypto.Params{Name: "ECDSA", Hash: g.Sha}, v)
		},
		"eddsa_test": func(g group, v vector) error {
			key, err := imported("spki", g.KeyDer, webcrypto.Params{Name: "Ed25519"}, "verify")
			return verified(key, err, webcrypto.Params{Name: "Ed25519"}, v)
		},
		"ecdh_webcrypto_test": agreed("ECDH"), "x25519_jwk_test": agreed("X25519"),
	}
}

// TestWycheproof: what is valid is taken, and what is not is refused. What is acceptable may be either. Curves that Web Cryptography does not have
// are left out.
func TestWycheproof(t *testing.T) {
	t.Parallel()
	folder := vectors(t)
	for name, try := range suites(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join(folder, name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var file struct{ TestGroups []group }
			if err := json.Unmarshal(text, &file); err != nil {
				t.Fatal(err)
			}
			tried := 0
			for _, g := range file.TestGroups {
				for _, v := range g.Tests {
					err := try(g, v)
					if failed, ok := errors.AsType[*webcrypto.Error](err); ok && failed.Name == "NotSupportedError" {
						continue
					}
					tried++
					if v.Result == "valid" && err != nil || v.Result == "invalid" && err == nil {
						t.Errorf("case %d (%s) is %s: %v", v.TcID, v.Comment, v.Result, err)
					}
				}
			}
			if tried < 20 {
				t.Errorf("only %d cases", tried)
			}
			t.Logf("%d cases", tried)
		})
	}
}
