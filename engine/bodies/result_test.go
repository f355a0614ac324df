package bodies

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
)

// others are the files beside the controller of a case.
var others = fstest.MapFS{
	"user.ts": {Data: []byte(`export class User { id: int; name: string; }
export class Admin extends User { rights: string[]; }
export interface Named { name: string }
export class Box<T> { value: T; }
class Hidden { id: int; }
`)},
	"users.ts": {Data: []byte(`import { Repository, SqlTemplate } from "fwrun";
import { User as Person, Named, Box } from "./user";
export class Base<T> {
  first(): T { return null!; }
  pair(): [T, T] { return null!; }
  boxed(): Box<T> { return null!; }
}
export class Users extends Base<Person> {
  owner: Person;
  static zero = 0;
  constructor(readonly sql: SqlTemplate) { super(); }
  all(): Person[] { return []; }
  find(id: int): Person | null { return null; }
  later(): Promise<Person> { return null!; }
  named(): Named { return null!; }
  same(): this { return this; }
  echo<V>(value: V): V { return value; }
  untold() { return 1; }
  any(): any { return 1; }
  static count(): int { return 0; }
  omit(): Omit<Person, "id"> { return null!; }
  partial(): Promise<Partial<Person>> { return null!; }
  record(): Record<string, Person> { return null!; }
  map(): Map<string, Person> { return null!; }
  set(): Set<Person> { return null!; }
  both(): Person & { more: Named } { return null!; }
  tuple(): [Person, int] { return null!; }
  array(): ReadonlyArray<Person | null> { return null!; }
  literals(): "a" | "b" { return "a"; }
  colour(): Colour { return null!; }
  shape(): { at: Date, by: Person, more?: Named } { return null!; }
  async *rows(): AsyncGenerator<Person> {}
  either(): Person | Box<int> | undefined { return null!; }
  over(id: int): Person;
  over(name: string): Named;
  over(any: any): any { return null!; }
  missing(): Nowhere { return null!; }
  hidden(): Hidden { return null!; }
  get size(): int { return 0; }
}
export enum Colour { RED = "red" }
class Hidden { at: Date }
export class UserRepository extends Repository<Person> {}
export function load(): Person { return null!; }
export async function loadLater(): Promise<Person[]> { return []; }
`)},
	"old.js": {Data: []byte(`import { Repository } from "fwrun";
import { User } from "./user";
/** @extends {Repository<User>} */
export class Old extends Repository {}
export class Bare extends Repository {}
export class Service {
  /** @param {Old} old */
  constructor(old) { this.old = old; }
  made = new Old();
  /** @returns {list<User>} */
  all() { return []; }
}
export class Keeper {
  #own;
  constructor() {
    this.service = new Service();
    this.#own = new Service();
    this.twice = new Service();
    if (this.service) this.perhaps = new Service();
  }
  reset() { this.twice = null; }
  get own() { return this.#own; }
}
`)},
}

const before = `import { GetMapping, ResponseEntity, SqlTemplate } from "fwrun";
import { User, Admin, Box } from "./user";
import { Users, UserRepository, load, loadLater } from "./users";
import { Old, Bare, Service, Keeper } from "./old.js";
import * as all from "./users";
import { far } from "package";
class Hidden { id: int; }
export class Controller {
  users: Users;
  repository: UserRepository;
  old: Old; bare: Bare; service: Service; keeper: Keeper;
  sql: SqlTemplate;
  maybe: Users | null;
  own(): User { return null!; }
`

// read reads a handler with a body in a script of that name, and returns the type of what it gives; "" if there is none.
func inferred(t *testing.T, name, head, body string) string {
	t.Helper()
	files := fstest.MapFS{name: {Data: []byte(before + "  @GetMapping\n  " + head + " {" + body + "}\n}\n")}}
	for path, file := range others {
		files[path] = file
	}
	project, err := source.ReadAll(files, []string{name, "user.ts", "users.ts", "old.js"})
	if err != nil {
		t.Fatal(err)
	}
	in := Input{Project: project, Exports: hostExports(t), Files: []File{NewFile(name, files[name].Data)}}
	for path, f := range others {
		in.Files = append(in.Files, NewFile(path, f.Data))
	}
	results := Results(in)
	if len(results) == 0 {
		return ""
	}
	file, written := project.File(name), results[0].Type
	resolved, problem := schema.NewResolver(project, schema.Options{HostTypes: []string{"ResponseEntity"}}).Result(file, written)
	if problem != nil {
		return ""
	}
	text := resolved.Name
	if resolved.Kind == schema.Host && resolved.Elem != nil {
		text += "<" + textOf(resolved.Elem) + ">"
		return text
	}
	return textOf(resolved)
}

