package aspects_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
)

func TestAround(t *testing.T) {
	p := newPage(t)
	p.Cases([][2]string{{`var seen; class Timing extends Aspect {
		around(call) { seen = call; this.mark = call.options; return this.how(call) }
		how(call) { return call.proceed() }
	}
	var timing = new Timing(); 1`, "1"}})
	p.method(t, "add", `function (a, b) { calls++; if (a === "bad") throw new Error("no"); return this.name + a + b }`, "Around", manifest.Options{},
		values{bean: "timing", scripts: map[string]string{"options": `({ limit: 5 })`}})
	p.method(t, "later", `async function (a) { await null; return a }`, "Around", manifest.Options{}, values{bean: "timing"})
	p.Cases([][2]string{
		{`service.add(1, 2)`, "it12"},
		{`service.add("bad")`, "throws Error: no"},
		{
			`[seen.target === service, seen.name, seen.method, seen.args.join("+"), seen.options.limit, timing.mark.limit].join()`,
			"true,Service.add,add,bad,5,5",
		},
		{`Object.keys(seen).join() + ("name" in seen) + ("none" in seen) + seen.none`, "target,name,method,args,optionstruefalseundefined"},
		{`seen.name = "x"; delete seen.name; seen.name`, "Service.add"},
		{`seen.proceed()`, "throws TypeError: proceed was called after around had returned; call it earlier, or make around async"},
		{`seen.proceed.call({})`, "throws TypeError: proceed was called on something that is not a method call; write call.proceed()"},
		{`(0, seen.proceed)()`, "throws TypeError: proceed was called on something that is not a method call; write call.proceed()"},
		{`seen.proceed.name`, "proceed"},
		{`timing.how = (call) => { call.args = [7, 8]; return call.proceed() }; service.add(1, 2)`, "it78"},
		{`timing.how = (call) => { call.args[0] = 9; return call.proceed() }; service.add(1, 2)`, "it92"},
		{`timing.how = (call) => { call.args = 5; call.target = 1; return call.proceed() }; service.add(1, 2)`, "it12"},
		{`timing.how = () => "instead"; calls = 0; service.add(1, 2) + calls`, "instead0"},
		{`timing.how = (call) => call.proceed() + call.proceed(); service.add(1, 2)`, "it12it12"},
		{`timing.how = (call) => call.args.join() + call.args.push(3) + call.proceed(); service.add(1, 2)`, "1,23it12"},
		{`timing.how = async (call) => { await null; return call.proceed() }; service.later("a")`, "a"},
		{`timing.how = async (call) => { await null; return call.proceed() }; const one = service.later("a"), two = service.later("b"); ` +
			`Promise.all([one, two]).then((all) => all.join())`, "a,b"},
	})
}

// TestAspect: the methods of a class that extends Aspect run around the method.
func TestAspect(t *testing.T) {
	p := newPage(t)
	p.Cases([][2]string{{`var told = []; class Telling extends Aspect {
		before(call) { told.push("before " + call.method) }
		afterReturning(call, result) { told.push("returned " + result) }
		afterThrowing(call, error) { told.push("threw " + error.message) }
		after(call) { told.push("after") }
	}
	var telling = new Telling(); function tell() { const all = told.join(); told = []; return all } 1`, "1"}})
	p.method(t, "now", `function (a) { if (a === "bad") throw new Error("no"); return a }`, "Around", manifest.Options{}, values{bean: "telling"})
	p.method(t, "later", `async function (a) { await null; if (a === "bad") throw new Error("no"); return a }`, "Around", manifest.Options{},
		values{bean: "telling"})
	p.Cases([][2]string{
		{`service.now(1) + tell()`, "1before now,returned 1,after"},
		{`service.now("bad")`, "throws Error: no"},
		{`tell()`, "before now,threw no,after"},
		{`service.later(1).then((r) => r + tell())`, "1before later,returned 1,after"},
		{`service.later("bad")`, "throws Error: no"},
		{`tell()`, "before later,threw no,after"},
	})
}

// TestTransactional: the options reach the datasource, and errors roll back according to them.
func TestTransactional(t *testing.T) {
	p := newPage(t)
	body := `function (how) { calls++; if (how) throw how(); return this.name }`
	p.Cases([][2]string{{`class Own extends Error {} class Closer extends Own {} var own = () => new Own("own"), closer = () => new Closer("closer"), ` +
		`type = () => new TypeError("type"); 1`, "1"}})
	p.method(t, "plain", body, "Transactional", manifest.Options{"datasource": "main"}, values{})
	p.method(t, "rules", body, "Transactional", manifest.Options{
		"datasource": "other", "readOnly": true, "isolation": "serializable",
		"propagation": "NESTED",
	},
		values{scripts: map[string]string{"noRollbackFor": `[Own, "TypeError"]`, "rollbackFor": `Closer`}})
	p.method(t, "later", `async `+body, "Transactional", manifest.Options{"datasource": "main", "propagation": "REQUIRES_NEW"}, values{})
	const rules = `begin other NESTED readOnly=true isolation="serializable" timeout=0s async=false keep=false`
	p.cases(t, &p.transactions.said, [][3]string{
		{`service.plain()`, "it", `begin main REQUIRED readOnly=false isolation="" timeout=0s async=false keep=false`},
		{`service.plain(own)`, "throws Error: own", `begin main REQUIRED readOnly=false isolation="" timeout=0s async=false keep=false, undo=true`},
		{`service.rules(own)`, "throws Error: own", rules + ", undo=false"},
		{`service.rules(closer)`, "throws Error: closer", rules + ", undo=true"},
		{`service.rules(type)`, "throws TypeError: type", rules + ", undo=false"},
		{`service.rules(() => new RangeError("range"))`, "throws RangeError: range", rules + ", undo=true"},
		{`service.rules(() => "a text")`, "throws a text", rules + ", undo=true"},
		{`service.later()`, "it", `begin main REQUIRES_NEW readOnly=false isolation="" timeout=0s async=true keep=true`},
	})
}
