package crypto

import (
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/security/crypt/keys"
)

// fromPEM reads the first key of a text in PEM, or the public key of a certificate.
func fromPEM(data, passphrase []byte, private bool) (any, error) {
	for block, rest := pem.Decode(data); block != nil; block, rest = pem.Decode(rest) {
		switch block.Type {
		case "PRIVATE KEY":
			return keys.ParsePKCS8(block.Bytes)
		case "ENCRYPTED PRIVATE KEY":
			return fromEncrypted(block.Bytes, passphrase)
		case "RSA PRIVATE KEY", "EC PRIVATE KEY":
			if block.Headers["DEK-Info"] != "" {
				return nil, errors.New("its encryption is the old one of PEM: convert it with openssl pkcs8 -topk8")
			}
			if block.Type == "EC PRIVATE KEY" {
				return keys.ParseSEC1(block.Bytes)
			}
			return keys.ParsePKCS1(block.Bytes, true)
		case "PUBLIC KEY":
			return onlyPublic(private, block.Bytes, keys.ParseSPKI)
		case "RSA PUBLIC KEY":
			return onlyPublic(private, block.Bytes, func(der []byte) (any, error) { return keys.ParsePKCS1(der, false) })
		case "CERTIFICATE":
			return onlyPublic(private, block.Bytes, fromCertificate)
		}
	}
	return nil, errors.New("there is no key in PEM")
}

func onlyPublic(private bool, der []byte, parse func([]byte) (any, error)) (any, error) {
	if private {
		return nil, errors.New("the key is not a private key")
	}
	return parse(der)
}

func fromCertificate(der []byte) (any, error) {
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	spki, err := keys.MarshalSPKI(certificate.PublicKey)
	if err != nil {
		return nil, err
	}
	return keys.ParseSPKI(spki)
}

// fromDER reads a key of some structure.
func fromDER(data, passphrase []byte, structure string, private bool) (any, error) {
	switch structure {
	case "pkcs1":
		return keys.ParsePKCS1(data, private)
	case "spki":
		return keys.ParseSPKI(data)
	case "sec1":
		return keys.ParseSEC1(data)
	case "pkcs8":
		if passphrase != nil {
			return fromEncrypted(data, passphrase)
		}
		return keys.ParsePKCS8(data)
	}
	return nil, fmt.Errorf("the type %q is not one of pkcs1, pkcs8, sec1 and spki", structure)
}

// writeKey takes a handle, "pem" or "der", and the type of the structure. It returns bytes.
func (c *realm) writeKey(call goja.FunctionCall) goja.Value {
	material, structure := handleOf(call.Argument(0)).material, call.Argument(2).String()
	var der []byte
	var err error
	title := "PUBLIC KEY"
	if keys.IsPrivate(material) {
		title = "PRIVATE KEY"
	}
	switch structure {
	case "pkcs1":
		der, err = keys.MarshalPKCS1(material)
		title = "RSA " + title
	case "sec1":
		der, err = keys.MarshalSEC1(material)
		title = "EC " + title
	case "spki":
		der, err = keys.MarshalSPKI(material)
	default:
		der, err = keys.MarshalPKCS8(material)
	}
	if err != nil {
		c.must(&coded{"Error", "ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS", err.Error()})
	}
	if call.Argument(1).String() == "pem" {
		der = pem.EncodeToMemory(&pem.Block{Type: title, Bytes: der})
	}
	return c.NewBytes(der)
}

// writeJWK takes a handle, and returns a JSON Web Key as JSON.
func (c *realm) writeJWK(call goja.FunctionCall) goja.Value {
	material := handleOf(call.Argument(0)).material
	var j keys.JWK
	var err error
	if secret, ok := material.([]byte); ok {
		j = keys.Secret(secret)
	} else {
		j, err = keys.ToJWK(material)
	}
	c.must(err)
	text, err := j.JSON()
	c.must(err)
	return c.Runtime.ToValue(string(text))
}
