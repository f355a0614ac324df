package beans

import (
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/source"
)

// listNames are the types that a list of beans is written with, besides T[].
var listNames = []string{"Array", "ReadonlyArray", "list"}

// listed tells an injection point for all beans of a type, and gives the injection point for one of them. A list of texts
// or numbers is none.
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

// allOf injects all beans that fit, but for the one that asks. There must be one, unless the list
// may be missing: then it is empty.
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
