package agents

import (
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// findInterceptors lists the beans that intercept tool calls.
func (b *builder) findInterceptors() {
	for _, bean := range b.out.Beans {
		if bean.Is(manifest.TypeToolInterceptor) {
			b.out.ToolInterceptors = append(b.out.ToolInterceptors, bean.Index)
		}
	}
	sortByClass(b.out.ToolInterceptors, b.out.Beans)
}

// isOpen reports whether a schema of the type would say nothing.
func isOpen(t *schema.Type) bool {
	return t == nil || t.Kind == schema.Any || t.Kind == schema.Untyped ||
		(t.Kind == schema.List || t.Kind == schema.Map) && isOpen(t.Elem)
}
