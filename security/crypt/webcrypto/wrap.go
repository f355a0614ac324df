package webcrypto

import (
	"github.com/fwrun/fwrun/security/crypt/ciphers"
	"github.com/fwrun/fwrun/security/crypt/keys"
)

// Wrap exports a key, and encrypts what that gives with another key.
func Wrap(format string, key *Key, p Params, with *Key) ([]byte, error) {
	if err := may(p, with, CanWrap); err != nil {
		return nil, err
	}
	data, err := Export(format, key)
	if err != nil {
		return nil, err
	}
	plain := data.Bytes
	if format == "jwk" {
		if plain, err = data.JWK.JSON(); err != nil {
			return nil, secretly()
		}
	}
	if p.Name != "AES-KW" {
		return familyOf(p.Name).(encrypter).encrypt(p, with, plain)
	}
	wrapped, err := ciphers.WrapKey(with.material.([]byte), plain)
	if err != nil {
		return nil, operationError("%v", err)
	}
	return wrapped, nil
}

// Unwrap decrypts with a key what another one was exported as, and imports that.
func Unwrap(format string, wrapped []byte, p Params, with *Key, imported Params, extractable bool, usages Usages) (*Key, error) {
	if err := may(p, with, CanUnwrap); err != nil {
		return nil, err
	}
	plain, err := unwrapped(wrapped, p, with)
	if err != nil {
		return nil, err
	}
	data := KeyData{Bytes: plain}
	if format == "jwk" {
		if data.JWK, err = keys.ParseJSON(plain); err != nil {
			return nil, dataError(err)
		}
	}
	return Import(format, data, imported, extractable, usages)
}

func unwrapped(wrapped []byte, p Params, with *Key) ([]byte, error) {
	if p.Name != "AES-KW" {
		return familyOf(p.Name).(encrypter).decrypt(p, with, wrapped)
	}
	plain, err := ciphers.UnwrapKey(with.material.([]byte), wrapped)
	if err != nil {
		return nil, secretly()
	}
	return plain, nil
}
