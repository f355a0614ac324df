package security

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/fwrun/fwrun/platform/config"
)

// readPublicKey reads a key that is PEM, or the name of a file with it; nil if it is not set.
func readPublicKey(r *config.Reader, key, folder string) crypto.PublicKey {
	return readPEM(r, key, folder, func(block *pem.Block) (crypto.PublicKey, error) {
		switch block.Type {
		case "CERTIFICATE":
			certificate, err := x509.ParseCertificate(block.Bytes)
			if err != nil {
				return nil, err
			}
			return certificate.PublicKey, nil
		case "RSA PUBLIC KEY":
			return x509.ParsePKCS1PublicKey(block.Bytes)
		case "PUBLIC KEY":
			return x509.ParsePKIXPublicKey(block.Bytes)
		}
		return nil, fmt.Errorf("it is a %s, not a public key", strings.ToLower(block.Type))
	})
}

// readPrivateKey is readPublicKey for keys that sign.
func readPrivateKey(r *config.Reader, key, folder string) crypto.Signer {
	return readPEM(r, key, folder, func(block *pem.Block) (crypto.Signer, error) {
		switch block.Type {
		case "EC PRIVATE KEY":
			return x509.ParseECPrivateKey(block.Bytes)
		case "RSA PRIVATE KEY":
			return x509.ParsePKCS1PrivateKey(block.Bytes)
		case "PRIVATE KEY":
			parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
			if err != nil {
				return nil, err
			}
			switch found := parsed.(type) {
			case *rsa.PrivateKey:
				return found, nil
			case *ecdsa.PrivateKey:
				return found, nil
			case ed25519.PrivateKey:
				return found, nil
			}
			return nil, fmt.Errorf("a %T signs no tokens", parsed)
		}
		return nil, fmt.Errorf("it is a %s, not a private key", strings.ToLower(block.Type))
	})
}

func readPEM[K any](r *config.Reader, key, folder string, parse func(*pem.Block) (K, error)) (found K) {
	text := r.String(key)
	if text == "" {
		return found
	}
	made, err := parsePEM(text, folder, parse)
	if err != nil {
		r.Reject(key, "is not a key: "+err.Error(), "name a file with a key as PEM, relative to the application")
		return found
	}
	return made
}

func parsePEM[K any](text, folder string, parse func(*pem.Block) (K, error)) (found K, err error) {
	if !strings.Contains(text, "-----BEGIN") {
		if !filepath.IsAbs(text) {
			text = filepath.Join(folder, text)
		}
		b, err := os.ReadFile(text)
		if err != nil {
			return found, errors.Unwrap(err)
		}
		text = string(b)
	}
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return found, errors.New("it is no PEM")
	}
	return parse(block)
}
