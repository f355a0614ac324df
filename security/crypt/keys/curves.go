package keys

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// CurveNames are the curves of ECDSA and ECDH, as Web Cryptography names them.
func CurveNames() []string { return []string{"P-256", "P-384", "P-521"} }

// Curve returns a curve by its name, or nil.
func Curve(name string) elliptic.Curve {
	for _, curve := range []elliptic.Curve{elliptic.P256(), elliptic.P384(), elliptic.P521()} {
		if curve.Params().Name == name {
			return curve
		}
	}
	return nil
}

// FieldBytes is the number of bytes of a coordinate.
func FieldBytes(curve elliptic.Curve) int { return (curve.Params().BitSize + 7) / 8 }

// ParsePoint reads a public key from the point of a curve (SEC 1, 2.3.3), compressed or not.
func ParsePoint(curveName string, point []byte) (*ecdsa.PublicKey, error) {
	curve := Curve(curveName)
	if curve == nil {
		return nil, fmt.Errorf("there is no curve %q", curveName)
	}
	if len(point) == 1+FieldBytes(curve) && (point[0] == 2 || point[0] == 3) {
		var err error
		if point, err = uncompressed(curve, point); err != nil {
			return nil, err
		}
	}
	return ecdsa.ParseUncompressedPublicKey(curve, point)
}

// uncompressed finds the y of a compressed point.
func uncompressed(curve elliptic.Curve, point []byte) ([]byte, error) {
	x, y := elliptic.UnmarshalCompressed(curve, point)
	if x == nil {
		return nil, errors.New("the point is not on its curve")
	}
	size := FieldBytes(curve)
	return slices.Concat([]byte{4}, x.FillBytes(make([]byte, size)), y.FillBytes(make([]byte, size))), nil
}

// Point returns the uncompressed point of a public key.
func Point(key *ecdsa.PublicKey) ([]byte, error) { return key.Bytes() }

// Compressed returns the compressed point of an uncompressed one.
func Compressed(point []byte) []byte {
	size := (len(point) - 1) / 2
	y := new(big.Int).SetBytes(point[1+size:])
	return append([]byte{2 + byte(y.Bit(0))}, point[1:1+size]...)
}
