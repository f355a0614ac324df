package agents

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/schema"
)

// builder finds what agents can use.
type builder struct {
	*declared.Source
	out        *manifest.Manifest
	openFields map[*schema.Field]bool // what agents give that has been looked at

	tools, resources, uris, prompts []entry // by the names and URIs that agents know
}

// Build finds the tools, the resources and the prompts.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{Source: src, out: m, openFields: map[*schema.Field]bool{}}
	b.findTools()
	b.findResources()
	b.findPrompts()
	b.findInterceptors()
	b.agentNames()
	b.endpointTaken()
}
