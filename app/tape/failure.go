package tape

import (
	"errors"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/platform/fault"
)

func codeOf(err error) string { return web.ErrorCode(err) }

// failureOf returns what is kept of an error of the network.
func failureOf(err error) *replay.Failure {
	return &replay.Failure{Message: stories.Harmless(err.Error()), Code: codeOf(err)}
}

// networkError is an error that was recorded.
type networkError struct{ of *replay.Failure }

func (e *networkError) Error() string { return e.of.Message }
func (e *networkError) Code() string  { return e.of.Code }

// faultKinds are the kinds of faults, on which the error of a script and the answer of a request depend, as files name them.
var faultKinds = map[fault.Kind]string{
	fault.Invalid: "invalid", fault.Denied: "denied", fault.NotFound: "not found", fault.Conflict: "conflict", fault.TooLarge: "too large",
	fault.Unavailable: "unavailable", fault.Timeout: "timeout",
}

// faultOf returns what a recording keeps of an error of fwrun itself: what scripts see of it.
func faultOf(err error) *replay.Failure {
	known, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return failureOf(err)
	}
	f := &replay.Failure{Message: stories.Harmless(known.Public), Kind: faultKinds[known.Kind], Code: codeOf(err)}
	if known.Hint != "" && (known.Kind == fault.Invalid || known.Kind == fault.TooLarge) { // scripts see the hint in its message
		f.Message += "; " + stories.Harmless(known.Hint)
	}
	return f
}

// errorOf returns the error that was recorded.
func errorOf(f *replay.Failure) error {
	for kind, name := range faultKinds {
		if name == f.Kind {
			return fault.New("tape.play", kind, f.Message).Because(&networkError{f})
		}
	}
	return &networkError{f}
}
