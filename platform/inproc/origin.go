package inproc

import "context"

type originKey struct{}

// WithOrigin returns a context for work that belongs to something, such as a test. The handlers of requests that are sent with it belong
// to that, too.
func WithOrigin(ctx context.Context, origin any) context.Context {
	if origin == nil {
		return ctx
	}
	return context.WithValue(ctx, originKey{}, origin)
}

// Origin returns what the work of a context belongs to; nil if that is nothing.
func Origin(ctx context.Context) any { return ctx.Value(originKey{}) }
