package realm_test

import (
	"errors"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// counted is a module that is installed on use, and counts how often.
func counted(installed *int) realm.Module {
	return realm.Module{
		Exports: []string{"First", "Second"}, OnUse: true,
		Scripts: []realm.Script{realm.Source("counted.js", `class First {} class Second {} return { First, Second, inner: new First() };`)},
		Beans: []realm.Bean{{
			HostBean: manifest.HostBean{Name: "first", Type: "First"},
			Make:     func(r *realm.Realm, _ string) (engine.Value, error) { return r.Shared("inner"), nil },
		}},
		Install: func(*realm.Realm) (any, error) {
			*installed++
			return nil, nil //nolint:nilnil // a module without a part
		},
	}
}

func realmWith(t *testing.T, m realm.Module) *realm.Realm {
	t.Helper()
	v := vm.New(0, vm.Hooks{})
	r := realm.New(v, nil)
	if err := r.Install(m); err != nil {
		t.Fatal(err)
	}
	_ = v.Runtime.Set("fwrun", r.Exports())
	return r
}

func TestModuleIsInstalledOnUse(t *testing.T) {
	uses := map[string]func(t *testing.T, r *realm.Realm){
		"an export": func(t *testing.T, r *realm.Realm) {
			value, err := r.Runtime.RunString(`new fwrun.Second() instanceof fwrun.Second && fwrun.First.name`)
			if err != nil || value.String() != "First" {
				t.Errorf("got %v, %v", value, err)
			}
		},
		"a bean": func(t *testing.T, r *realm.Realm) {
			bean, err := r.Bean("first", "")
			if err != nil {
				t.Fatal(err)
			}
			_ = r.Runtime.Set("bean", bean)
			if value, err := r.Runtime.RunString(`bean instanceof fwrun.First`); err != nil || !value.ToBoolean() {
				t.Errorf("the bean is a First: %v, %v", value, err)
			}
		},
	}
	for name, use := range uses {
		t.Run(name, func(t *testing.T) {
			installed := 0
			r := realmWith(t, counted(&installed))
			if keys, _ := r.Runtime.RunString(`Object.keys(fwrun).join()`); keys.String() != "First,Second" || installed != 0 {
				t.Errorf("the exports are %s, and the module was installed %d times before it was used", keys, installed)
			}
			use(t, r)
			use(t, r)
			if installed != 1 {
				t.Errorf("the module was installed %d times", installed)
			}
		})
	}
}

func TestModuleThatCannotBeInstalledOnUse(t *testing.T) {
	m := counted(new(int))
	m.Scripts = []realm.Script{realm.Source("counted.js", `throw new RangeError("no");`)}
	r := realmWith(t, m)
	if _, err := r.Bean("first", ""); err == nil {
		t.Error("the bean was made")
	}
	if _, err := r.Runtime.RunString(`fwrun.First`); err == nil {
		t.Error("the export can be read")
	} else if _, thrown := errors.AsType[*goja.Exception](err); !thrown {
		t.Errorf("reading the export failed with a %T, which no script can catch", err)
	}
}
