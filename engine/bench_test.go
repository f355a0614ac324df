package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine"
)

// bound is an Invocation that binds a text and a number, and writes the result.
type bound struct {
	args [2]engine.Value
	out  []byte
}

func (c *bound) Bind(s *engine.Scope) ([]engine.Value, error) {
	c.args[0], c.args[1] = s.String("ann@example.org"), s.Int(7)
	return c.args[:], nil
}

func (c *bound) Finish(s *engine.Scope, result engine.Value) (err error) {
	c.out, err = s.AppendJSON(c.out[:0], result)
	return err
}

const fiveFields = `
import { RestController, GetMapping, RequestParam } from "fwrun";
@RestController
export class Api {
	/** @param {string} email  @param {int} id */
	@GetMapping("/") find(@RequestParam email, @RequestParam id) {
		return { id, email, name: "Ann Example", active: true, score: 4.5 };
	}
	/** @param {string} email  @param {int} id */
	@GetMapping("/records") records(@RequestParam email, @RequestParam id) {
		const records = [];
		for (let i = 0; i < 100; i++) records.push({ id: i, name: ` + "`User ${i}`" + `, email: ` + "`user${i}@example.com`" +
	`, age: 20 + (i % 50), active: i % 2 === 0, score: i * 1.5 });
		return records;
	}
	/** @param {string} email  @param {int} id */
	@GetMapping("/mapped") mapped(@RequestParam email, @RequestParam id) {
		return this.kept.map(({ id, email, ...rest }) => ({ ...rest, author: { id, email } }));
	}
	kept = Array.from({ length: 20 }, (_, i) => ({ id: i, email: "e", title: "t", slug: "s", body: "b", created: 5 }));
	@GetMapping("/async") async later(@RequestParam email, @RequestParam id) {
		return { id, email, name: "Ann Example", active: true, score: 4.5 };
	}
}
`

