package testapi_test

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/testapi"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/platform/inproc"
)

// scripts is a VM with the module, whose exports are globals.
type scripts struct {
	vm     *vm.VM
	module *testapi.Module
	mu     sync.Mutex // guards sent
	sent   []inproc.Request
}

func newScripts(t *testing.T) *scripts {
	t.Helper()
	s := &scripts{vm: vm.New(0, vm.Hooks{Uncaught: func(_ *vm.VM, _ *vm.Call, err error) { t.Error(err) }})}
	if err := web.Install(s.vm, web.Options{}); err != nil {
		t.Fatal(err)
	}
	var err error
	s.module, err = testapi.New(testapi.Options{Send: s.send})
	if err != nil {
		t.Fatal(err)
	}
	exports, err := s.module.Install(&engine.Scope{VM: s.vm})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range s.module.Exports() {
		_ = s.vm.Runtime.Set(name, exports.Get(name))
	}
	return s
}

// send answers the requests of the client's tests.
func (s *scripts) send(_ context.Context, r inproc.Request) (inproc.Response, error) {
	s.mu.Lock()
	s.sent = append(s.sent, r)
	s.mu.Unlock()
	if r.Target == "/gone" {
		return inproc.Response{}, errors.New("nobody is there")
	}
	return inproc.Response{
		Status: 201, Headers: http.Header{"X-Name": {"a", "b"}, "Set-Cookie": {"c=1", "d=2"}}, Body: []byte(`{"n":[1,"é"]}`),
	}, nil
}

// run returns the result of a function body as text, or what it throws. The body may await.
func (s *scripts) run(body string) (text string, err error) {
	var value goja.Value
	err = s.vm.Run(nil, func() (err error) {
		value, err = s.vm.Runtime.RunScript("test.js", "(async () => {"+body+"\n})()")
		return err
	})
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	value, err = s.vm.Await(ctx, value)
	if thrown, ok := errors.AsType[*vm.Thrown](err); ok {
		return "throws " + thrown.Value.String(), thrown
	}
	if err != nil {
		return "", err
	}
	return value.String(), nil
}

// prelude defines the names that the tables below use.
const prelude = `
class User { constructor(name) { this.name = name; } get first() { return this.name[0]; } }
class Admin extends User {}
class Failure extends Error { constructor(m, code) { super(m); this.code = code; } }
const same = { a: 1 }; const circle = { n: 1 }; circle.self = circle; const circle2 = { n: 1 }; circle2.self = circle2;
const called = fn((x) => x * 2); called(1); called(2, "b"); const uncalled = fn();
const sparse = [1, , 3];
`

func TestMatchersPass(t *testing.T) {
	s := newScripts(t)
	if _, err := s.vm.Runtime.RunScript("prelude.js", prelude); err != nil {
		t.Fatal(err)
	}
	for _, expression := range strings.Split(strings.TrimSpace(passing), "\n") {
		if text, err := s.run(expression); err != nil {
			t.Errorf("%s\n  %s %v", expression, text, err)
		}
	}
}

