package agents

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// builder finds the tools, resources and prompts for agents.
type builder struct {
	*declared.Source
	out        *manifest.Manifest
	openFields map[*schema.Field]bool // fields of arguments that have been checked

	tools, resources, uris, prompts []entry // by the names and URIs that agents use
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
