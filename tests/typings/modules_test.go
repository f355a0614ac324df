package typings

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/jsapi/testapi"
	"github.com/fwrun/fwrun/platform/inproc"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// TestTypingsOfTestsMatchTheProduct writes a program that compiles only if test.d.ts declares what the module
// "fwrun/test" has.
func TestTypingsOfTestsMatchTheProduct(t *testing.T) {
	module, err := testapi.New(testapi.Options{Send: func(context.Context, inproc.Request) (inproc.Response, error) {
		return inproc.Response{Status: 200}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	sameNames(t, "test.d.ts", declaredNames(t, "test.d.ts", `(?m)^  export (?:const|class|function) (\w+)`), module.Exports())

	var p program
	p.line(`import { app, describe, expect, fn, it } from "fwrun/test";`)
	p.line(`type Same<A, B> = [Exclude<A, B>] extends [never] ? [Exclude<B, A>] extends [never] ? true : { undeclared: Exclude<B, A> } : ` +
		`{ declaredOnly: Exclude<A, B> };`)
	p.line(`type Names<T> = Extract<keyof T, string>;`)
	for what, names := range liveMembers(t, module) {
		p.check(what, fmt.Sprintf("Same<Names<%s>, %s>", what, union(names)))
	}
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "product.ts"), p.text.String())
	harness.WriteFile(t, filepath.Join(folder, "tsconfig.json"), fmt.Sprintf(`{
		"compilerOptions": {"target": "ES2022", "lib": ["ES2022"], "module": "Preserve", "strict": true, "types": []},
		"files": ["product.ts", %q]
	}`, harness.Absolute(t, "../../typings/fwrun.d.ts")))
	for _, f := range nodejs.TSC(t, filepath.Join(folder, "tsconfig.json")) {
		t.Error(f)
	}
}

// members lists the members of the module's values, by the type that declares them.
const members = `(async function (module) {
	const everywhere = ["constructor", "length", "name", "prototype", "call", "apply", "bind", "toString", "caller", "arguments"];
	const names = (value) => {
		const list = [];
		for (; value && value !== Object.prototype && value !== Function.prototype; value = Object.getPrototypeOf(value)) {
			list.push(...Object.getOwnPropertyNames(value));
		}
		return [...new Set(list)].filter((name) => !everywhere.includes(name) && !(name in Object.prototype));
	};
	const { app, describe, expect, fn, it } = module;
	return JSON.stringify({
		"ReturnType<typeof expect>": names(expect(1)),
		"typeof expect": names(expect),
		"typeof expect.not": names(expect.not),
		"typeof it": names(it),
		"typeof it.only": names(it.only),
		"typeof describe": names(describe),
		"typeof app": names(app),
		"Awaited<ReturnType<typeof app.get>>": names(await app.get("/")),
		"ReturnType<typeof fn>": names(fn()),
		"ReturnType<typeof fn>[\"mock\"]": names(fn().mock),
	});
})`

func liveMembers(t *testing.T, module *testapi.Module) (live map[string][]string) {
	t.Helper()
	api, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := vm.New(0, vm.Hooks{})
	if _, err := api.Install(v, nil); err != nil {
		t.Fatal(err)
	}
	exports, err := module.Install(&engine.Scope{VM: v})
	if err != nil {
		t.Fatal(err)
	}
	module.Tests() // requests can be sent from here on
	var promise goja.Value
	err = v.Run(nil, func() error {
		function, err := v.Runtime.RunString(members)
		if err != nil {
			return err
		}
		call, _ := goja.AssertFunction(function)
		promise, err = call(goja.Undefined(), exports)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	text, err := v.Await(ctx, promise)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text.String()), &live); err != nil {
		t.Fatal(err)
	}
	return live
}
