package config

import (
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/pollution"
)

// prototypes refuses names with which code that merges sections would change the prototype of all objects.
func (k *keyCheck) prototypes() {
	type visit struct {
		of     *node
		within bool // a section called constructor
	}
	seen := map[visit]bool{} // nodes are shared
	var walk func(within string, n *node)
	walk = func(within string, n *node) {
		v := visit{n, within == pollution.Constructor}
		if seen[v] {
			return
		}
		seen[v] = true
		for _, item := range n.items {
			walk("", item)
		}
		for _, f := range n.fields {
			if pollution.Reaches(within, f.name) {
				k.note(fault.Err, f, "the name "+f.name+" is not allowed here",
					"code that merges settings would change the prototype of all objects: rename it", nil)
				continue
			}
			walk(f.name, f.value)
		}
	}
	walk("", k.tree)
}
