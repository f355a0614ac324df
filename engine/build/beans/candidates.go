package beans

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
)

// candidates lists the beans that fit: by the name in @Qualifier, or else by type; if several have the type, the primary one, or the one
// with the name of the field. An injection point without a type is looked up by its own name.
func (b *builder) candidates(w injectionPoint) []*manifest.Bean {
	if w.qualifier != nil {
		name := w.qualifier.Options.Text("name")
		wanted, _ := b.wanted(w)
		return b.filter(func(bean *manifest.Bean) bool { return bean.Name == name && wanted.mismatch(bean) == "" })
	}
	wanted, ok := b.wanted(w)
	if !ok {
		return b.filter(func(bean *manifest.Bean) bool { return w.written == nil && bean.Name == w.name })
	}
	fits := b.fits(wanted)
	for _, choose := range []func(*manifest.Bean) bool{isPrimary, func(bean *manifest.Bean) bool { return bean.Name == w.name }} {
		if chosen := filter(fits, choose); len(fits) > 1 && len(chosen) > 0 {
			return chosen
		}
	}
	return fits
}

func isPrimary(bean *manifest.Bean) bool { return bean.Primary }

// fits lists the beans of a type: those with the same type arguments, or else those of which no arguments are known.
func (b *builder) fits(wanted asked) []*manifest.Bean {
	fits := b.byType[wanted.key]
	if closer := filter(fits, func(bean *manifest.Bean) bool { return slices.Contains(bean.Types, wanted.exact) }); len(closer) > 0 {
		return closer
	}
	return filter(fits, func(bean *manifest.Bean) bool { return wanted.mismatch(bean) == "" })
}

// mismatch returns the type of a bean that has it with other type arguments than those that are asked for, or "".
func (a asked) mismatch(bean *manifest.Bean) string {
	i := slices.IndexFunc(bean.Types, func(key string) bool { return strings.HasPrefix(key, a.key+"<") })
	if i < 0 || a.exact == "" || slices.Contains(bean.Types, a.exact) {
		return ""
	}
	return files.ReplaceAllString(bean.Types[i], "")
}

// files matches the files in the key of a type.
var files = regexp.MustCompile(`[^<,]*#`)

// byType lists the beans of each type, in their order. A bean may have a type in two ways: by its class, and by one that this extends.
func byType(beans []*manifest.Bean) map[string][]*manifest.Bean {
	found := map[string][]*manifest.Bean{}
	for _, bean := range beans {
		for _, key := range bean.Types {
			if list := found[key]; len(list) == 0 || list[len(list)-1] != bean {
				found[key] = append(list, bean)
			}
		}
	}
	return found
}

func (b *builder) filter(keep func(*manifest.Bean) bool) []*manifest.Bean {
	return filter(b.out.Beans, keep)
}

func filter(beans []*manifest.Bean, keep func(*manifest.Bean) bool) []*manifest.Bean {
	var list []*manifest.Bean
	for _, bean := range beans {
		if keep(bean) {
			list = append(list, bean)
		}
	}
	return list
}

// asked is the type that an injection point names.
type asked struct {
	key   string       // the key of the type's declaration
	exact string       // with the type arguments; empty without any
	typ   *source.Type // as written; nil if it was given as a class
	name  string       // for messages
}

// wanted returns the type of an injection point: the one in @Autowired, or else the declared one. ok is false if
// neither names a class.
func (b *builder) wanted(w injectionPoint) (asked, bool) {
	written := w.written
	if w.autowired != nil {
		if ref, ok := w.autowired.Options["type"].(manifest.Ref); ok {
			name := b.ClassName(ref)
			return asked{key: manifest.TypeKey(ref.File, name), name: name}, true
		}
		if t := declared.OptionType(w.autowired.Options); t != nil {
			written = t
		}
	}
	if written == nil || written.Kind != source.TypeName {
		return asked{}, false
	}
	key := b.TypeKeyOf(w.owner.File, written)
	named := *written
	named.Nullable = false
	found := asked{key: key, typ: written, name: named.String()}
	if arguments := b.Arguments(w.owner.File, written, declared.Open(w.owner.Class)); len(arguments) > 0 {
		found.exact = key + declared.ArgumentsKey(arguments)
	}
	return found, true
}
