package outline

import (
	"runtime"
	"slices"
	"testing"
	"testing/fstest"
	"time"
	"unsafe"
	"weak"

	"github.com/fwrun/fwrun/engine/source"
)

// files are those of an application.
var files = map[string]string{
	"users.ts": `import { GetMapping, type Body as Content } from "fwrun";
import { UserStore } from "./store.ts";
@RestController
export class UserController {
  static name = "another";
  constructor(private store: UserStore) {}
  @GetMapping("/users/{id}")
  find(@Path id: number) {
    return this.store.find(id);
  }
  load(): Promise<User> { return this.store.load(); }
  #secret() {}
}
class Hidden {
  find() {}
}
`,
	"store.ts": `import { both } from "@/helpers";
export class UserStore {
  async find(id) {}
  async load() {}
}
export { Inner as Outer };
class Inner {}
`,
	"lib/helpers.js": `import type { UserStore } from "../store.ts";
import "../circle.ts";
export const both = async (a) => a;
export function plain() {}
export default class {}
`,
	"circle.ts": `import "./lib/helpers.js";
import "./circle2.ts";
`,
	"circle2.ts": `import "./circle.ts";
`,
}

func project(t *testing.T) *source.Project {
	t.Helper()
	return projectOf(t, files).WithPaths(source.Paths{Patterns: []source.PathPattern{{Pattern: "@/*", Targets: []string{"lib/*"}}}})
}

func projectOf(t *testing.T, files map[string]string) *source.Project {
	t.Helper()
	folder, names := fstest.MapFS{}, []string(nil)
	for name, text := range files {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
		names = append(names, name)
	}
	slices.Sort(names)
	p, err := source.ReadAll(folder, names)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPlaces(t *testing.T) {
	o := Of(project(t))
	for _, c := range []struct {
		file, function string
		line           int
		want           string
	}{
		{"users.ts", "find", 9, "UserController.find"},
		{"users.ts", "find", 14, "Hidden.find"},
		{"users.ts", "find", 40, "find"},
		{"users.ts", "other", 9, "other"},
		{"users.ts", "", 9, ""},
		{"unknown.ts", "find", 9, "find"},
	} {
		if got := o.Qualified(c.file, c.function, c.line); got != c.want {
			t.Errorf("%s at line %d of %s is %q, want %q", c.function, c.line, c.file, got, c.want)
		}
	}
	for _, c := range []struct {
		function   string
		line       int
		name, file string
	}{
		{"find", 9, "UserController.find", "users.ts"},
		{"find", 3, "UserStore.find", "store.ts"},
		{"find", 15, "Hidden.find", "users.ts"},
		{"UserController", 6, "UserController.constructor", "users.ts"},
		{"both", 3, "both", "lib/helpers.js"},
		{"unknown", 3, "unknown", ""},
		{"<anonymous>", 3, "<anonymous>", ""},
	} {
		if name, file := o.Locate(c.function, c.line); name != c.name || file != c.file {
			t.Errorf("%s at line %d is %q in %q, want %q in %q", c.function, c.line, name, file, c.name, c.file)
		}
	}
}

func TestNames(t *testing.T) {
	o := Of(project(t))
	class, owned := o.Declares("users.ts", "UserController")
	if class == nil || !owned || !class.NamesItself() || class.Name != "UserController" {
		t.Errorf("users.ts declares %+v, %t", class, owned)
	}
	if class, owned := o.Declares("store.ts", "UserStore"); class == nil || !owned || class.NamesItself() {
		t.Errorf("store.ts declares %+v, %t", class, owned)
	}
	if class, owned := o.Declares("lib/helpers.js", "plain"); class != nil || !owned {
		t.Errorf("a function is %+v, %t", class, owned)
	}
	if class, owned := o.Declares("users.ts", "UserStore"); class != nil || owned {
		t.Errorf("an import is %+v, %t", class, owned)
	}
}

// TestCircle: the shortest way back, also over paths, and not over imports of types.
func TestCircle(t *testing.T) {
	o := Of(project(t))
	for start, want := range map[string][]string{
		"lib/helpers.js": {"lib/helpers.js", "circle.ts", "lib/helpers.js"},
		"circle.ts":      {"circle.ts", "lib/helpers.js", "circle.ts"},
		"store.ts":       nil,
		"unknown.ts":     nil,
	} {
		if got := o.Circle(start); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", start, got, want)
		}
	}
}

func TestNothing(t *testing.T) {
	var o *Outline
	if o.Size() != 0 || o.File("a.ts") != nil || o.Qualified("a.ts", "f", 1) != "f" || o.Circle("a.ts") != nil {
		t.Error("no outline has files")
	}
	if name, file := o.Locate("f", 1); name != "f" || file != "" {
		t.Errorf("found %q in %q", name, file)
	}
}

// TestHoldsNothing: neither the project nor a text of it lives because of an outline.
func TestHoldsNothing(t *testing.T) {
	p := project(t)
	o := Of(p)
	for _, f := range p.Files() {
		if unsafe.StringData(f.Path) == unsafe.StringData(o.File(f.Path).Path) {
			t.Errorf("the path of %s is shared", f.Path)
		}
		for i, c := range f.Classes {
			if own := o.File(f.Path).Classes[i]; c.Name != "" && unsafe.StringData(c.Name) == unsafe.StringData(own.Name) {
				t.Errorf("the name of %s is shared", c.Name)
			}
		}
	}
	held := weak.Make(p.File("users.ts"))
	p = nil
	for end := time.Now().Add(10 * time.Second); held.Value() != nil; runtime.GC() {
		if time.Now().After(end) {
			t.Fatal("the project lives on")
		}
	}
	runtime.KeepAlive(o)
}
