package outline

import (
	"strings"
	"sync"

	"github.com/fwrun/fwrun/engine/bodies"
	"github.com/fwrun/fwrun/engine/source"
)

// host returns the outline of what fwrun itself declares. It is read when an error wants to know it first.
var host = sync.OnceValue(func() *Outline { return Of(source.NewProject(bodies.Host())) })

// isHost reports whether a specifier is one of fwrun's own modules.
func isHost(specifier string) bool {
	return specifier == "fwrun" || strings.HasPrefix(specifier, "fwrun/")
}

// hostClass returns a class of fwrun: one that scripts import, or one that is everywhere.
func hostClass(name string, isImported bool) *Class {
	for _, f := range host().all() {
		for i := range f.Classes {
			if c := &f.Classes[i]; c.Name == name && (c.Export != "") == isImported {
				return c
			}
		}
	}
	return nil
}
