package bodies

import (
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// members finds the members of classes, and what they are.
type members struct{ *lookup }

// property is a member that was found.
type property struct {
	owner *value // the class that declares it
	*source.Member
	param  *source.Param // a parameter that is a property
	hidden bool          // it is only assigned: nothing else is known of it
	field  string        // its name, if it is assigned to objects
}

// member finds a member of an instance or a class, and reports whether it can be missing.
func (ms *members) member(v *value, name string) (found *property, closed bool) {
	classes, closed := ms.chain(v)
	for _, c := range classes {
		if p := ms.ownMember(c, name); p != nil {
			return p, closed
		}
	}
	last := classes[len(classes)-1]
	if isOneOf(name, ofObjects) || v.kind == static && isOneOf(name, ofClasses) || ms.extendsError(last) && isOneOf(name, ofErrors) {
		return &property{owner: v, hidden: true}, closed
	}
	return nil, closed
}

func (ms *members) ownMember(c *value, name string) *property {
	var getter *property
	for _, m := range c.class.Members {
		if m.Static != (c.kind == static) || m.Kind == source.Constructor && c.kind == instance && paramProperty(m, name) == nil {
			continue
		}
		if m.Kind == source.Constructor {
			if p := paramProperty(m, name); p != nil && c.kind == instance {
				return &property{owner: c, param: p}
			}
			continue
		}
		if m.Name == name || m.Computed && strings.Trim(m.Name, `"'`) == name {
			if m.Kind != source.Setter {
				return &property{owner: c, Member: m}
			}
			getter = &property{owner: c, Member: m, hidden: true}
		}
	}
	if getter != nil {
		return getter
	}
	if c.file == ms.types {
		return nil
	}
	if s := ms.shapeOf(c); s != nil && s.assigned[name] {
		return &property{owner: c, hidden: true, param: ms.givenParam(c, s, name), field: name}
	}
	return nil
}

func paramProperty(constructor *source.Member, name string) *source.Param {
	for _, p := range constructor.Params {
		if p.IsProperty && p.Name == name {
			return p
		}
	}
	return nil
}

// givenParam returns the parameter that a constructor assigns to a field and nobody else assigns; nil if it is not so.
func (ms *members) givenParam(c *value, s *shape, name string) *source.Param {
	given := s.given[name]
	if given == "" || c.kind != instance {
		return nil
	}
	for _, m := range c.class.Members {
		if m.Kind == source.Constructor {
			for _, p := range m.Params {
				if p.Name == given && !p.HasDefault {
					return p
				}
			}
		}
	}
	return nil
}

// names lists the members that a value may have, for hints.
func (ms *members) names(v *value) (names []string) {
	switch v.kind {
	case enumObject:
		for _, c := range v.enum.Cases {
			names = append(names, c.Name)
		}
		return names
	case namespace:
		return sortedNames(ms.exportsOf(v.file, nil))
	}
	classes, _ := ms.chain(v)
	if v.kind == instance && ms.extendsError(classes[len(classes)-1]) {
		names = strings.Fields(ofErrors)
	}
	for _, c := range classes {
		for _, m := range c.class.Members {
			if m.Kind == source.Constructor && v.kind == instance {
				for _, p := range m.Params {
					if p.IsProperty {
						names = append(names, p.Name)
					}
				}
			}
			if m.Kind != source.Constructor && m.Static == (v.kind == static) && !m.Computed && !strings.HasPrefix(m.Name, "#") {
				names = append(names, m.Name)
			}
		}
		if s := ms.ownShape(c); s != nil && v.kind == instance {
			names = append(names, sortedNames(s.assigned)...)
		}
	}
	return names
}

// valueOf returns what a member of a value is.
func (ms *members) valueOf(v *value, p *property) *value {
	c := p.owner
	if p.param != nil && (p.hidden || p.Member == nil) {
		return ms.resolve(c.file, p.param.Type, c.args, deepestValue)
	}
	if p.hidden || p.Member == nil {
		return ms.constructed(c, p.field)
	}
	if ms.isForeign(c.file, p.Decorators) {
		return nil
	}
	switch p.Kind {
	case source.Method:
		args := c.args
		for _, name := range p.TypeParams {
			args = with(args, name)
		}
		s := &signature{
			name: p.Name, file: c.file, typeParams: p.TypeParams, params: p.Params, result: p.Type, async: p.Async, generator: p.Generator,
			overloaded: p.Overloaded, varied: p.Varied, args: args, this: v,
		}
		if !ms.placing { // where nobody counts arguments
			shape := ms.ownShape(c)
			s.free = shape != nil && shape.listless[p.Name]
		}
		return &value{kind: callable, call: s}
	case source.Field, source.Getter:
		if p.Type != nil {
			return ms.resolve(c.file, p.Type, c.args, deepestValue)
		}
		if made, ok := strings.CutPrefix(p.Default, "new "); ok && p.DefaultAs == source.ValueNew {
			return ms.fieldMade(c, p, made)
		}
		if p.Default == "" && p.Kind == source.Field && len(p.Decorators) == 0 {
			return ms.constructed(c, p.Name)
		}
	}
	return nil
}

// fieldMade returns the instance with which a field begins, if nothing else is assigned to it.
func (ms *members) fieldMade(c *value, p *property, made string) *value {
	end := strings.IndexAny(made, "<( ")
	if end < 0 {
		end = len(made)
	}
	if strings.HasPrefix(made[end:], "<") || strings.Contains(made, ").") {
		return nil
	}
	v := ms.resolve(c.file, named(made[:end]), c.args, deepestValue)
	if s := ms.ownShape(c); v == nil || s == nil || s.assigned[p.Name] || ms.isAdded(p.Name) {
		return nil
	}
	return v
}

// with returns arguments of which one is not known.
func with(args map[string]*value, name string) map[string]*value {
	other := make(map[string]*value, len(args)+1)
	for n, v := range args {
		other[n] = v
	}
	other[name] = nil
	return other
}

// constructor returns how a class is made; nil if that is not known.
func (ms *members) constructor(v *value) *signature {
	for c := v; c != nil; c = ms.baseOf(c) {
		for _, m := range c.class.Members {
			if m.Kind == source.Constructor {
				s := &signature{name: c.class.Name, file: c.file, params: m.Params, overloaded: m.Overloaded, args: with(c.args, "")}
				for _, name := range c.class.TypeParams {
					s.args[name] = nil
				}
				if shape := ms.ownShape(c); shape != nil {
					s.free = shape.listless["constructor"]
				}
				return s
			}
		}
		if c.class.Extends != nil && ms.baseOf(c) == nil || ms.isForeign(c.file, c.class.Decorators) {
			return nil
		}
	}
	return nil
}
