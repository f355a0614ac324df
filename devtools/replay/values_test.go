package replay

import (
	"math"
	"math/big"
	"reflect"
	"testing"
	"time"
)

// TestValues: values of databases are read as they were written, whatever scripts are given of them: integers beyond those that a number
// holds are another type there, and the members of a document have an order.
func TestValues(t *testing.T) {
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	for _, value := range []any{
		nil, true, "text", int64(7), int64(math.MaxInt64), uint64(math.MaxUint64), 1.5, 1e18, -1e18, 1e300, math.Inf(-1), math.Copysign(0, -1),
		[]byte{0, 255},
		time.UnixMicro(1_700_000_000_123_456).UTC(), huge,
	} {
		text, err := encode(ValueOf(value))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Read(text); err != nil || !same(got, value) {
			t.Errorf("%T %v is written as %s and read as %T %v, %v", value, value, text, got, got, err)
		}
	}
	for _, document := range []string{`{"b":1,"a":{"d":[],"c":1.50}}`, `null`, `"text"`, `{"$time":"never"}`} {
		text, err := encode(DocumentOf(document))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Read(text); err != nil || got != Document(document) {
			t.Errorf("%s is written as %s and read as %v, %v", document, text, got, err)
		}
	}
	for _, text := range []string{`{"$json":1,"more":2}`, `{"$other":"1"}`, `[1]`, `{"$integer":"x"}`} {
		if got, err := Read([]byte(text)); err == nil {
			t.Errorf("%s is read as %v", text, got)
		}
	}
}

func same(got, want any) bool {
	a, isFloat := got.(float64)
	b, wasFloat := want.(float64)
	if isFloat && wasFloat {
		return math.Float64bits(a) == math.Float64bits(b)
	}
	return reflect.DeepEqual(got, want)
}