func textOf(t *schema.Type) string {
	text := t.Name
	if t.Nullable {
		text = "?" + text
	}
	return text
}

// results are bodies of handlers, and the types of what they give; "" if that is not sure.
func results() []struct{ body, want string } {
	return []struct{ body, want string }{
		{`return this.users.all()`, "list<User>"},
		{`return this.keeper.service.all()`, "list<User>"},
		{`return { users: this.keeper.service.all() }.users`, ""},
		{`return this.keeper.twice.all()`, ""},
		{`return this.keeper.perhaps.all()`, ""},
		{`return this.own();`, "User"},
		{`return await this.users.later()`, "User"},
		{`return this.users.later();`, "User"},
		{`return this.users.find(1)`, "?User"},
		{`return this.users.find(1)!`, "User"},
		{`return this.users.named()`, "Named"},
		{`return this.users.same().all()`, "list<User>"},
		{`return this.users.first()`, "User"},
		{`return this.users.omit()`, `Omit<Person, "id">`},
		{`return this.users.partial()`, "Partial<Person>"},
		{`return this.users.record()`, "array<string, User>"},
		{`return this.users.map()`, "array<string, User>"},
		{`return this.users.set()`, "list<User>"},
		{`return this.users.both()`, "Person & { more: Named }"},
		{`return this.users.tuple()`, "list<any>"},
		{`return this.users.array()`, "list<?User>"},
		{`return this.users.literals()`, `"a" | "b"`},
		{`return this.users.colour()`, "Colour"},
		{`return this.users.shape()`, "{ at: Date; by: Person; more?: Named }"},
		{`return this.users.rows()`, "AsyncGenerator<Person>"},
		{`return this.users.either()`, "?Person | Box<int>"},
		{`return this.users.over(1)`, ""},
		{`return this.users.missing()`, ""},
		{`return this.users.hidden()`, "Hidden"},
		{`return this.users.boxed()`, "Box<User>"},
		{`return this.maybe.all()`, "list<User>"}, // or it fails
		{`return this.users.owner.name`, "string"},
		{`return this.users.size`, "int"},
		{`return this.users.echo(load())`, "User"},
		{`return this.users.echo<Admin>(x)`, "Admin"},
		{`return this.users.sql.query<User>("SELECT 1")`, "list<User>"},
		{`return Users.count()`, "int"},
		{`return load()`, "User"},
		{`return all.load()`, "User"},
		{`return loadLater()`, "list<User>"},
		{`return this.repository.findAll()`, "list<User>"},
		{`return this.repository.findById(1)`, "?User"},
		{`return this.repository.findPage()`, "{ items: Person[]; total: int; page: int; size: int; pages: int }"},
		{`return this.repository.findPage().total`, ""},
		{`return this.repository.count()`, "int"},
		{`return this.old.findAll()`, "list<User>"},
		{`return this.service.old.findAll()`, "list<User>"},
		{`return this.service.made.findAll()`, "list<User>"},
		{`return this.service.all()`, "list<User>"},
		{`return new User()`, "User"},
		{`return new Date()`, "Date"},
		{`return "a"`, "string"},
		{"return `a ${1}`", "string"},
		{`return 1`, "int"},
		{`return 1.5`, "number"},
		{`return true`, "bool"},
		{`return [1, 2]`, "list<int>"},
		{`return [load()]`, "list<User>"},
		{`return { ok: true, data: this.users.all() }`, "{ ok: boolean; data: Person[] }"},
		{`const user = load(); return { user, "n": 1 }`, "{ user: Person; n: int }"},
		{`return (load())`, "User"},
		{`return x as User`, "User"},
		{`return { ok: true } as const`, "{ ok: boolean }"},
		{`return /** @type {User} */ (x)`, "User"},
		{`return x ? load() : this.own()`, "User"},
		{`return x > 1 ? load() : null`, "?User"},
		{`return x ? y ? 1 : 2 : 3`, "int"},
		{`const user: User = x(); return user`, "User"},
		{`let user = load(); return user`, "User"},
		{`let user = load(); x(() => { user = null; }); return user`, ""},
		{`let user = this.users.find(1); if (!user) throw x; user = null; return user`, ""},
		{`let user: User | null = x(); if (!user) throw x; user = null; return user`, "?User"},
		{
			`const user = this.users.find(1), r = ResponseEntity.ok(user).withHeader("a", "b"); if (x) { if (!user) throw y; return r } return r`,
			"ResponseEntity<?User>",
		},
		{`const user = this.users.find(1); if (x) { if (!user) throw y; return ResponseEntity.ok(user) } return user`, "ResponseEntity<?User>"},
		{`return -1`, ""},
		{`a: { if (x) break a; return 1 } `, ""},
		{`return { data: await loadLater() }`, "{ data: Person[] }"},
		{`return this.users?.owner.name`, ""},
		{`return id`, "int"},
		{`if (x) return load(); else { throw new Error("a"); }`, "User"},
		{`const user = this.users.find(1); if (!user) throw new Error("none"); return user`, "User"},
		{`const user = this.users.find(1); if (user === null) { return ResponseEntity.notFound(); } return user`, "ResponseEntity<User>"},
		{`const user = this.users.find(1); if (x) { if (!user) throw y; } return user`, "?User"},
		{`const user = this.users.find(1); if (x) if (!user) throw y; return user`, "?User"},
		{`const user = this.users.find(1); if (x) z(); else if (!user) throw y; return user`, "?User"},
		{`const user = this.users.find(1); for (const x of xs) if (!user) throw y; return user`, "?User"},
		{`if (x) return null; return load();`, "?User"},
		{`if (x) return; return load();`, "?User"},
		{`try { return load(); } catch (e) { throw e; }`, "User"},
		{`try { return load(); } catch { return null; }`, "?User"},
		{`try { x(); } finally { return load(); }`, "User"},
		{`for (const x of xs) { if (x) return load(); } return this.own();`, "User"},
		{`for await (const x of xs) { return load(); } throw new Error()`, "User"},
		{`switch (x) { case 1: return load(); case "b": return this.own(); default: throw y; } throw y`, "User"},
		{`outer: while (x) { break outer; } return load()`, "User"},
		{`do { x++ } while (x < 3); return load()`, "User"},
		{`xs.map((x) => { return 1; }); function inner() { return "a"; } return load()`, "User"},
		{"return load()\n// a comment\n", "User"},
		{`class Inner { a() { return 1; } } return load()`, "User"},
		{`do { x++ } while (x < 3) return load()`, "User"},
		{`if (x) y(); else z(); return load()`, "User"},
		{`const f = () => { return 1; }, g = function () { return 2; }; return load()`, "User"},
		{`x(); y();`, "void"},
		{``, "void"},
		{`return`, "void"},
		{`return undefined`, "void"},
		{"return\nload()", "void"},
		{`return ResponseEntity.ok(load())`, "ResponseEntity<User>"},
		{`return ResponseEntity.created("/a").withJson(load())`, "ResponseEntity<User>"},
		{`return ResponseEntity.ok().withHeader("a", "b").withJson([load()]).withStatusCode(201)`, "ResponseEntity<list<User>>"},
		{`return ResponseEntity.noContent()`, "ResponseEntity<void>"},
		{`return ResponseEntity.noContent().build()`, "ResponseEntity<void>"},
		{`if (x) return ResponseEntity.notFound(); return ResponseEntity.ok(load())`, "ResponseEntity<User>"},
		{`return x ? ResponseEntity.accepted(load()) : this.own()`, "ResponseEntity<User>"},
		{`if (x) return ResponseEntity.badRequest({ error: y }); return ResponseEntity.ok(load())`, "ResponseEntity<User>"},
		{`if (x) return ResponseEntity.notFound().withJson({ error: "none" }).build(); return load()`, "ResponseEntity<User>"},
		{`return ResponseEntity.unprocessableEntity("no")`, "ResponseEntity<void>"},
		{`return ResponseEntity.ok<Admin>(x)`, "ResponseEntity<Admin>"},

		// What is not sure.
		{`return x`, ""},
		{`return x()`, ""},
		{`return far()`, ""},
		{`return this.users.untold()`, ""},
		{`return this.users.missing()`, ""},
		{`return this.users.all`, ""},
		{`return this.users.all().length`, ""},
		{`return this.users.all()[0]`, ""},
		{`return this.users?.all()`, ""},
		{`return this.bare.findAll()`, ""},
		{`return this.sql.query("SELECT 1")`, ""},
		{`return new Hidden()`, ""},
		{`return new Box()`, ""},
		{`return new Map()`, ""},
		{`return load`, ""},
		{`return User`, ""},
		{`return this`, ""},
		{`return []`, ""},
		{`return [...load()]`, ""},
		{`return { ...load() }`, ""},
		{`return { [x]: 1 }`, ""},
		{`return { run() { return 1; } }`, ""},
		{`return { a: x }`, ""},
		{`return 1n`, ""},
		{`return load() || this.own()`, ""},
		{`return load() ?? 1`, ""},
		{`return 1 + 2`, ""},
		{`return x, load()`, ""},
		{`return () => load()`, ""},
		{`return async () => load()`, ""},
		{`return (a) => a ? 1 : 2`, ""},
		{`return function () { return 1; }`, ""},
		{`return class {}`, ""},
		{`return typeof x`, ""},
		{`return load().name.length`, ""},
		{"return load()\n  .name\n  [0]", ""},
		{`return ResponseEntity.ok(x)`, ""},
		{`return ResponseEntity.ok().withJson(x)`, ""},
		{`const { user } = load(); return user`, ""},
		{`const load = x; return load()`, ""},
		{`x() return 1`, ""},
		{`if (x) if (y) return 1; else return 2`, ""},
		{`const users = this.users; return users.all()`, "list<User>"},
		{`const a = { b: a }; return a`, ""},
		{`if (x) return load();`, ""},
		{`switch (x) { case 1: return load(); }`, ""},
		{`while (x) { return load(); }`, ""},
		{`if (x) return load(); return y;`, ""},
		{`return load() as any`, "any"},
		{`return this.users.any()`, "any"},
		{`return (`, ""},
		{`return this.users.`, ""},
		{"return " + strings.Repeat("[", 500) + strings.Repeat("]", 500), ""},
		{"return this" + strings.Repeat(".users", 5000), ""},
		{"return " + strings.Repeat("this.users.echo(", 2000) + strings.Repeat(")", 2000), ""},
		{"return " + strings.Repeat("[", 300) + "1" + strings.Repeat("]", 300), ""},
		{manyOf("const a%d = [a%d, a%d];", 11), ""},
		{manyOf("const a%d = { b: a%d, c: a%d };", 40), ""},
		{strings.Repeat("const a = [b, b]; const b = [a, a];", 20) + "return a", ""},
	}
}

