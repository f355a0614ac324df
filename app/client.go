package app

import (
	"context"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/openapi"
	"github.com/fwrun/fwrun/openapi/client"
)

// Document returns the OpenAPI document of an application, which it reads as [Inspect] does, and the handlers whose answers have no type in
// it.
func Document(ctx context.Context, options Options) (document schema.Node, untyped []string, err error) {
	g, m, err := inspected(ctx, options)
	if err != nil {
		return nil, nil, err
	}
	return g.settings.document(m), openapi.Untyped(m), nil
}

// Client returns the TypeScript client of an application, made of its [Document], and the handlers whose answers have no type in it.
func Client(ctx context.Context, options Options) (text []byte, untyped []string, err error) {
	document, untyped, err := Document(ctx, options)
	if err != nil {
		return nil, nil, err
	}
	text, err = client.Write(openapi.JSON(document))
	return text, untyped, err
}
