package app

import (
	"context"

	document "github.com/fwrun/fwrun/app/openapi"
	"github.com/fwrun/fwrun/engine/manifest"
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
	return g.document(m), nil
}

// Client returns the TypeScript client of an application, made of its [Document].
func Client(ctx context.Context, options Options) ([]byte, error) {
	document, err := Document(ctx, options)
	if err != nil {
		return nil, err
	}
	return client.Write(openapi.JSON(document))
}

// document writes the OpenAPI document of the generation.
func (g *generation) document(m *manifest.Manifest) schema.Node {
	s := &g.settings
	return s.openAPI.Document(m, document.Application{
		Version: s.agents.Server.Version, ContextPath: s.host.ContextPath, Closed: s.host.JSON.RefuseUnknown,
		Rules: s.security.Rules(), Schemes: s.schemes(),
	})
}

// schemes lists the ways in which clients can say who they are.
func (s *settings) schemes() (list []openapi.Scheme) {
	if s.security.TakesTokens() {
		list = append(list, openapi.Scheme{Name: "bearer", Kind: openapi.Bearer})
	}
	if keys := s.security.APIKeys; keys.Enabled {
		list = append(list, openapi.Scheme{Name: "apiKey", Kind: openapi.APIKey, Sent: keys.Header()})
	}
	if s.security.Basic.Enabled {
		list = append(list, openapi.Scheme{Name: "basic", Kind: openapi.Basic})
	}
	if session := s.security.Session; session.Enabled {
		list = append(list, openapi.Scheme{Name: "session", Kind: openapi.Session, Sent: session.Cookie()})
	}
	return list
}
