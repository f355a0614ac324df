package keys

import (
	"crypto/rsa"
	"errors"
	"fmt"
)

// The bounds of what is read and made. Work with a modulus grows with the cube of its length.
const (
	MostModulus   = 16384   // bits of a modulus that is read
	MostGenerated = 4096    // bits of a modulus that is made: nothing can stop the search for its primes, which takes seconds
	LeastModulus  = 1024    // bits; shorter ones are broken, and the standard library refuses them
	mostDER       = 1 << 16 // bytes of a key; one of 16,384 bits has less than 10,000
)

var errTooLong = fmt.Errorf("the key has more than %d bytes", mostDER)

// checked returns a key if its modulus is within the bounds.
func checked(key any) (any, error) {
	bits := 0
	switch k := key.(type) {
	case *rsa.PublicKey:
		bits = k.N.BitLen()
	case *rsa.PrivateKey:
		bits = k.N.BitLen()
		if len(k.Primes) != 2 {
			return nil, errors.New("an RSA key has two primes")
		}
	default:
		return key, nil
	}
	if bits < LeastModulus || bits > MostModulus {
		return nil, fmt.Errorf("an RSA key of %d bits: they have from %d to %d", bits, LeastModulus, MostModulus)
	}
	return key, nil
}
