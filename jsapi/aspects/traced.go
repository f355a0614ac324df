package aspects

import (
	"cmp"
	"log/slog"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/trace"
)

// traced puts the method in a span of its own, if its trace is recorded.
func (r *Realm) traced(advised *manifest.Advised, o manifest.Options) layer {
	if !r.Recorded {
		return func(_ *call, rest Body) (goja.Value, error) { return rest() }
	}
	name := cmp.Or(o.Text("name"), advised.Name)
	method := slog.String("code.function.name", strings.ReplaceAll(advised.Name, "#", "."))
	return func(_ *call, rest Body) (goja.Value, error) {
		return r.InSpan(name, func(span *trace.Span) (goja.Value, error) {
			span.Set(method)
			return rest()
		})
	}
}
