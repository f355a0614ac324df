package bodies

import (
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// longestChain is how many classes inherit from one another.
const longestChain = 40

const (
	errorClasses = " Error TypeError RangeError SyntaxError ReferenceError "
	// ofObjects, ofErrors and ofClasses are members that all of them have.
	ofObjects = " constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf toJSON __proto__ " +
		"__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ then "
	ofErrors  = " name message stack cause "
	ofClasses = " name length prototype call apply bind caller arguments captureStackTrace stackTraceLimit "
)

// chain returns a class and its bases, and reports whether their members are all known.
func (ms *members) chain(v *value) (classes []*value, closed bool) {
	closed = !ms.placing
	for c := v; c != nil; c = ms.baseOf(c) {
		if len(classes) == longestChain {
			return classes, false
		}
		classes = append(classes, c)
		closed = closed && ms.isClosed(c)
		if c.class.Extends != nil && ms.baseOf(c) == nil && !ms.extendsError(c) {
			closed = false
		}
	}
	return classes, closed
}

// extendsError reports whether the base of a class is one of the errors of the language.
func (ms *members) extendsError(v *value) bool {
	if v.class.Extends == nil || v.class.Extends.Kind != source.TypeName || !isOneOf(v.class.Extends.Name, errorClasses) {
		return false
	}
	target := ms.target(v.file, v.class.Extends)
	return !target.Found() && target.From == ""
}

// isClosed reports whether nothing adds members to a class that is not seen.
func (ms *members) isClosed(v *value) bool {
	c := v.class
	if v.file == ms.types {
		return true
	}
	if c.Ambient || ms.opened[c.Name] || v.file.Type(c.Name) != nil || ms.shapeOf(v) == nil || ms.shapeOf(v).open {
		return false
	}
	for _, m := range c.Members {
		if m.Computed && !strings.HasPrefix(m.Name, "Symbol.") && !strings.HasPrefix(m.Name, `"`) && !strings.HasPrefix(m.Name, "'") ||
			m.Type != nil && m.Type.Kind == source.TypeOther && strings.Contains(m.Type.Text, "this is ") {
			return false
		}
	}
	return !ms.isForeign(v.file, c.Decorators)
}

// heirHas reports whether a class that extends one has a member: a base may use what all its heirs have.
func (ms *members) heirHas(v *value, name string, depth int) bool {
	for _, h := range ms.heirs[v.class] {
		other := &value{kind: v.kind, file: h.file, class: h.class}
		if depth == 0 || ms.ownMember(other, name) != nil || ms.shapeOf(other) == nil || ms.heirHas(other, name, depth-1) {
			return true
		}
	}
	return false
}
