package passwords

import (
	"crypto/subtle"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// What is made now has a salt and a key of these bytes.
const (
	saltLength = 16
	keyLength  = 32
)

// argon2Hash is one of argon2id or argon2i, version 19 (RFC 9106).
type argon2Hash struct {
	isID      bool
	memory    uint32 // KiB
	passes    uint32
	lanes     uint8
	salt, key []byte
}

func (h argon2Hash) with(salt, key []byte) argon2Hash {
	h.salt, h.key = salt, key
	return h
}

func (h argon2Hash) derive(password string, salt []byte, length uint32) []byte {
	if h.isID {
		return argon2.IDKey([]byte(password), salt, h.passes, h.memory, h.lanes, length)
	}
	return argon2.Key([]byte(password), salt, h.passes, h.memory, h.lanes, length)
}

func (h argon2Hash) fits(password string) bool {
	return subtle.ConstantTimeCompare(h.derive(password, h.salt, uint32(len(h.key))), h.key) == 1 // parse bounds the length
}

// String returns the hash in the PHC string format.
func (h argon2Hash) String() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.memory, h.passes, h.lanes,
		plain64.EncodeToString(h.salt), plain64.EncodeToString(h.key))
}

// parseArgon2 reads $argon2id$v=19$m=19456,t=2,p=1$salt$key.
func parseArgon2(text string) (made, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[2] != "v=19" {
		return nil, unreadable("argon2 of version 19 has six parts")
	}
	n, err := parameters(parts[3], bound{"m", 8, 1 << 18}, bound{"t", 1, 64}, bound{"p", 1, 16})
	if err != nil {
		return nil, err
	}
	h := argon2Hash{isID: parts[1] == "argon2id", memory: uint32(n[0]), passes: uint32(n[1]), lanes: uint8(n[2])} // within the bounds
	h.salt, h.key, err = saltAndKey(plain64, parts[4], parts[5])
	return h, err
}
