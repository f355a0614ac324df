package webcrypto

import (
	"errors"
	"fmt"

	"github.com/fwrun/fwrun/security/crypt/turns"
)

// Error is what a DOMException of some name tells, or a TypeError.
type Error struct{ Name, Message string }

func (e *Error) Error() string { return e.Message }

func failed(name, format string, args ...any) error {
	return &Error{name, fmt.Sprintf(format, args...)}
}

func notSupported(format string, args ...any) error {
	return failed("NotSupportedError", format, args...)
}

func syntaxError(format string, args ...any) error { return failed("SyntaxError", format, args...) }

func invalidAccess(format string, args ...any) error {
	return failed("InvalidAccessError", format, args...)
}

func operationError(format string, args ...any) error {
	return failed("OperationError", format, args...)
}

// dataError is the error of a key that cannot be read.
func dataError(err error) error { return failed("DataError", "the key cannot be read: %v", err) }

// secretly is the error of an operation that does not say its reason.
func secretly() error {
	return failed("OperationError", "The operation failed for an operation-specific reason")
}

// concealed is an error without its reason, or nil if there is none.
func concealed(err error) error {
	if err == nil {
		return nil
	}
	return secretly()
}

// waited is the error of work that has not come to its turn.
func waited(err error) error {
	if errors.Is(err, turns.ErrTooMany) {
		return operationError("too many keys are being derived and made at the moment")
	}
	return err
}
