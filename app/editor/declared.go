package editor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/lsp"
	"github.com/fwrun/fwrun/platform/fault"
)

// entry is a symbol, and who may use it.
type entry struct {
	lsp.Symbol
	who string
}

// entries lists what an application offers: routes, what agents may use, listeners, schedules.
func (x *index) entries() (list []entry) {
	m := x.Manifest
	if m == nil {
		return nil
	}
	add := func(name, in string, at fault.Place, who string) {
		list = append(list, entry{lsp.Symbol{Name: name, Kind: lsp.Method, In: in, At: fault.Spot{Place: at, Length: 1}}, who})
	}
	for _, r := range x.Routes {
		who := ""
		if r.MayCall != nil {
			who = r.MayCall.String()
		}
		if r.Place.File != "" {
			add(cmp.Or(strings.Join(r.Methods, ","), "ANY")+" "+r.Path, r.Handler, r.Place, who)
		}
	}
	offered := func(kind, name string, handler int, at fault.Place) {
		h, who := m.Handlers[handler], ""
		if h.Demand != nil {
			who = h.Demand.String()
		}
		add(kind+" "+name, h.Name, at, who)
	}
	for _, t := range m.Tools {
		offered("tool", t.Name, t.Handler, t.Place)
	}
	for _, r := range m.Resources {
		offered("resource", r.URI, r.Handler, r.Place)
	}
	for _, p := range m.Prompts {
		offered("prompt", p.Name, p.Handler, p.Place)
	}
	for _, l := range m.Listeners {
		add("queue "+l.Queue, l.Name, l.Place, "")
	}
	for _, s := range m.Schedules {
		add("schedule "+s.Name, s.Target, s.Place, s.Disabled)
	}
	return list
}

// Symbols lists what the application offers, and its beans.
func (e *Editor) Symbols() (list []lsp.Symbol) {
	x := e.seen.Load()
	for _, one := range x.entries() {
		list = append(list, one.Symbol)
	}
	for _, b := range x.ownBeans() {
		at, _ := spotOf(b)
		kind, name := lsp.Class, b.TypeName
		if b.Stereotype == manifest.Produced {
			kind, name = lsp.Method, b.Name
		}
		list = append(list, lsp.Symbol{Name: name, Kind: kind, In: string(b.Stereotype), At: at})
	}
	slices.SortStableFunc(list, func(a, b lsp.Symbol) int {
		return cmp.Or(strings.Compare(a.At.File, b.At.File), cmp.Compare(a.At.Line, b.At.Line))
	})
	return list
}

// ownBeans lists the beans that the application declares.
func (x *index) ownBeans() (list []*manifest.Bean) {
	if x.Manifest == nil {
		return nil
	}
	for _, b := range x.Manifest.Beans {
		if b.Place.File != "" {
			list = append(list, b)
		}
	}
	return list
}

// Lenses says above each method what leads to it and who may call it, and above each bean how often it is injected.
func (e *Editor) Lenses(file string) (list []lsp.Lens) {
	x := e.seen.Load()
	for _, one := range x.entries() {
		if one.At.File == file {
			list = append(list, lsp.Lens{Line: one.At.Line, Title: one.title()})
		}
	}
	for _, b := range x.ownBeans() {
		if b.Place.File != file {
			continue
		}
		switch count := len(x.injectedAt(b)); count {
		case 0: // such as a controller
		case 1:
			list = append(list, lsp.Lens{Line: b.Place.Line, Title: "1 injection"})
		default:
			list = append(list, lsp.Lens{Line: b.Place.Line, Title: fmt.Sprintf("%d injections", count)})
		}
	}
	return list
}

func (e *entry) title() string {
	if e.who == "" {
		return e.Name
	}
	return e.Name + " · " + e.who
}

// Definition returns where a bean is declared, or a key is set.
func (e *Editor) Definition(place lsp.Cursor) (list []fault.Spot) {
	x, at := e.seen.Load(), cursorOf(place)
	if key, _, ok := at.key(); ok {
		return x.setAt(key)
	}
	for _, b := range x.beans(at) {
		if spot, own := spotOf(b); own {
			list = append(list, spot)
		}
	}
	return list
}

// References returns where a bean is injected, or a key is used.
func (e *Editor) References(place lsp.Cursor, declaration bool) (list []fault.Spot) {
	x, at := e.seen.Load(), cursorOf(place)
	key, _, ok := at.key()
	if !ok && isYAML(at.File) {
		key, ok = at.yamlKey()
	}
	if ok {
		if declaration {
			list = x.setAt(key)
		}
		return append(list, x.usedAt(key)...)
	}
	for _, b := range x.beans(at) {
		if spot, own := spotOf(b); own && declaration {
			list = append(list, spot)
		}
		list = append(list, x.injectedAt(b)...)
	}
	return list
}