// passing lists expectations that hold; none of them may throw.
const passing = `
expect(1).toBe(1); expect(NaN).toBe(NaN); expect(0).not.toBe(-0); expect("1").not.toBe(1)
expect(same).toBe(same); expect({ a: 1 }).not.toBe(same)
expect({ a: 1, b: undefined }).toEqual({ a: 1 }); expect({ a: 1 }).toEqual({ a: 1, b: undefined })
expect({ a: 1, b: undefined }).not.toStrictEqual({ a: 1 }); expect({ a: [1, { b: 2 }] }).toStrictEqual({ a: [1, { b: 2 }] })
expect(new User("Ada")).toEqual({ name: "Ada" }); expect(new User("Ada")).not.toStrictEqual({ name: "Ada" })
expect(new User("Ada")).toStrictEqual(new User("Ada")); expect(new Admin("Ada")).not.toStrictEqual(new User("Ada"))
expect([1, 2]).toEqual([1, 2]); expect([1, 2]).not.toEqual([2, 1]); expect([1]).not.toEqual([1, undefined]); expect([1]).not.toEqual({ 0: 1 })
expect(sparse).toEqual([1, undefined, 3]); expect(sparse).not.toStrictEqual([1, undefined, 3])
expect(new Date(5)).toEqual(new Date(5)); expect(new Date(5)).not.toEqual(new Date(6)); expect(new Date(NaN)).toEqual(new Date(NaN))
expect(/a/g).toEqual(/a/g); expect(/a/g).not.toEqual(/a/i); expect({}).not.toEqual(new Date(5)); expect(null).not.toEqual({})
expect(new Map([["a", { b: 1 }]])).toEqual(new Map([["a", { b: 1 }]])); expect(new Map([["a", 1]])).not.toEqual(new Map([["a", 2]]))
expect(new Map([[{ k: 1 }, 1]])).toEqual(new Map([[{ k: 1 }, 1]])); expect(new Map([["a", 1]])).not.toEqual(new Map([["b", 1]]))
expect(new Set([1, { a: 1 }])).toEqual(new Set([{ a: 1 }, 1])); expect(new Set([1])).not.toEqual(new Set([2]))
expect(new Uint8Array([1, 2])).toEqual(new Uint8Array([1, 2])); expect(new Uint8Array([1])).not.toEqual(new Uint8Array([2]));
  expect(new Uint8Array([1])).not.toEqual(new Int8Array([1]))
expect(new Error("a")).toEqual(new Error("a")); expect(new Error("a")).not.toEqual(new TypeError("a"));
  expect(new Failure("a", 1)).not.toEqual(new Failure("a", 2))
expect(circle).toEqual(circle2); expect(circle).not.toEqual({ n: 1, self: { n: 1 } })
expect({ [Symbol.for("a")]: 1 }).toEqual({ [Symbol.for("a")]: 1 }); expect({ [Symbol.for("a")]: 1 }).not.toEqual({})
expect(Object.create(null)).toEqual({}); expect(1n).toEqual(1n); expect(1n).not.toEqual(1); expect(new Number(1)).toEqual(new Number(1))
expect({ a: 1, b: { c: 2, d: 3 } }).toMatchObject({ b: { c: 2 } }); expect({ a: 1 }).not.toMatchObject({ b: undefined });
  expect(1).not.toMatchObject({})
expect([{ a: 1, b: 2 }, { a: 3 }]).toMatchObject([{ a: 1 }, { a: 3 }]); expect([{ a: 1 }]).not.toMatchObject([]);
  expect(new User("Ada")).toMatchObject({ first: "A" })
expect("abc").toContain("b"); expect([1, 2]).toContain(2); expect([same]).not.toContain({ a: 1 }); expect(new Set([1])).toContain(1);
  expect([NaN]).toContain(NaN)
expect([{ a: 1 }]).toContainEqual({ a: 1 }); expect([{ a: 1 }]).not.toContainEqual({ a: 2 })
expect([1]).toHaveLength(1); expect("ab").toHaveLength(2); expect((a, b) => 0).toHaveLength(2)
expect({ a: { b: [1, 2] } }).toHaveProperty("a.b[1]"); expect({ a: { b: [1, 2] } }).toHaveProperty("a.b[1]", 2);
  expect({ "a.b": 1 }).toHaveProperty(["a.b"], 1)
expect({ a: undefined }).toHaveProperty("a"); expect({}).not.toHaveProperty("a"); expect(null).not.toHaveProperty("a");
  expect("text").toHaveProperty("length", 4)
expect(1).toBeTruthy(); expect("").toBeFalsy(); expect(null).toBeNull(); expect(undefined).toBeUndefined(); expect(null).toBeDefined();
  expect(NaN).toBeNaN()
expect(2).toBeGreaterThan(1); expect(2).toBeGreaterThanOrEqual(2); expect(1n).toBeLessThan(2); expect(new Date(1)).toBeLessThanOrEqual(new Date(1))
expect(0.1 + 0.2).toBeCloseTo(0.3); expect(1.006).not.toBeCloseTo(1); expect(1.2).toBeCloseTo(1, 0); expect(Infinity).toBeCloseTo(Infinity)
expect("abc").toMatch(/B/i); expect("a.c").toMatch("."); expect("abc").not.toMatch(/d/)
expect(new Admin("Ada")).toBeInstanceOf(User); expect({}).not.toBeInstanceOf(User); expect(1).toBeTypeOf("number");
  expect(4).toSatisfy((n) => n % 2 === 0)
expect(() => { throw new Error("a b"); }).toThrow(); expect(() => { throw new Error("a b"); }).toThrow("b");
  expect(() => { throw new Error("a b"); }).toThrow(/a/); expect(() => {}).not.toThrow()
expect(() => { throw new Failure("a", 7); }).toThrow(Failure);
  expect(() => { throw new Failure("a", 7); }).toThrow(expect.objectContaining({ code: 7 }));
    expect(() => { throw new Failure("a", 7); }).toThrow({ code: 7 }); expect(() => { throw "text"; }).toThrow("ex")
expect(() => { throw new Error("a"); }).toThrow(new Error("a")); expect(() => { throw new Error("a"); }).not.toThrow(TypeError)
expect(called).toHaveBeenCalled(); expect(uncalled).not.toHaveBeenCalled(); expect(called).toHaveBeenCalledTimes(2);
  expect(called).not.toHaveBeenCalledOnce()
expect(called).toHaveBeenCalledWith(1); expect(called).toHaveBeenCalledWith(2, expect.any(String)); expect(called).not.toHaveBeenCalledWith(3);
  expect(called).toHaveBeenLastCalledWith(2, "b"); expect(called).toHaveBeenNthCalledWith(1, 1)
expect({ a: 1, b: "x", c: [] }).toEqual({ a: expect.any(Number), b: expect.anything(), c: expect.any(Array) });
  expect({ a: null }).not.toEqual({ a: expect.anything() })
expect({ a: { b: 1, c: 2 } }).toEqual({ a: expect.objectContaining({ b: 1 }) }); expect([1, 2, 3]).toEqual(expect.arrayContaining([3, 1]));
  expect([1]).not.toEqual(expect.arrayContaining([2]))
expect("hello").toEqual(expect.stringContaining("ell")); expect("hello").toEqual(expect.stringMatching(/^h/));
  expect(1).not.toEqual(expect.stringMatching(/1/)); expect(0.301).toEqual(expect.closeTo(0.3))
expect("hello").toEqual(expect.not.stringContaining("x")); expect({ a: 1 }).toEqual(expect.not.objectContaining({ a: 2 }));
  expect(new User("Ada")).toEqual(expect.any(User)); expect(() => 0).toEqual(expect.any(Function))
await expect(Promise.resolve(1)).resolves.toBe(1); await expect(Promise.resolve([1])).resolves.not.toEqual([2]);
  await expect((async () => { throw new Failure("no", 3); })()).rejects.toThrow("no")
await expect(Promise.reject(new Failure("no", 3))).rejects.toMatchObject({ code: 3 });
  await expect(Promise.reject(new Failure("no", 3))).rejects.toBeInstanceOf(Failure); await expect(async () => { throw 5; }).rejects.toBe(5)
`