// manyOf returns a body in which each constant has the one before twice.
func manyOf(constant string, n int) string {
	body := "const a0 = 1;"
	for i := 1; i <= n; i++ {
		body += fmt.Sprintf(constant, i, i-1, i-1)
	}
	return body + fmt.Sprintf("return a%d", n)
}

func TestResult(t *testing.T) {
	for _, c := range results() {
		if got := inferred(t, "a.ts", "handler(id: int)", c.body); got != c.want {
			t.Errorf("%s\ngives %q, not %q", c.body, got, c.want)
		}
	}
}

// FuzzResult: whatever a body is, it is read and inferred without a panic, and in time.
func FuzzResult(f *testing.F) {
	for _, c := range results() {
		f.Add(c.body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		_ = inferred(t, "a.ts", "handler(id: int)", body)
		_ = inferred(t, "a.js", "async handler(id)", body)
	})
}

// TestResultOfOtherHandlers has handlers that differ in their heads.
func TestResultOfOtherHandlers(t *testing.T) {
	for _, c := range []struct{ head, want string }{
		{"async handler()", "User"},
		{"handler<T>()", "User"},
		{"handler(load)", ""},
		{"*handler()", ""},
		{"async *handler()", ""},
		{"handler(): int", ""}, // it declares its own
	} {
		if got := inferred(t, "a.ts", c.head, "return load();"); got != c.want {
			t.Errorf("%s gives %q, not %q", c.head, got, c.want)
		}
	}
}