func BenchmarkInvoke(b *testing.B) {
	app := boot(b, optionsFor(b, map[string]string{"api.js": fiveFields}))
	for _, name := range []string{"find", "later", "records", "mapped"} {
		b.Run(name, func(b *testing.B) {
			index, c := handler(app, "Api."+name), &bound{}
			b.ReportAllocs()
			for b.Loop() {
				if err := runHandler(b.Context(), app, index, c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// written writes one value again and again.
type written struct {
	b    *testing.B
	code string
	out  []byte
}

func (c *written) Bind(s *engine.Scope) ([]engine.Value, error) {
	value, err := s.VM.Runtime.RunString(c.code)
	return []engine.Value{value}, err
}

func (c *written) Finish(s *engine.Scope, result engine.Value) (err error) {
	c.b.ReportAllocs()
	for c.b.Loop() {
		if c.out, err = s.AppendJSON(c.out[:0], result); err != nil {
			return err
		}
	}
	c.b.SetBytes(int64(len(c.out)))
	return nil
}

func BenchmarkAppendJSON(b *testing.B) {
	o := optionsFor(b, map[string]string{
		"same.js": `import { GetMapping, RequestParam } from "fwrun";
			export const same = GetMapping({ path: "/", params: { value: RequestParam() } })((value) => value);`,
		"user.ts": `export class User {
				private hash = "h";
				constructor(public id: int, public email: string, public name: string, public active: bool, public score: float) {}
			}
			globalThis.User = User;`,
	})
	o.Pool.CPUTimeout, o.Pool.HandlerTimeout = 1<<40, 1<<40
	app := boot(b, o)
	const five = `{ id: i, email: "ann@example.org", name: "Ann Example " + i, active: true, score: i / 4 }`
	for name, code := range map[string]string{
		"5 fields":      `((i) => (` + five + `))(1)`,
		"20 × 5":        `Array.from({ length: 20 }, (_, i) => (` + five + `))`,
		"20 of a class": `Array.from({ length: 20 }, (_, i) => new User(i, "ann@example.org", "Ann Example " + i, true, i / 4))`,
		"100 × 6":       `Array.from({ length: 100 }, (_, i) => ({ ...` + five + `, created: new Date(i * 1e9) }))`,
		"1000 numbers":  `Array.from({ length: 1000 }, (_, i) => i)`,
	} {
		b.Run(name, func(b *testing.B) {
			if err := runHandler(b.Context(), app, 0, &written{b: b, code: code}); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// users returns an application of six files, the size of a new project.
func users() map[string]string {
	files := map[string]string{
		"users/user.js": `/** A user. */ export class User { /** @type {int} */ id; /** @type {string} */ name; /** @type {string} */ email; }`,
		"users/user-repository.js": `import { Service, Autowired, Store } from "fwrun";
			@Service export class UserRepository { /** @type {Store} */ @Autowired store; find(id) { return { id }; } all() { return []; } }`,
		"users/user-service.js": `import { Service, Autowired } from "fwrun"; import { UserRepository } from "./user-repository.js";
			@Service export class UserService { /** @type {UserRepository} */ @Autowired users; find(id) { return this.users.find(id); } }`,
		"users/user-controller.js": `import { RestController, RequestMapping, GetMapping, PostMapping, PutMapping, DeleteMapping, PathVariable,
			RequestParam, RequestBody, Autowired } from "fwrun";
			import { UserService } from "./user-service.js"; import { User } from "./user.js";
			@RestController @RequestMapping("/users") export class UserController {
				/** @type {UserService} */ @Autowired users;
				@GetMapping("") list() { return { success: true, data: [] }; }
				/** @param {int} id */ @GetMapping("/{id}") find(@PathVariable id) { return this.users.find(id); }
				/** @param {string} email */ @GetMapping("/search") search(@RequestParam email) { return { email }; }
				/** @param {User} user */ @PostMapping("") create(@RequestBody user) { return user; }
				/** @param {int} id @param {User} user */ @PutMapping("/{id}") update(@PathVariable id, @RequestBody user) { return user; }
				/** @param {int} id */ @DeleteMapping("/{id}") remove(@PathVariable id) { return { id }; }
			}`,
		"hello.js":  `import { GetMapping } from "fwrun"; export const hello = GetMapping("/hello/{name}")((name) => "Hello " + name);`,
		"errors.js": `import { Component } from "fwrun"; @Component("errorController") export class Errors { handleError() {} }`,
	}
	return files
}

// large returns an application of 50 files with 150 lines each.
func large() map[string]string {
	files := map[string]string{}
	for i := range 50 {
		var text strings.Builder
		text.WriteString("import { RestController, RequestMapping, GetMapping, PathVariable, RequestParam } from \"fwrun\";\n")
		fmt.Fprintf(&text, "@RestController @RequestMapping(\"/c%d\")\nexport class C%d {\n", i, i)
		for m := range 18 {
			fmt.Fprintf(&text, "\n  /**\n   * Method %[1]d.\n   * @param {int} id  which\n   */\n  @GetMapping(\"/m%[1]d/{id}\")\n"+
				"  m%[1]d(@PathVariable id, @RequestParam({ required: false }) q = \"x\") {\n    return { id, q, list: [1, 2, 3].map((n) => n * id) };\n  }\n", m)
		}
		text.WriteString("}\n")
		files[fmt.Sprintf("c/c%d.js", i)] = text.String()
	}
	return files
}

// packaged returns an application of one file, with a package of 1.6 MB in 200 files.
func packaged() map[string]string {
	files := map[string]string{
		"api.js": `import { GetMapping } from "fwrun"; import * as all from "large"; ` +
			`export const names = GetMapping("/")(() => Object.keys(all));`,
		"node_modules/large/package.json": `{"module": "index.js"}`,
	}
	var index strings.Builder
	for i := range 200 {
		var text strings.Builder
		for n := i * 20; n < i*20+20; n++ {
			fmt.Fprintf(&text, "/** Function %[1]d. */\nexport function f%[1]d(value, options = {}) {\n  const result = [];\n"+
				"  for (let index = 0; index < 3; index++) {\n    if (options.skip === index) continue;\n"+
				"    result.push({ index, value: value * index + %[1]d, name: `item ${index}` });\n  }\n"+
				"  return result.map((item) => item.value).reduce((sum, next) => sum + next, %[1]d);\n}\n", n)
		}
		files[fmt.Sprintf("node_modules/large/lib/m%d.js", i)] = text.String()
		fmt.Fprintf(&index, "export * from \"./lib/m%d.js\";\n", i)
	}
	files["node_modules/large/index.js"] = index.String()
	return files
}

func BenchmarkBoot(b *testing.B) {
	for name, files := range map[string]map[string]string{
		"6 files": users(), "50 files of 150 lines": large(), "a package of 200 files": packaged(),
	} {
		cold := optionsFor(b, files)
		warm, _ := withCache(b, cold)
		warm.Log = cold.Log
		start(b, warm)
		b.Run(name+", cold", func(b *testing.B) { benchmarkBoot(b, cold) })
		b.Run(name+", warm", func(b *testing.B) { benchmarkBoot(b, warm) })
	}
}

func benchmarkBoot(b *testing.B, o engine.Options) {
	b.ReportAllocs()
	for b.Loop() {
		start(b, o)
	}
}
