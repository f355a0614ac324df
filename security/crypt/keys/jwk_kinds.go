package keys

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// ParseJWK reads a public or private key; kty says of which kind.
func ParseJWK(j JWK) (any, error) {
	switch j.Texts["kty"] {
	case "RSA":
		return parseRSA(j)
	case "EC":
		return parseEC(j)
	case "OKP":
		return parseOKP(j)
	}
	return nil, fmt.Errorf("kty %q is not one of RSA, EC and OKP", j.Texts["kty"])
}

// numbers reads members that are numbers without a sign, highest byte first. (RFC 7518 forbids zeros in front; others write and accept them.)
func (j JWK) numbers(names ...string) ([]*big.Int, error) {
	list := make([]*big.Int, len(names))
	for i, name := range names {
		data, err := j.Bytes(name)
		if err != nil {
			return nil, err
		}
		if len(data) == 0 || len(data) > MostModulus/8+1 {
			return nil, fmt.Errorf("%s has %d bytes", name, len(data))
		}
		list[i] = new(big.Int).SetBytes(data)
	}
	return list, nil
}

func parseRSA(j JWK) (any, error) {
	public, err := parseRSAPublic(j)
	if err != nil || !j.Has("d") {
		return public, err
	}
	if j.Oth {
		return nil, errors.New("a key with more than two primes")
	}
	n, err := j.numbers("d", "p", "q", "dp", "dq", "qi")
	if err != nil {
		return nil, err
	}
	key := &rsa.PrivateKey{PublicKey: *public, D: n[0], Primes: []*big.Int{n[1], n[2]}}
	if err := key.Validate(); err != nil {
		return nil, err
	}
	key.Precompute()
	if key.Precomputed.Dp.Cmp(n[3]) != 0 || key.Precomputed.Dq.Cmp(n[4]) != 0 || key.Precomputed.Qinv.Cmp(n[5]) != 0 {
		return nil, errors.New("dp, dq and qi are not the key's")
	}
	return key, nil
}

func parseRSAPublic(j JWK) (*rsa.PublicKey, error) {
	n, err := j.numbers("n", "e")
	if err != nil {
		return nil, err
	}
	if !n[1].IsInt64() || n[1].Int64() > 1<<31-1 || n[1].Int64() < 3 || n[1].Bit(0) == 0 {
		return nil, errors.New("e is not an odd number from 3 to 2147483647")
	}
	key := &rsa.PublicKey{N: n[0], E: int(n[1].Int64())}
	if _, err := checked(key); err != nil {
		return nil, err
	}
	if key.N.Bit(0) == 0 {
		return nil, errors.New("n is even")
	}
	return key, nil
}

func parseEC(j JWK) (any, error) {
	curve := Curve(j.Texts["crv"])
	if curve == nil {
		return nil, fmt.Errorf("there is no curve %q", j.Texts["crv"])
	}
	size := FieldBytes(curve)
	x, errX := j.exactly("x", size)
	y, errY := j.exactly("y", size)
	if err := errors.Join(errX, errY); err != nil {
		return nil, err
	}
	point := slices.Concat([]byte{4}, x, y)
	public, err := ecdsa.ParseUncompressedPublicKey(curve, point)
	if err != nil || !j.Has("d") {
		return public, err
	}
	d, err := j.exactly("d", size)
	if err != nil {
		return nil, err
	}
	private, err := ecdsa.ParseRawPrivateKey(curve, d)
	if err != nil {
		return nil, err
	}
	return private, samePoint(private, point)
}

func parseOKP(j JWK) (any, error) {
	x, err := j.exactly("x", 32)
	if err != nil {
		return nil, err
	}
	var d []byte
	if j.Has("d") {
		if d, err = j.exactly("d", 32); err != nil {
			return nil, err
		}
	}
	switch j.Texts["crv"] {
	case "Ed25519":
		return ed25519Of(x, d)
	case "X25519":
		return x25519Of(x, d)
	}
	return nil, fmt.Errorf("there is no curve %q", j.Texts["crv"])
}

var errOtherPublic = errors.New("x is not the private key's")

func ed25519Of(x, d []byte) (any, error) {
	if d == nil {
		return ed25519.PublicKey(x), nil
	}
	key := ed25519.NewKeyFromSeed(d)
	if !ed25519.PublicKey(x).Equal(key.Public()) {
		return nil, errOtherPublic
	}
	return key, nil
}

func x25519Of(x, d []byte) (any, error) {
	public, err := ecdh.X25519().NewPublicKey(x)
	if err != nil || d == nil {
		return public, err
	}
	key, err := ecdh.X25519().NewPrivateKey(d)
	if err != nil {
		return nil, err
	}
	if !public.Equal(key.PublicKey()) {
		return nil, errOtherPublic
	}
	return key, nil
}

// ToJWK writes a key as a JSON Web Key, without alg, ext, key_ops and use.
func ToJWK(key any) (JWK, error) {
	switch k := key.(type) {
	case *rsa.PublicKey:
		return jwk("RSA", rsaMembers(k)), nil
	case *rsa.PrivateKey:
		members := rsaMembers(&k.PublicKey)
		for name, value := range map[string]*big.Int{
			"d": k.D, "p": k.Primes[0], "q": k.Primes[1], "dp": k.Precomputed.Dp, "dq": k.Precomputed.Dq, "qi": k.Precomputed.Qinv,
		} {
			members[name] = value.Bytes()
		}
		return jwk("RSA", members), nil
	case *ecdsa.PublicKey:
		return ecJWK(k, nil)
	case *ecdsa.PrivateKey:
		return ecJWK(&k.PublicKey, k)
	case ed25519.PublicKey:
		return okp("Ed25519", map[string][]byte{"x": k}), nil
	case ed25519.PrivateKey:
		return okp("Ed25519", map[string][]byte{"x": k[32:], "d": k.Seed()}), nil
	case *ecdh.PublicKey:
		return okp("X25519", map[string][]byte{"x": k.Bytes()}), nil
	case *ecdh.PrivateKey:
		return okp("X25519", map[string][]byte{"x": k.PublicKey().Bytes(), "d": k.Bytes()}), nil
	}
	return JWK{}, fmt.Errorf("%T is not written as a JSON Web Key", key)
}

func rsaMembers(key *rsa.PublicKey) map[string][]byte {
	return map[string][]byte{"n": key.N.Bytes(), "e": big.NewInt(int64(key.E)).Bytes()}
}

func ecJWK(public *ecdsa.PublicKey, private *ecdsa.PrivateKey) (JWK, error) {
	point, err := public.Bytes()
	if err != nil {
		return JWK{}, err
	}
	half := (len(point)-1)/2 + 1
	members := map[string][]byte{"x": point[1:half], "y": point[half:]}
	if private != nil {
		if members["d"], err = private.Bytes(); err != nil {
			return JWK{}, err
		}
	}
	j := jwk("EC", members)
	j.Texts["crv"] = public.Curve.Params().Name
	return j, nil
}

func okp(curve string, members map[string][]byte) JWK {
	j := jwk("OKP", members)
	j.Texts["crv"] = curve
	return j
}
