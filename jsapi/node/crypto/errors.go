package crypto

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/security/crypt/turns"
)

// coded is an error with a code, as Node's have one.
type coded struct {
	class, code, message string
}

func (e *coded) Error() string { return e.message }

func invalid(message string) error { return &coded{"TypeError", "ERR_INVALID_ARG_VALUE", message} }

func outOfRange(message string) error { return &coded{"RangeError", "ERR_OUT_OF_RANGE", message} }

func failed(code, message string) error { return &coded{"Error", code, message} }

// errorOf returns what is thrown for an error.
func (c *realm) errorOf(err error) goja.Value {
	if errors.Is(err, turns.ErrTooMany) {
		err = failed("ERR_CRYPTO_OPERATION_FAILED", "too many keys are being derived and made at the moment")
	}
	own, ok := errors.AsType[*coded](err)
	if !ok {
		own = &coded{"Error", "ERR_CRYPTO_OPERATION_FAILED", err.Error()}
	}
	object, newErr := c.Runtime.New(c.Runtime.Get(own.class), c.Runtime.ToValue(own.message))
	if newErr != nil {
		panic(newErr)
	}
	_ = object.Set("code", own.code)
	return object
}

// must throws an error.
func (c *realm) must(err error) {
	if err != nil {
		panic(c.errorOf(err))
	}
}
