package webcrypto

import "github.com/fwrun/fwrun/security/crypt/keys"

// pair is what is made at once: one secret key, or a private and a public one.
type pair struct{ secret, private, public *Key }

// pairUsages returns what the public and the private keys of an algorithm can be used for.
func pairUsages(name string) (public, private Usages) {
	switch name {
	case "RSA-OAEP":
		return CanEncrypt | CanWrap, CanDecrypt | CanUnwrap
	case "ECDH", "X25519":
		return 0, CanDeriveKey | CanDeriveBits
	}
	return CanVerify, CanSign
}

// newPair makes a private key, unless it would be made for what no key of the pair can be used for; keyOf makes the keys of the pair.
func newPair(name string, usages Usages, private func() (any, error), keyOf func(material any) *Key) (*pair, error) {
	forPublic, forPrivate := pairUsages(name)
	if err := usages.within(forPublic | forPrivate); err != nil {
		return nil, err
	}
	material, err := private()
	if err != nil {
		return nil, err
	}
	return &pair{private: keyOf(material).with(usages & forPrivate), public: keyOf(keys.PublicOf(material)).with(usages & forPublic)}, nil
}

// checkUsages returns an error if a key of a pair is imported for what it cannot be used for.
func (s source) checkUsages() error {
	public, private := pairUsages(s.Name)
	if s.format == "pkcs8" || s.format == "jwk" && s.JWK.Has("d") {
		return s.usages.within(private)
	}
	return s.usages.within(public)
}

// readPair reads a key of a pair in the formats that all pairs have. raw and jwk read it in the others.
func (s source) readPair(raw, jwk func(source) (any, error)) (any, error) {
	switch s.format {
	case "raw":
		return raw(s)
	case "spki":
		return keys.ParseSPKI(s.Bytes)
	case "pkcs8":
		return keys.ParsePKCS8(s.Bytes)
	}
	return jwk(s)
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

func exported(data []byte, err error) (KeyData, error) {
	if err != nil {
		return KeyData{}, secretly()
	}
	return KeyData{Bytes: data}, nil
}

// materialOf returns what a key of a pair is, which has to be its private or its public one.
func materialOf[M any](k *Key, kind string) (M, error) {
	material, ok := k.material.(M)
	if !ok {
		return material, invalidAccess("the key is not a %s one", kind)
	}
	return material, nil
}
