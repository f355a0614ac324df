package agents

import (
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/schema"
)

// findInterceptors lists the beans that have a part in tool calls.
func (b *builder) findInterceptors() {
	for _, bean := range b.out.Beans {
		if bean.Is(manifest.TypeToolInterceptor) {
			b.out.ToolInterceptors = append(b.out.ToolInterceptors, bean.Index)
		}
	}
	sortByClass(b.out.ToolInterceptors, b.out.Beans)
}

// isOpen tells a type of which nothing is known that a schema could say.
func isOpen(t *schema.Type) bool {
	return t == nil || t.Kind == schema.Any || t.Kind == schema.Untyped ||
		(t.Kind == schema.List || t.Kind == schema.Map) && isOpen(t.Elem)
}
