package engine

import (
	"errors"
	"fmt"

	"github.com/fwrun/fwrun/platform/fault"
)

// JSONError is a value that JSON cannot hold.
type JSONError struct {
	Path   string // orders[0].total; empty for the value itself
	Reason string
}

func (e *JSONError) Error() string {
	if e.Path == "" {
		return "the result cannot be written as JSON: " + e.Reason
	}
	const longest = 120 // bytes of a path in a message
	return "the result cannot be written as JSON: " + fault.Shortened(e.Path, longest) + " " + e.Reason
}

// under puts a step in front of the path while the recursion returns.
func (e *JSONError) under(step string) *JSONError {
	switch {
	case e.Path == "" || e.Path[0] == '[':
		e.Path = step + e.Path
	default:
		e.Path = step + "." + e.Path
	}
	return e
}

func within(err error, step string) error {
	if e, ok := errors.AsType[*JSONError](err); ok {
		return e.under(step)
	}
	return err
}

func errResultBytes(limit int) error {
	return &JSONError{Reason: fmt.Sprintf("makes it larger than %d bytes, the limit of server.max-response-bytes", limit)}
}
