package passwords

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// made is a hash that was read, whatever it was made by.
type made interface {
	// fits reports whether it was made of the password, in a time that does not depend on where they differ.
	fits(password string) bool
}

// formats are those that are read, by how they begin. The second half are the names that Spring Security puts in front.
var formats = []struct {
	prefix string
	keep   bool // the prefix belongs to the format
	parse  func(text string) (made, error)
}{
	{"$argon2id$", true, parseArgon2},
	{"$argon2i$", true, parseArgon2},
	{"$2a$", true, parseBcrypt},
	{"$2b$", true, parseBcrypt},
	{"$2y$", true, parseBcrypt},
	{"$scrypt$", true, parseScrypt},
	{"$pbkdf2", true, parsePBKDF2},
	{"pbkdf2_sha", true, parseDjango},
	{"{bcrypt}", false, parseBcrypt},
	{"{argon2}", false, parseArgon2},
	{"{argon2@SpringSecurity_v5_8}", false, parseArgon2},
	{"{scrypt}", false, parseSpringScrypt},
	{"{scrypt@SpringSecurity_v5_8}", false, parseSpringScrypt},
}

func parse(text string) (made, error) {
	if len(text) > 1024 {
		return nil, unreadable("it is longer than 1,024 bytes")
	}
	for _, f := range formats {
		if rest, found := strings.CutPrefix(text, f.prefix); found {
			if f.keep {
				rest = text
			}
			h, err := f.parse(rest)
			if err != nil {
				return nil, err
			}
			return h, nil
		}
	}
	return nil, unreadable("it is not a hash of argon2id, argon2i, bcrypt, scrypt or PBKDF2")
}

// unreadable is an error that does not show the hash: it goes to logs.
func unreadable(why string) error {
	return fault.New("passwords.Matches", fault.Internal, "the hash of a password cannot be read: "+why)
}

// plain64 is the base64 of PHC strings.
var plain64 = base64.RawStdEncoding

// bound says between what a parameter of a hash is. A hash from elsewhere must not take a minute, or all of the memory.
type bound struct {
	name        string
	least, most int
}

// parameters reads m=19456,t=2,p=1.
func parameters(text string, bounds ...bound) ([]int, error) {
	parts := strings.Split(text, ",")
	if len(parts) != len(bounds) {
		return nil, unreadable(fmt.Sprintf("it has %d parameters, not %d", len(parts), len(bounds)))
	}
	values := make([]int, len(bounds))
	for i, b := range bounds {
		value, found := strings.CutPrefix(parts[i], b.name+"=")
		if !found {
			return nil, unreadable("the parameter " + b.name + " is missing")
		}
		var err error
		if values[i], err = number(b.name, value, b.least, b.most); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func number(name, text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, unreadable(fmt.Sprintf("%s is not between %d and %d", name, least, most))
	}
	return n, nil
}

func saltAndKey(encoding *base64.Encoding, salt, key string) (s, k []byte, err error) {
	if s, err = decoded(encoding, "salt", salt); err != nil {
		return nil, nil, err
	}
	k, err = decoded(encoding, "key", key)
	return s, k, err
}

func decoded(encoding *base64.Encoding, name, text string) ([]byte, error) {
	b, err := encoding.Strict().DecodeString(text)
	if err != nil || len(b) < 8 || len(b) > 128 {
		return nil, unreadable("the " + name + " is not base64 of 8 to 128 bytes")
	}
	return b, nil
}
