package app

import (
	"context"

	"github.com/fwrun/fwrun/openapi"
	"github.com/fwrun/fwrun/openapi/client"
)

// Client returns the TypeScript client of an application, made of its [Document].
func Client(ctx context.Context, options Options) ([]byte, error) {
	document, err := Document(ctx, options)
	if err != nil {
		return nil, err
	}
	return client.Write(openapi.JSON(document))
}
