package managers

import (
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

// findBean returns the bean of a name or a class, or undefined if there is none.
func (r *Realm) findBean(call goja.FunctionCall) (goja.Value, error) {
	class, isClass := call.Argument(0).(*goja.Object)
	if !isClass {
		bean, err := r.Container.BeanNamed(call.Argument(0).String())
		if bean == nil {
			bean = goja.Undefined()
		}
		return bean, err
	}
	beans, names, primary, err := r.Container.BeansOf(class)
	switch {
	case err != nil:
		return nil, err
	case len(beans) == 0:
		return goja.Undefined(), nil
	case len(beans) == 1:
		return beans[0], nil
	case primary >= 0:
		return beans[primary], nil
	}
	return nil, fmt.Errorf("several beans are of the class %s: %s; ask for one by its name, or for all of them with getBeans",
		class.Get("name"), strings.Join(names, ", "))
}

// findBeans returns the beans of a class.
func (r *Realm) findBeans(call goja.FunctionCall) (goja.Value, error) {
	class, _ := call.Argument(0).(*goja.Object)
	beans, _, _, err := r.Container.BeansOf(class)
	if err != nil {
		return nil, err
	}
	items := make([]any, len(beans))
	for i, bean := range beans {
		items[i] = bean
	}
	return r.Runtime.NewArray(items...), nil
}

func (r *Realm) beanNames(goja.FunctionCall) (goja.Value, error) {
	return r.Texts(r.Container.BeanNames()), nil
}
