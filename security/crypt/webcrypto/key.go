package webcrypto

import (
	"github.com/fwrun/fwrun/security/crypt/keys"
)

// Key is a CryptoKey. It never changes.
type Key struct {
	Type        string // secret, private or public
	Extractable bool
	Algorithm   KeyAlgorithm
	Usages      Usages

	material any // []byte, or a key as package keys has them
}

// KeyAlgorithm is what a key tells of itself. Members that its algorithm does not have are zero.
type KeyAlgorithm struct {
	Name           string
	Hash           string
	NamedCurve     string
	Length         int // bits
	ModulusLength  int
	PublicExponent []byte
}

// Material returns what the key is: bytes, or a key as package keys has them.
func (k *Key) Material() any { return k.material }

// With returns the key with other usages.
func (k *Key) with(usages Usages) *Key {
	other := *k
	other.Usages = usages
	return &other
}

// KeyData is a key outside of a Key: bytes, or a JSON Web Key if the format is "jwk".
type KeyData struct {
	Bytes []byte
	JWK   keys.JWK
}

// Formats are the formats of keys.
func Formats() []string { return []string{"raw", "spki", "pkcs8", "jwk"} }

// family is what the algorithms whose keys are alike do with keys.
type family interface {
	// importKey makes a key of what is outside. Its caller sees to extractable, and that a key that has to be good for something is.
	importKey(source source) (*Key, error)
	exportKey(format string, key *Key) (KeyData, error)
}

// source is a key that is imported, and what it is imported for.
type source struct {
	Params
	KeyData
	format      string
	extractable bool
	usages      Usages
}

// familyOf returns the family of an algorithm, or nil if it has no keys.
func familyOf(name string) family {
	switch name {
	case "HMAC":
		return hmacs{}
	case "AES-CBC", "AES-CTR", "AES-GCM", "AES-KW":
		return aess{}
	case "RSASSA-PKCS1-v1_5", "RSA-PSS", "RSA-OAEP":
		return rsas{}
	case "ECDSA", "ECDH":
		return curves{}
	case "Ed25519", "X25519":
		return edwards{}
	case "HKDF", "PBKDF2":
		return secrets{}
	}
	return nil
}

// typeOf returns the type of a key as package keys has them.
func typeOf(material any) string {
	if keys.IsPrivate(material) {
		return "private"
	}
	return "public"
}
