package bodies

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// longestChain is how many classes inherit from one another.
const longestChain = 40

// chain returns a class and its bases, and reports whether their members are all known.
func (q *inquiry) chain(v *value) (classes []*value, closed bool) {
	closed = q.typing == nil
	for c := v; c != nil; c = q.baseOf(c) {
		if len(classes) == longestChain {
			return classes, false
		}
		classes = append(classes, c)
		closed = closed && q.isClosed(c)
		if c.class.Extends != nil && q.baseOf(c) == nil && !q.extendsError(c) {
			closed = false
		}
	}
	return classes, closed
}

// extendsError reports whether the base of a class is one of the errors of the language.
func (q *inquiry) extendsError(v *value) bool {
	if v.class.Extends == nil || v.class.Extends.Kind != source.TypeName || !isOneOf(v.class.Extends.Name, errorClasses) {
		return false
	}
	target := q.target(v.file, v.class.Extends)
	return !target.Found() && target.From == ""
}

const (
	errorClasses = " Error TypeError RangeError SyntaxError ReferenceError "
	// ofObjects, ofErrors and ofClasses are members that all of them have.
	ofObjects = " constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf toJSON __proto__ " +
		"__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ then "
	ofErrors  = " name message stack cause "
	ofClasses = " name length prototype call apply bind caller arguments captureStackTrace stackTraceLimit "
)

// isClosed reports whether nothing adds members to a class that is not seen.
func (q *inquiry) isClosed(v *value) bool {
	c := v.class
	if v.file == q.types {
		return true
	}
	if c.Ambient || q.opened[c.Name] || v.file.Type(c.Name) != nil || q.shapeOf(v) == nil || q.shapeOf(v).open {
		return false
	}
	for _, m := range c.Members {
		if m.Computed && !strings.HasPrefix(m.Name, "Symbol.") && !strings.HasPrefix(m.Name, `"`) && !strings.HasPrefix(m.Name, "'") ||
			m.Type != nil && m.Type.Kind == source.TypeOther && strings.Contains(m.Type.Text, "this is ") {
			return false
		}
	}
	return !q.isForeign(v.file, c.Decorators)
}

// isForeign reports whether some decorator is not one of "fwrun", and may do anything.
func (q *inquiry) isForeign(f *source.File, list []source.Decorator) bool {
	return f != q.types && slices.ContainsFunc(list, func(d source.Decorator) bool {
		return !strings.HasPrefix(q.project.Lookup(f, d.Name).From, "fwrun")
	})
}

// shapeOf returns what the bodies of a class do to its objects; nil if that is not known.
func (q *inquiry) shapeOf(v *value) *shape {
	q.look(v.file)
	if f := q.factsOf(v.file.Path); f != nil {
		return f.classes[v.class.Pos.Offset]
	}
	return nil
}

// property is a member that was found.
type property struct {
	owner *value // the class that declares it
	*source.Member
	param  *source.Param // a parameter that is a property
	hidden bool          // it is only assigned: nothing is known of it
}

// member finds a member of an instance or a class, and reports whether it can be missing.
func (q *inquiry) member(v *value, name string) (found *property, closed bool) {
	classes, closed := q.chain(v)
	for _, c := range classes {
		if p := q.ownMember(c, name); p != nil {
			return p, closed
		}
	}
	last := classes[len(classes)-1]
	if isOneOf(name, ofObjects) || v.kind == static && isOneOf(name, ofClasses) || q.extendsError(last) && isOneOf(name, ofErrors) {
		return &property{owner: v, hidden: true}, closed
	}
	return nil, closed
}

func (q *inquiry) ownMember(c *value, name string) *property {
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
	if c.file == q.types {
		return nil
	}
	if s := q.shapeOf(c); s != nil && s.assigned[name] {
		return &property{owner: c, hidden: true, param: q.givenParam(c, s, name)}
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
func (q *inquiry) givenParam(c *value, s *shape, name string) *source.Param {
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
func (q *inquiry) names(v *value) (names []string) {
	switch v.kind {
	case enumObject:
		for _, c := range v.enum.Cases {
			names = append(names, c.Name)
		}
		return names
	case namespace:
		return sortedNames(q.exportsOf(v.file, nil))
	}
	classes, _ := q.chain(v)
	if v.kind == instance && q.extendsError(classes[len(classes)-1]) {
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
		if s := q.ownShape(c); s != nil && v.kind == instance {
			names = append(names, sortedNames(s.assigned)...)
		}
	}
	return names
}

func (q *inquiry) ownShape(c *value) *shape {
	if c.file == q.types {
		return nil
	}
	return q.shapeOf(c)
}

// valueOf returns what a member of a value is.
func (q *inquiry) valueOf(v *value, p *property) *value {
	c := p.owner
	if p.param != nil && (p.hidden || p.Member == nil) {
		return q.resolve(c.file, p.param.Type, c.args, deepestValue)
	}
	if p.hidden || p.Member == nil {
		return nil
	}
	if q.isForeign(c.file, p.Decorators) {
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
		if shape := q.ownShape(c); shape != nil {
			s.free = shape.listless[p.Name]
		}
		return &value{kind: callable, call: s}
	case source.Field, source.Getter:
		if p.Type != nil {
			return q.resolve(c.file, p.Type, c.args, deepestValue)
		}
		if made, ok := strings.CutPrefix(p.Default, "new "); ok && p.DefaultAs == source.ValueNew {
			return q.fieldMade(c, p, made)
		}
	}
	return nil
}

// fieldMade returns the instance with which a field begins, if nothing else is assigned to it.
func (q *inquiry) fieldMade(c *value, p *property, made string) *value {
	if s := q.ownShape(c); s == nil || s.assigned[p.Name] || q.added[p.Name] {
		return nil
	}
	end := strings.IndexAny(made, "<( ")
	if end < 0 {
		end = len(made)
	}
	if strings.HasPrefix(made[end:], "<") || strings.Contains(made, ").") {
		return nil
	}
	return q.resolve(c.file, &source.Type{Kind: source.TypeName, Name: made[:end]}, c.args, deepestValue)
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
