package jsapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/jsapi/web"
)

// TestEveryVMHasTheSame: the members of an exported class have the same order in every VM.
func TestEveryVMHasTheSame(t *testing.T) {
	api, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const members = `Object.getOwnPropertyNames(globalThis).filter((name) => exported.includes(name)).map((name) =>
		[name, ...Object.getOwnPropertyNames(globalThis[name]), ...Object.getOwnPropertyNames(globalThis[name].prototype ?? {})].join()).join("\n")`
	const some = "queryForMap,queryForScalar,stream,update" // of SqlTemplate, in the order of the source
	var first string
	for i := range 4 {
		p := realmtest.Of(t, api)
		p.Set("exported", api.Exports())
		switch got := p.Eval(members); {
		case !strings.Contains(got, some):
			t.Fatalf("there is no %s in\n%s", some, got)
		case i == 0:
			first = got
		case got != first:
			t.Fatalf("one VM has\n%s\nand another one\n%s", first, got)
		}
	}
}

func TestExportsAreThere(t *testing.T) {
	api, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := realmtest.Of(t, api)
	for _, name := range append(api.Exports(), api.HostTypes()...) {
		if value := p.Realm.Exports().Get(name); value == nil && !slices.Contains(web.Names(), name) {
			t.Errorf("%s is listed, and no script returns it", name)
		}
	}
	for _, bean := range api.Beans() {
		if _, err := p.Realm.Bean(bean.Name, ""); err != nil {
			t.Errorf("the bean %s: %v", bean.Name, err)
		}
	}
}
