package bodies

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/engine/source"
)

// TestSilent: nothing is said where it is not certain. Each file of the archive is a program of its own.
func TestSilent(t *testing.T) {
	exports := hostExports(t)
	programs, err := txtar.ParseFile("testdata/silent/programs.txtar")
	if err != nil || len(programs.Files) < 50 {
		t.Fatal(programs, err)
	}
	for _, p := range programs.Files {
		if source.ParseTree(p.Name, p.Data) == nil {
			t.Errorf("%s is not understood", p.Name)
		}
		if found := judgeTexts(map[string]string{p.Name: string(p.Data)}, exports); len(found) > 0 {
			t.Errorf("%s: %s", p.Name, shown(found))
		}
	}
}

// TestCache: a file is judged again when it, or what it asks for, has changed; and the verdicts are those of a judge without memory.
func TestCache(t *testing.T) {
	texts := map[string]string{
		"a.ts":    "import { B } from \"./b.ts\";\nexport const a = (b: B) => b.c();\n",
		"b.ts":    "import { Base } from \"./base.ts\";\nexport class B extends Base {}\n",
		"base.ts": "export class Base { c() { return 1; } }\n",
		"d.ts":    "export const d = 1;\n",
	}
	var cache Cache
	judge := func() string {
		in := Input{Cache: &cache}
		var read []*source.File
		for name, text := range texts {
			in.Files = append(in.Files, NewFile(name, []byte(text)))
			read = append(read, source.Read(name, []byte(text)))
		}
		in.Project = source.NewProject(read...)
		kept := shown(Judge(in))
		if fresh := shown(judgeTexts(texts, nil)); kept != fresh {
			t.Fatalf("with a cache:\n%s\nwithout:\n%s", kept, fresh)
		}
		return kept
	}
	steps := []struct{ file, text, want string }{
		{"d.ts", "export const d = 2;\n", ""},
		{"base.ts", "export class Base { d() { return 1; } }\n", "B has no member c"},
		{"base.ts", "export class Base { c() { return 1; } }\n", ""},
		{"b.ts", "export class B {}\n", "B has no member c"},
		{"d.ts", "import { B } from \"./b.ts\";\nObject.assign(B.prototype, { c() {} });\n", ""},
		{"d.ts", "export const d = helper();\n", "helper is not defined"},
		{"a.ts", "globalThis.helper = () => 1;\n", ""},
	}
	judge()
	for _, s := range steps {
		texts[s.file] = s.text
		if got := judge(); s.want == "" && got != "" || !strings.Contains(got, s.want) {
			t.Errorf("after %s is %q: %s, want %q", s.file, s.text, got, s.want)
		}
	}
}
