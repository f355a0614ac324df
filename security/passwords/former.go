package passwords

import (
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"hash"
	"strconv"
	"strings"

	"golang.org/x/crypto/bcrypt"
	"golang.org/x/crypto/scrypt"
)

// bcryptHash is one of bcrypt, which sees the first 72 bytes of a password alone.
type bcryptHash string

func (h bcryptHash) fits(password string) bool {
	return bcrypt.CompareHashAndPassword([]byte(h), []byte(password)) == nil
}

// parseBcrypt reads $2b$10$ and 53 characters of salt and key; 2a and 2y are other names of the same.
func parseBcrypt(text string) (made, error) {
	cost, err := bcrypt.Cost([]byte(text))
	if err != nil || len(text) != 60 {
		return nil, unreadable("bcrypt has a cost and 53 characters of salt and key")
	}
	if cost > 16 {
		return nil, unreadable("the cost of bcrypt is at most 16")
	}
	return bcryptHash(text), nil
}

// scryptHash is one of scrypt (RFC 7914).
type scryptHash struct {
	log2      int
	r, p      int
	salt, key []byte
}

func (h scryptHash) fits(password string) bool {
	key, err := scrypt.Key([]byte(password), h.salt, 1<<h.log2, h.r, h.p, len(h.key))
	return err == nil && subtle.ConstantTimeCompare(key, h.key) == 1
}

// parseScrypt reads $scrypt$ln=17,r=8,p=1$salt$key.
func parseScrypt(text string) (made, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 5 {
		return nil, unreadable("scrypt has five parts")
	}
	n, err := parameters(parts[2], bound{"ln", 1, 20}, bound{"r", 1, 16}, bound{"p", 1, 16})
	if err != nil {
		return nil, err
	}
	return newScrypt(plain64, n[0], n[1], n[2], parts[3], parts[4])
}

// parseSpringScrypt reads $e0801$salt$key as Spring Security writes it: the parameters are one hexadecimal number.
func parseSpringScrypt(text string) (made, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 4 {
		return nil, unreadable("scrypt has four parts")
	}
	n, err := strconv.ParseUint(parts[1], 16, 32)
	if err != nil {
		return nil, unreadable("the parameters of scrypt are a hexadecimal number")
	}
	return newScrypt(base64.StdEncoding, int(n>>16), int(n>>8&0xff), int(n&0xff), parts[2], parts[3])
}

func newScrypt(encoding *base64.Encoding, log2, r, p int, salt, key string) (made, error) {
	if log2 < 1 || r < 1 || p < 1 || log2 > 20 || (1<<log2)*r*128 > 1<<28 || r*p > 256 {
		return nil, unreadable("the parameters of scrypt ask for too much")
	}
	h := scryptHash{log2: log2, r: r, p: p}
	var err error
	h.salt, h.key, err = saltAndKey(encoding, salt, key)
	return h, err
}

// pbkdf2Hash is one of PBKDF2 (RFC 8018) with HMAC.
type pbkdf2Hash struct {
	with      func() hash.Hash
	rounds    int
	salt, key []byte
}

func (h pbkdf2Hash) fits(password string) bool {
	key, err := pbkdf2.Key(h.with, password, h.salt, h.rounds, len(h.key))
	return err == nil && subtle.ConstantTimeCompare(key, h.key) == 1
}

var digests = map[string]func() hash.Hash{"sha1": sha1.New, "sha256": sha256.New, "sha512": sha512.New}

// parsePBKDF2 reads $pbkdf2-sha256$i=600000$salt$key, and $pbkdf2-sha256$600000$salt$key as passlib writes it.
func parsePBKDF2(text string) (made, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 5 {
		return nil, unreadable("PBKDF2 has five parts")
	}
	name := strings.TrimPrefix(strings.TrimPrefix(parts[1], "pbkdf2"), "-")
	if name == "" {
		name = "sha1"
	}
	h, err := newPBKDF2(name, strings.TrimPrefix(parts[2], "i="))
	if err != nil {
		return nil, err
	}
	// passlib writes a dot where base64 has a plus.
	h.salt, h.key, err = saltAndKey(plain64, strings.ReplaceAll(parts[3], ".", "+"), strings.ReplaceAll(parts[4], ".", "+"))
	return h, err
}

// parseDjango reads pbkdf2_sha256$600000$salt$key, whose salt is a text.
func parseDjango(text string) (made, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 4 {
		return nil, unreadable("PBKDF2 has four parts")
	}
	h, err := newPBKDF2(strings.TrimPrefix(parts[0], "pbkdf2_"), parts[1])
	if err != nil {
		return nil, err
	}
	h.salt = []byte(parts[2])
	if h.key, err = decoded(base64.StdEncoding, "key", parts[3]); err != nil {
		return nil, err
	}
	return h, nil
}

func newPBKDF2(digest, rounds string) (pbkdf2Hash, error) {
	with := digests[digest]
	if with == nil {
		return pbkdf2Hash{}, unreadable("PBKDF2 is supported with sha1, sha256 and sha512")
	}
	n, err := number("rounds", rounds, 1, 10_000_000)
	return pbkdf2Hash{with: with, rounds: n}, err
}
