package node_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/jsapi/node"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
)

// page has the function use, which imports a module of Node.
func page(t testing.TB) *realmtest.Page {
	t.Helper()
	return pageIn(t, "")
}

// pageIn is page for an application in a folder.
func pageIn(t testing.TB, folder string) *realmtest.Page {
	t.Helper()
	return pageWith(t, jsapi.Options{Folder: folder})
}

// pageWith is page for any options.
func pageWith(t testing.TB, options jsapi.Options) *realmtest.Page {
	t.Helper()
	api, err := jsapi.New(options)
	if err != nil {
		t.Fatal(err)
	}
	p := realmtest.Of(t, api)
	modules := realmtest.Can[engine.NodeModules](p)
	p.Set("use", func(name string) any {
		exports, err := modules.Require(name)
		if err != nil {
			panic(p.ErrorValue(err))
		}
		return exports
	})
	return p
}

// TestEveryModuleCanBeImported: also those that cannot be used.
func TestEveryModuleCanBeImported(t *testing.T) {
	p := page(t)
	for _, name := range node.Names() {
		if got := p.Eval(`typeof use("` + name + `")`); got != "object" && got != "function" {
			t.Errorf("node:%s is %s", name, got)
		}
	}
}

func TestBasics(t *testing.T) {
	page(t).Cases([][2]string{
		{`use("path").join("a", "..", "b/c", "./d")`, "b/c/d"},
		{`use("path").relative("/data/orandea/test/aaa", "/data/orandea/impl/bbb")`, "../../impl/bbb"},
		{`JSON.stringify(use("path").parse("/home/user/file.txt"))`, `{"root":"/","dir":"/home/user","base":"file.txt","ext":".txt","name":"file"}`},
		{`use("path").win32.resolve("C:\\a", "..", "b")`, `C:\b`},
		{`Buffer.from("héllo").toString("hex")`, "68c3a96c6c6f"},
		{`Buffer.from("aGk", "base64").toString()`, "hi"},
		{`Buffer.concat([Buffer.from("a"), Buffer.from("b")]).toString()`, "ab"},
		{`Buffer.from([1,2,3]).readUInt16BE(1)`, "515"},
		{`Buffer.isBuffer(Buffer.alloc(3)) && Buffer.alloc(3) instanceof Uint8Array`, "true"},
		{`new (use("events"))().on("x", function (v) { this.seen = v }).emit("x", 1)`, "true"},
		{`use("util").format("%s is %d", "x", 3)`, "x is 3"},
		{`use("util").inspect({a: [1, {b: 2}]})`, "{ a: [ 1, { b: 2 } ] }"},
		{`use("querystring").stringify({a: [1, 2], b: "x y"})`, "a=1&a=2&b=x%20y"},
		{`JSON.stringify(use("querystring").parse("a=1&a=2&b=x+y"))`, `{"a":["1","2"],"b":"x y"}`},
		{`use("url").parse("http://example.com:80/a?b=1#c").pathname`, "/a"},
		{`use("url").fileURLToPath("file:///a%20b")`, "/a b"},
		{`typeof process.nextTick + process.platform`, "functionlinux"},
		{`process.pid`, strconv.Itoa(os.Getpid())},
		{`use("child_process").exec("ls")`, "throws Error: node:child_process.exec is not supported: an application cannot start processes"},
		{`use("assert").deepStrictEqual({a: 1}, {a: 1})`, "undefined"},
		{`try { use("assert").strictEqual(1, 2) } catch (e) { e.code }`, "ERR_ASSERTION"},
		{
			`(async () => { const s = new (use("async_hooks").AsyncLocalStorage)(); return s.run(7, async () => { await null; return s.getStore() }) })()`,
			"7",
		},
		{`(async () => { const { Readable } = use("stream"); let out = ""; const it = Readable.from(["a", "b"])[Symbol.asyncIterator](); ` +
			`for (let n = await it.next(); !n.done; n = await it.next()) out += n.value; return out })()`, "ab"},
		{`(async () => { const { Readable, Transform, promises } = use("stream"); const out = [];
			await promises.pipeline(Readable.from(["a", "b"]), new Transform({ transform(c, e, done) { done(null, String(c).toUpperCase()) } }),
				new (use("stream").Writable)({ write(c, e, done) { out.push(String(c)); done() } })); return out.join() })()`, "A,B"},
		{`new (use("string_decoder").StringDecoder)("utf8").write(Buffer.from([0xe2, 0x82]))`, ""},
		{`use("util").types.isPromise(Promise.resolve()) && use("util").types.isMap(new Map())`, "true"},
		{`(async () => { const { setTimeout } = use("timers/promises"); return setTimeout(1, "done") })()`, "done"},
		{`use("util").promisify((a, done) => done(null, a + 1))(1)`, "2"},
		{`use("os").EOL`, "\n"},
	})
}
