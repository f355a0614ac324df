package ciphers

import (
	"crypto"
	_ "crypto/md5"  //nolint:gosec // for checksums of others, when it is asked for by name
	_ "crypto/sha1" //nolint:gosec // likewise
	_ "crypto/sha256"
	_ "crypto/sha3"
	_ "crypto/sha512"
	"hash"
	"slices"
)

// Hash returns a hash function by the name that Web Cryptography has for it, such as "SHA-256", or 0.
func Hash(name string) crypto.Hash {
	switch name {
	case "SHA-1":
		return crypto.SHA1
	case "SHA-256":
		return crypto.SHA256
	case "SHA-384":
		return crypto.SHA384
	case "SHA-512":
		return crypto.SHA512
	case "SHA3-256":
		return crypto.SHA3_256
	case "SHA3-384":
		return crypto.SHA3_384
	case "SHA3-512":
		return crypto.SHA3_512
	}
	return 0
}

// Digest returns the digest of data.
func Digest(of crypto.Hash, data []byte) []byte {
	h := of.New()
	Feed(h, data)
	return h.Sum(nil)
}

// Feed gives data to a hash in pieces: Go's hashes are written in assembly, which neither another goroutine nor the collector can interrupt.
func Feed(h hash.Hash, data []byte) {
	const piece = 256 << 10
	for part := range slices.Chunk(data, piece) {
		h.Write(part)
	}
}
