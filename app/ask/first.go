package ask

import (
	"context"
	"errors"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// First returns what running finds, or else what here opens. What another process owns is waited for: it may be about to open its admin
// socket.
func First[T any](ctx context.Context, running, here func() (*T, error)) (*T, error) {
	for deadline := time.Now().Add(startPatience); ; {
		if found, err := running(); found != nil || err != nil {
			return found, err
		}
		opened, err := here()
		conflict, isFault := errors.AsType[*fault.Error](err)
		if !isFault || conflict.Kind != fault.Conflict {
			return opened, err
		}
		if time.Now().After(deadline) {
			return nil, withoutSocket(conflict)
		}
		select { // it may be starting, or another command be about to end
		case <-time.After(startRetry):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

const (
	startPatience = 3 * time.Second // for which an embedded broker of another process may be without an admin socket
	startRetry    = 200 * time.Millisecond
)

// withoutSocket says how to reach what another process owns.
func withoutSocket(conflict *fault.Error) error {
	return conflict.WithHint("only that process can be asked, and it has no admin socket: its log says why, or management.socket is false; " +
		"or else stop it first")
}
