package app

import (
	"errors"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/fault"
)

// HandlerFailure is an error that ended a handler and was answered with status 500 or higher.
type HandlerFailure struct {
	Handler string
	Err     error
}

// failures records the failures of handlers.
type failures struct {
	mu   sync.Mutex
	list []HandlerFailure
}

func (f *failures) add(handler string, err error) {
	if isFailure(err) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.list = append(slices.Clip(f.list), HandlerFailure{handler, err})
	}
}

// isFailure reports whether an error is the application's fault and not the client's.
func isFailure(err error) bool {
	if thrown, ok := errors.AsType[*engine.ScriptError](err); ok {
		return thrown.Status == 0 || thrown.Status >= 500
	}
	return errors.As(err, new(*fault.Error))
}
