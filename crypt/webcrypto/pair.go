package webcrypto

import "github.com/fwrun/fwrun/crypt/keys"

// pair is what is made at once: one secret key, or a private and a public one.
type pair struct{ secret, private, public *Key }

func pairOf(private, public *Key, usages, forPublic, forPrivate Usages) *pair {
	return &pair{private: private.with(usages & forPrivate), public: public.with(usages & forPublic)}
}

// exportPair exports a key of a pair in the formats that all pairs have.
func exportPair(format string, k *Key, alg string) (KeyData, error) {
	switch format {
	case "spki":
		if k.Type != "public" {
			return KeyData{}, invalidAccess("only public keys are exported as spki")
		}
		return exported(keys.MarshalSPKI(k.material))
	case "pkcs8":
		if k.Type != "private" {
			return KeyData{}, invalidAccess("only private keys are exported as pkcs8")
		}
		return exported(keys.MarshalPKCS8(k.material))
	case "jwk":
		j, err := keys.ToJWK(k.material)
		if err != nil {
			return KeyData{}, secretly()
		}
		return described(j, k, alg), nil
	}
	return KeyData{}, noFormat(format, k.Algorithm.Name)
}

func exported(der []byte, err error) (KeyData, error) {
	if err != nil {
		return KeyData{}, secretly()
	}
	return KeyData{Bytes: der}, nil
}
