package bundle

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// keep builds one file that has a class A which it does not export.
func keep(t *testing.T, text string) (*Bundle, string) {
	t.Helper()
	b, problems := Build(Input{
		Folder: writeFolder(t, map[string]string{"a.ts": text}), Files: []string{"a.ts"},
		Unexported: map[string][]string{"a.ts": {"A"}},
	}, nil)
	var said []string
	for _, p := range problems {
		said = append(said, p.Place.String()+" "+p.Message)
	}
	return b, strings.Join(said, "\n")
}

// TestKeptClasses: a class that a file does not export is registered.
func TestKeptClasses(t *testing.T) {
	for _, text := range []string{
		"class A { private x = 1 }", "const A = class { private x = 1 } // the end",
		"class A { private x = 1 }\nexport const b = new A();\n",
	} {
		b, said := keep(t, text)
		if b == nil {
			t.Fatalf("%s: %s", text, said)
		}
		rt := goja.New()
		kept := ""
		start(t, rt, b.Program, rt.NewObject(), rt.ToValue(func() {}), rt.NewObject(), rt.ToValue(func(file string, classes *goja.Object) {
			kept = file + " " + strings.Join(classes.Keys(), ",")
		}))
		if kept != "a.ts A" {
			t.Errorf("%s: kept %q", text, kept)
		}
	}
}

// TestMistakesBesideKeptClasses: messages about a file refer to its text as it is written.
func TestMistakesBesideKeptClasses(t *testing.T) {
	for text, want := range map[string]string{
		"class A { private x = 1": "a.ts:1:24 ", "class A {}\nconst a = `": "a.ts:2:12 ", "class A {}\nlet b = ;\n": "a.ts:2:9 ",
	} {
		if b, said := keep(t, text); b != nil || !strings.HasPrefix(said, want) || strings.Contains(said, "__keep") {
			t.Errorf("%q: %s", text, said)
		}
	}
}