func TestMatchersFail(t *testing.T) {
	s := newScripts(t)
	if _, err := s.vm.Runtime.RunScript("prelude.js", prelude); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ expression, message, expected, received string }{
		{`expect(1).toBe(2)`, "expected 1 to be 2", "2", "1"},
		{`expect(1, "the id").toBe(2)`, "the id: expected 1 to be 2", "2", "1"},
		{`expect(1).not.toBe(1)`, "expected 1 not to be 1", "", ""},
		{`expect(-0).toBe(0)`, "expected -0 to be 0", "0", "-0"},
		{`expect({ a: 1 }).toBe(same)`, "expected { a: 1 } to be { a: 1 }: they are equal but not the same object; compare with toEqual", "", ""},
		{`expect("a\nb").toBe("a\nc")`, `expected "a\nb" to be "a\nc"`, "a\nc", "a\nb"},
		{
			`expect({ z: 1, name: "Ada" }).toEqual({ name: "Eve", z: 1 })`,
			`expected { z: 1, name: "Ada" } to equal { name: "Eve", z: 1 }`,
			"{\n  z: 1,\n  name: \"Eve\",\n}", "{\n  name: \"Ada\",\n  z: 1,\n}",
		},
		{
			`expect({ a: 1, b: undefined, at: 5, more: [] }).toEqual({ a: 2, at: expect.any(Number) })`,
			`expected { a: 1, b: undefined, at: 5, more: [] } to equal { a: 2, at: any(Number) }`,
			"{\n  a: 2,\n  at: any(Number),\n}", "{\n  a: 1,\n  at: any(Number),\n  more: [],\n}",
		},
		{
			`expect(new User("Ada")).toStrictEqual({ name: "Ada" })`,
			`expected User { name: "Ada" } to strictly equal { name: "Ada" }`, "{\n  name: \"Ada\",\n}", "User {\n  name: \"Ada\",\n}",
		},
		{
			`expect({ a: 1, b: { c: 1, d: 2 }, e: 3 }).toMatchObject({ b: { c: 2 } })`,
			`expected { a: 1, b: { c: 1, d: 2 }, e: 3 } to match { b: { c: 2 } }`,
			"{\n  b: {\n    c: 2,\n  },\n}", "{\n  b: {\n    c: 1,\n  },\n}",
		},
		{
			`expect(circle).toEqual({ n: 2 })`, "expected { n: 1, self: [Circular] } to equal { n: 2 }", "{\n  n: 2,\n}",
			"{\n  n: 1,\n  self: [Circular],\n}",
		},
		{`expect([1, 2]).toContain(3)`, "expected [1, 2] to contain 3", "", ""},
		{`expect([1]).toHaveLength(2)`, "expected [1] to have the length 2, but it has 1", "", ""},
		{`expect({ a: { b: 1 } }).toHaveProperty("a.b", 2)`, "expected { a: { b: 1 } } to have the property a.b with 2, but it is 1", "2", "1"},
		{`expect({}).toHaveProperty("a", 2)`, "expected {} to have the property a with 2, but the property is missing", "2", "undefined"},
		{`expect(1).toBeGreaterThan(2)`, "expected 1 to be greater than 2", "", ""},
		{`expect("a").toMatch(/b/)`, `expected "a" to match /b/`, "", ""},
		{`expect({}).toBeInstanceOf(User)`, "expected {} to be an instance of User", "", ""},
		{`expect(1).toBeTypeOf("string")`, "expected 1 to be of type string, but it is of type number", "", ""},
		{`expect(() => {}).toThrow("no")`, `expected the function to throw an error that says "no", but it returned`, "", ""},
		{`expect(() => { throw new Error("a"); }).toThrow(TypeError)`, "expected the function to throw TypeError, but it threw [Error: a]", "", ""},
		{`expect(() => { throw new Error("a"); }).not.toThrow()`, "expected the function not to throw, but it threw [Error: a]", "", ""},
		{`expect(uncalled).toHaveBeenCalled()`, "expected fn() to have been called, but it was not", "", ""},
		{`expect(called).toHaveBeenCalledTimes(1)`, "expected fn() to have been called once, but it was called twice", "", ""},
		{`expect(called).toHaveBeenCalledWith(3)`, `expected fn() to have been called with (3), but it was called twice: (1), (2, "b")`, "", ""},
		{`await expect(Promise.resolve(1)).rejects.toThrow()`, "expected the promise to be rejected, but it resolved to 1", "", ""},
		{`await expect(Promise.reject(new Error("a"))).resolves.toBe(1)`, "expected the promise to resolve, but it was rejected with [Error: a]", "", ""},
		{`await expect(Promise.reject(new Error("a"))).rejects.toThrow("b")`, `expected the promise to be rejected with an error that says "b", ` +
			`but it was rejected with [Error: a]`, "", ""},
		{`expect(Promise.resolve(1)).toBe(1)`, "expected Promise to be 1: it is a promise, is an await missing?", "1", "Promise"},
		{
			`expect(new Map([["a", 1]])).toEqual(new Map([["a", 2]]))`, `expected Map { "a" => 1 } to equal Map { "a" => 2 }`, "Map {\n  \"a\" => 2,\n}",
			"Map {\n  \"a\" => 1,\n}",
		},
	} {
		text, err := s.run(test.expression)
		if want := "throws AssertionError: " + test.message; text != want {
			t.Errorf("%s\n got %s %v\nwant %s", test.expression, text, err, want)
			continue
		}
		sides := &testapi.Mismatch{}
		thrown, _ := errors.AsType[*vm.Thrown](err)
		_ = errors.As(vm.GoError(thrown.Value), &sides)
		if sides.Expected != test.expected || sides.Received != test.received {
			t.Errorf("%s: got the sides\n%s\n%s", test.expression, sides.Expected, sides.Received)
		}
	}
}

