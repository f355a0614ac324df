package engine

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// repositories passes the live classes of the repositories and of their rows to the host.
func (w wiring) repositories() error {
	if len(w.manifest.Repositories) == 0 {
		return nil
	}
	list := make([]Repository, len(w.manifest.Repositories))
	for i, r := range w.manifest.Repositories {
		live, err := w.repository(r)
		if err != nil {
			return err
		}
		list[i] = live
	}
	return w.can.repositories.Keep(list)
}

func (w wiring) repository(r *manifest.Repository) (live Repository, err error) {
	class, err := w.class(r.Class)
	if err != nil {
		return live, err
	}
	live = Repository{Repository: r, Prototype: class.prototype, Results: make([]*goja.Object, len(r.Queries))}
	if live.Row, err = w.constructor(r.Rows.Class); err != nil {
		return live, err
	}
	for i, q := range r.Queries {
		if q.Class == nil {
			continue
		}
		if live.Results[i], err = w.constructor(q.Class); err != nil {
			return live, err
		}
	}
	return live, nil
}

func (w wiring) constructor(c *schema.Class) (*goja.Object, error) {
	class, err := w.class(manifest.Ref{File: c.File, Export: c.Export})
	if err != nil {
		return nil, err
	}
	return class.constructor, nil
}
