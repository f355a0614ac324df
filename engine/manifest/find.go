package manifest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// BeanNamed returns a bean by its name. The problem, which has no place, says which names there are.
func (m *Manifest) BeanNamed(name string) (*Bean, *fault.Diagnostic) {
	var names []string
	for _, bean := range m.Beans {
		if bean.Name == name {
			return bean, nil
		}
		names = append(names, bean.Name)
	}
	slices.Sort(names)
	return nil, &fault.Diagnostic{
		Code: "bean-missing", Message: fmt.Sprintf("there is no bean %q", name),
		Hint: fault.DidYouMean("%q", name, names, "the beans are "+strings.Join(names, ", ")),
	}
}

// BeanOf returns the bean of a class, by the file that declares it ("fwrun" for the host's) and its name: the only
// bean of exactly that class, or else the only one whose class extends or implements it.
func (m *Manifest) BeanOf(file, class string) (*Bean, *fault.Diagnostic) {
	var own, fits []*Bean
	for _, bean := range m.Beans {
		i := slices.Index(bean.Types, TypeKey(file, class))
		if i == 0 {
			own = append(own, bean)
		}
		if i >= 0 {
			fits = append(fits, bean)
		}
	}
	if len(own) == 1 {
		return own[0], nil
	}
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return nil, &fault.Diagnostic{
			Code: "bean-missing", Message: "there is no bean of the type " + class,
			Hint: m.nearClass(class),
		}
	}
	var names []string
	for _, bean := range fits {
		names = append(names, fmt.Sprintf("%q", bean.Name))
	}
	return nil, &fault.Diagnostic{
		Code: "bean-ambiguous", Message: fmt.Sprintf("%d beans have the type %s: %s", len(fits), class, strings.Join(names, ", ")),
		Hint: "choose one by its name: " + names[0],
	}
}

// nearClass says what to do if a class is not a bean.
func (m *Manifest) nearClass(class string) string {
	var names []string
	for _, bean := range m.Beans {
		if bean.Stereotype != Supplied {
			names = append(names, bean.TypeName)
		}
	}
	if near := fault.Nearest(class, names); near != "" && near != class {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return fmt.Sprintf("write @Service above `class %s`, or name a class that is a bean: %s", class, strings.Join(names, ", "))
}

// BeansInUse lists the beans of the application; of the host's own, those that are injected somewhere.
func (m *Manifest) BeansInUse() []*Bean {
	list, asked := make([]*Bean, 0, len(m.Beans)), map[int]bool{}
	for _, bean := range m.Beans {
		for _, other := range bean.Asks() {
			asked[other] = true
		}
	}
	for _, bean := range m.Beans {
		if bean.Stereotype != Supplied || asked[bean.Index] {
			list = append(list, bean)
		}
	}
	return list
}

// NamesOf returns the names of beans.
func (m *Manifest) NamesOf(beans []int) []string {
	names := make([]string, len(beans))
	for i, bean := range beans {
		names[i] = m.Beans[bean].Name
	}
	return names
}
