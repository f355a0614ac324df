package fault

import (
	"errors"
	"strings"
)

// Kind classifies failures, so that each protocol can choose its answer.
type Kind uint8

// The kinds of run-time failures, with the HTTP status of each.
const (
	Internal    Kind = iota // 500: not caused by the client
	Invalid                 // 400: the input is wrong
	Denied                  // 403
	NotFound                // 404
	Conflict                // 409
	TooLarge                // 413
	Unavailable             // 503: a later try may succeed
	Timeout                 // 503: a time limit of the server was exceeded
	Canceled                // the caller went away; nobody reads the answer
)

// Error is a failed operation.
type Error struct {
	Op     string // package.operation, for the log
	Kind   Kind
	Public string // may be shown to anyone; no secrets, no internals
	Hint   string // how to fix it, for the log and the terminal
	Err    error  // cause, for the log only; may be nil
}

// OpFolder is the operation of errors about the folder of an application: it does not exist, or is a file.
const OpFolder = "folder"

// New returns an Error without a cause.
func New(op string, kind Kind, public string) *Error {
	return &Error{Op: op, Kind: kind, Public: public}
}

// Because returns the error with its cause set to err.
func (e *Error) Because(err error) *Error {
	c := *e
	c.Err = err
	return &c
}

// WithHint returns the error with a hint set.
func (e *Error) WithHint(hint string) *Error {
	c := *e
	c.Hint = hint
	return &c
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.Op != "" {
		b.WriteString(e.Op)
		b.WriteString(": ")
	}
	b.WriteString(e.Public)
	if e.Err != nil {
		b.WriteString(": ")
		b.WriteString(e.Err.Error())
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the first Error in err's chain, or Internal if there is no Error.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}