func TestMisuseIsExplained(t *testing.T) {
	s := newScripts(t)
	for expression, want := range map[string]string{
		`expect(1).toBee(1)`:                               "TypeError: expect has no toBee; did you mean toBe?",
		`expect(1).toThrow()`:                              "TypeError: toThrow takes a function that should throw: expect(() => …), not 1",
		`expect(async () => {}).toThrow()`:                 "TypeError: the function returned a promise: write await expect(…).rejects.toThrow(…)",
		`expect(5).resolves.toBe(5)`:                       "", // awaited below
		`await expect(5).resolves.toBe(5)`:                 "TypeError: expect(…).resolves takes a promise, not 5",
		`expect(1).toHaveLength(1)`:                        "TypeError: toHaveLength takes something with a length, not 1",
		`expect(() => 1).toHaveBeenCalled()`:               "TypeError: toHaveBeenCalled takes a function made by fn() or spyOn(), not a function",
		`expect({ status: 200 }).toHaveStatus(200)`:        "TypeError: toHaveStatus takes a response of app, not { status: 200 }; is an await missing?",
		`expect.any()`:                                     "TypeError: expect.any takes a class, such as Number or User",
		`spyOn({ send() {} }, "sent")`:                     "TypeError: spyOn: Object has no method sent; did you mean send?",
		`fake(5, {})`:                                      "TypeError: fake takes the class of a bean, or its name, not 5",
		`fake(Date, 5)`:                                    "TypeError: fake(Date) takes an object with the members to use, not 5",
		`it(5, () => {})`:                                  "TypeError: it takes a name first, not 5",
		`it("x")`:                                          `TypeError: it("x") has no function to run`,
		`it("x", { timeout: -1 }, () => {})`:               `RangeError: it("x"): timeout takes milliseconds`,
		`it.each(5)("x", () => {})`:                        "TypeError: .each takes an array of rows, or a table as a template",
		`describe("x", async () => {})`:                    `TypeError: describe("x") is async; tests are collected without waiting, so await in beforeAll`,
		`await app.get("users")`:                           `TypeError: app.get takes a path such as "/users/1", not "users"`,
		`await app.post("/users", { name: "Ada" })`:        "TypeError: app.post has no option name; it has query, headers, cookies, json, form, body",
		`await app.post("/users", { json: {}, body: "" })`: "TypeError: app.post takes one body, not json and body",
		`await app.post("/users", { body: { a: 1 } })`: "TypeError: app.post takes a body of text or bytes, not { a: 1 }; " +
			"an object is sent with { json: … }",
		`await app.get("/")`: "Error: a request was sent before the application had started",
	} {
		if want == "" {
			continue
		}
		if got, _ := s.run(expression); got != "throws "+want {
			t.Errorf("%s\n got %s\nwant %s", expression, got, want)
		}
	}
}

