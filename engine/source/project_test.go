package source

import (
	"testing"
	"testing/fstest"
)

// project reads files given as path, text, path, text.
func project(t *testing.T, files ...string) *Project {
	t.Helper()
	fsys := fstest.MapFS{}
	var paths []string
	for i := 0; i < len(files); i += 2 {
		fsys[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
		paths = append(paths, files[i])
	}
	p, err := ReadAll(fsys, paths)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestLookupFollowsImports(t *testing.T) {
	p := project(t,
		"users/user.ts", "export class User {}\nexport enum Role { A }\nexport default class Main {}",
		"users/index.js", `export { User as Person } from "./user.js"; export * from "./roles.js"; export * as all from "./user";`,
		"users/roles.js", `export * from "./index.js"; export { Role } from "./user.js"; /** @typedef {{id: int}} Shape */`,
		"app/main.js", `
			import { User, Missing, Role as R } from "../users/user.js";
			import Main from "../users/user";
			import * as users from "../users/index.js";
			import { Person, Shape, Gone, all } from "../users";
			import { RestController } from "fwrun";
			import { Lost } from "./lost.js";
			export class Own {}
			export { Person as Human };
		`,
		"app/again.js", `import { Human } from "./main.js";`,
	)
	tests := []struct{ file, name, want string }{
		{"app/main.js", "Own", "app/main.js#Own"},
		{"app/main.js", "User", "users/user.ts#User"},
		{"app/main.js", "R", "users/user.ts#Role"},
		{"app/main.js", "Main", "users/user.ts#Main"},
		{"app/main.js", "users.Person", "users/user.ts#User"},
		{"app/main.js", "users.Role", "users/user.ts#Role"},
		{"app/main.js", "users.all.User", "users/user.ts#User"},
		{"app/main.js", "all.User", "users/user.ts#User"},
		{"app/main.js", "Person", "users/user.ts#User"},
		{"app/main.js", "Shape", "users/roles.js#Shape"},
		{"app/again.js", "Human", "users/user.ts#User"},
		{"app/main.js", "Missing", "unknown Missing in users/user.ts"},
		{"app/main.js", "Gone", "unknown Gone in users/index.js"},
		{"app/main.js", "Nowhere", "unknown Nowhere in app/main.js"},
		{"app/main.js", "RestController", "package fwrun RestController"},
		{"app/main.js", "Lost", "no file ./lost.js Lost"},
	}
	for _, test := range tests {
		if got := describe(p.Lookup(p.File(test.file), test.name)); got != test.want {
			t.Errorf("%s in %s: got %s, want %s", test.name, test.file, got, test.want)
		}
	}
}

func describe(t Target) string {
	switch {
	case t.Class != nil:
		return t.File.Path + "#" + t.Class.Name
	case t.Enum != nil:
		return t.File.Path + "#" + t.Enum.Name
	case t.Type != nil:
		return t.File.Path + "#" + t.Type.Name
	case t.Function != nil:
		return t.File.Path + "#" + t.Function.Name
	case t.FromPackage():
		return "package " + t.From + " " + t.Name
	case t.From != "":
		return "no file " + t.From + " " + t.Name
	}
	return "unknown " + t.Name + " in " + t.File.Path
}

func TestLookupType(t *testing.T) {
	p := project(t,
		"a.js", `export class A { /** @type {import("./b.js").B<int>} */ b; /** @type {import("npm").C} */ c }`,
		"b.js", `export class B {}`,
	)
	a := p.File("a.js")
	members := a.Class("A").Members
	if got := describe(p.LookupType(a, members[0].Type)); got != "b.js#B" {
		t.Error(got)
	}
	if got := describe(p.LookupType(a, members[1].Type)); got != "package npm C" {
		t.Error(got)
	}
}

func TestReadAllReportsMissingFiles(t *testing.T) {
	p, err := ReadAll(fstest.MapFS{"a.js": {Data: []byte("class A {}")}}, []string{"a.js", "b.js"})
	if err == nil || len(p.Files()) != 1 || p.File("a.js").Class("A") == nil {
		t.Fatalf("got %v, %v", p.Files(), err)
	}
}
