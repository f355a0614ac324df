package beans

import (
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
)

// listNames are the types of a list of beans, besides T[].
var listNames = []string{"Array", "ReadonlyArray", "list"}

// listed reports whether an injection point asks for all beans of a type, and returns the injection point for one
// of them. A list of texts or numbers is not a list of beans.
func (b *builder) listed(w injectionPoint) (one injectionPoint, wanted asked, ok bool) {
	written := w.written
	if w.autowired != nil {
		if t := declared.OptionType(w.autowired.Options); t != nil {
			written = t
		}
	}
	isList := w.qualifier == nil && written != nil && len(written.Args) == 1 &&
		(written.Kind == source.TypeArray || written.Kind == source.TypeName && slices.Contains(listNames, written.Name))
	if !isList {
		return one, wanted, false
	}
	one = w
	one.written, one.autowired = written.Args[0], nil
	wanted, ok = b.wanted(one)
	return one, wanted, ok && !b.isData(one, wanted)
}

// allOf injects all beans that fit, except the asking one. There must be at least one, unless the list is
// optional: then it may be empty.
func (b *builder) allOf(w, one injectionPoint, wanted asked) manifest.Injection {
	injection := manifest.Injection{Bean: -1, IsList: true, Place: w.spot.Place}
	for _, bean := range b.fits(wanted) {
		if bean != w.asker {
			injection.Beans = append(injection.Beans, bean.Index)
		}
	}
	if len(injection.Beans) == 0 {
		injection.Keep = w.hasDefault
		if !w.isOptional() {
			b.Report(b.missing(one))
		}
	}
	return injection
}