func TestMocks(t *testing.T) {
	s := newScripts(t)
	for _, test := range []struct{ body, want string }{
		{`const f = fn(); return [f(), f.mock.calls.length].join()`, ",1"},
		{`const f = fn((a) => a + 1).mockReturnValueOnce(9); return [f(1), f(1)].join()`, "9,2"},
		{`const f = fn().mockResolvedValue(1); return await f()`, "1"},
		{`const f = fn().mockRejectedValue(new Error("no")); return await f().catch((e) => e.message)`, "no"},
		{`const f = fn(() => { throw new Error("no"); }); try { f(); } catch {} return f.mock.results[0].type`, "throw"},
		{`const f = fn(() => 1); f.mockReturnValue(2); f(); f.mockReset(); return [f(), f.mock.calls.length].join()`, "1,1"},
		{`const f = fn().mockName("send"); return f.mockName()`, "send"},
		{`const f = fn(function () { return this.n; }); return { n: 5, f }.f()`, "5"},
		{`const o = { n: 1, get() { return this.n; } }; const f = spyOn(o, "get"); o.get(); f.mockReturnValue(7); const r = o.get(); f.mockRestore(); ` +
			`return [r, o.get(), f === o.get, Object.hasOwn(o, "get")].join()`, "7,1,false,true"},
		{
			`class A { get() { return 1; } } const a = new A(); const f = spyOn(a, "get"); f.mockRestore(); return [Object.hasOwn(a, "get"), a.get()].join()`,
			"false,1",
		},
		{`const o = { get() {} }; return spyOn(o, "get") === spyOn(o, "get")`, "true"},
	} {
		if got, err := s.run(test.body); got != test.want {
			t.Errorf("%s\n got %s %v\nwant %s", test.body, got, err, test.want)
		}
	}
}

