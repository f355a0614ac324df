package security

import "context"

type key struct{}

// With returns a context on behalf of somebody.
func With(ctx context.Context, p *Principal) context.Context { return context.WithValue(ctx, key{}, p) }

// From returns on whose behalf a context is; nil if nobody is known.
func From(ctx context.Context) *Principal {
	p, _ := ctx.Value(key{}).(*Principal)
	return p
}
