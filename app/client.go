package app

import (
	"context"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/openapi"
	"github.com/fwrun/fwrun/openapi/client"
)

// Document returns the OpenAPI document of an application, which it reads as [Inspect] does.
func Document(ctx context.Context, options Options) (schema.Node, error) {
	g, m, err := inspected(ctx, options)
	if err != nil {
		return nil, err
	}
	return g.settings.document(m), nil
}

// Client returns the TypeScript client of an application, made of its [Document].
func Client(ctx context.Context, options Options) ([]byte, error) {
	document, err := Document(ctx, options)
	if err != nil {
		return nil, err
	}
	return client.Write(openapi.JSON(document))
}