func TestClient(t *testing.T) {
	s := newScripts(t)
	s.module.Tests() // requests can be sent from here on
	for _, test := range []struct{ body, want, sent string }{
		{
			`const r = await app.get("/a"); return [r.status, r.ok, r.text, r.json.n[1], r.bytes.length, r.headers.get("x-name")].join("|")`,
			`201|true|{"n":[1,"é"]}|é|14|a, b`, "GET /a",
		},
		{`return (await app.get("/a")).headers.getSetCookie().join()`, "c=1,d=2", "GET /a"},
		{`return (await app.get("/é b?x=1", { query: { y: [1, 2], z: null, w: "&" } })).ok`, "true", "GET /%C3%A9%20b?x=1&y=1&y=2&w=%26"},
		{`return (await app.get("/a%2Fb")).ok`, "true", "GET /a%2Fb"},
		{`return (await app.post("/a", { json: { b: 1 } })).ok`, "true", `POST /a content-type: application/json {"b":1}`},
		{`return (await app.put("/a", { form: { b: "1 2", c: [3, 4] } })).ok`, "true", `PUT /a content-type: application/x-www-form-urlencoded b=1+2&` +
			`c=3&c=4`},
		{`return (await app.patch("/a", { body: "é" })).ok`, "true", `PATCH /a content-type: text/plain; charset=utf-8 é`},
		{`return (await app.delete("/a", { body: new Uint8Array([65, 66]) })).ok`, "true", `DELETE /a AB`},
		{`return (await app.request("PURGE", "/a", { headers: { B: "c" }, cookies: { d: "e", f: "g" } })).ok`, "true", `PURGE /a b: c cookie: d=e; f=g`},
		{`const admin = app.with({ headers: { A: "1" }, query: { q: 1 } }).with({ headers: { B: "2" } }); return (await admin.get("/a", { headers: { A: ` +
			`"3" } })).ok`, "true", `GET /a?q=1 a: 3 b: 2`},
		{`return (await app.head("/a")).ok && (await app.options("/b")).ok`, "true", `OPTIONS /b`},
		{`return await app.get("/gone").catch((e) => e.message)`, "nobody is there", "GET /gone"},
		{`const r = await app.fetch("http://x/a?b=%2F", { method: "POST", body: "é", headers: { A: "1" } }); return [r.status, await r.text(), ` +
			`r.headers.get("x-name")].join("|")`, `201|{"n":[1,"é"]}|a, b`, "POST /a?b=%2F a: 1 content-type: text/plain;charset=UTF-8 é"},
		{
			`const { fetch } = app.with({ headers: { A: "1" } }); return (await fetch(new Request("http://x/a#b", { headers: { B: "2" } }))).ok`, "true",
			"GET /a a: 1 b: 2",
		},
		{`return await app.fetch("/gone").catch((e) => e.message)`, "nobody is there", "GET /gone"},
		{`return await app.fetch("/a", { signal: AbortSignal.abort(new Error("enough")) }).catch((e) => e.message)`, "enough", "GET /gone"},
		{`const c = new AbortController(); const p = app.fetch("/b", { signal: c.signal }).catch((e) => e.message); ` +
			`c.abort(new Error("enough")); return await p`, "enough", "GET /b"},
		{`expect(await app.get("/a")).toHaveStatus(200)`, "throws AssertionError: expected the response to have the status 200, but it has 201\n" +
			"the body is {\"n\":[1,\"é\"]}", "GET /a"},
	} {
		got, err := s.run(test.body)
		if got != test.want {
			t.Errorf("%s\n got %s %v\nwant %s", test.body, got, err, test.want)
		}
		sent := s.lastSent()
		for end := time.Now().Add(10 * time.Second); sent != test.sent && time.Now().Before(end); sent = s.lastSent() {
			runtime.Gosched() // what was given up may be sent afterwards
		}
		if sent != test.sent {
			t.Errorf("%s: sent %s\nwant %s", test.body, sent, test.sent)
		}
	}
}

// lastSent returns the last request, in a line.
func (s *scripts) lastSent() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.sent[len(s.sent)-1]
	sent := last.Method + " " + last.Target
	for _, h := range last.Headers {
		sent += " " + h[0] + ": " + h[1]
	}
	if len(last.Body) > 0 {
		sent += " " + string(last.Body)
	}
	return sent
}
