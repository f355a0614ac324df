package editor

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/databases"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/lsp"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestLiterals: texts in quotes, however they are written, and nothing that only looks like one.
func TestLiterals(t *testing.T) {
	for text, want := range map[string][]string{
		`a("x", 'y')`:                      {"x", "y"},
		`"a\"b" + 'c\\'`:                   {`a\"b`, `c\\`},
		"`a ${b(\"c\", {d: `e`})} f` 'g'":  {"c", "e", "a ${b(\"c\", {d: `e`})} f", "g"},
		"// \"no\"\n/* 'no' */ 'yes'":      {"yes"},
		`x = /["']/ + "a"`:                 {"a"},
		`x = /[/"]'/g.test("a"); b / "c"`:  {"a", "c"},
		`n = a / b / "c"`:                  {"c"},
		"@Value(\"${key\nnext('line')":     {"${key", "line"},
		"`not ${closed":                    {"not ${closed"},
		`"`:                                {""},
		"/* open":                          nil,
		"return /'/.test(a) ? 'b' : `${c}": {"b", "${c}"},
	} {
		var got []string
		for _, l := range literals(text) {
			got = append(got, text[l.from:l.to])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", text, got, want)
		}
	}
}

// cursorIn returns the cursor that a text has a | for.
func cursorIn(file, text string) cursor {
	before, after, _ := strings.Cut(text, "|")
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return cursorOf(lsp.Cursor{
		Place: fault.Place{File: file, Line: strings.Count(before, "\n") + 1, Col: len(utf16.Encode([]rune(line))) + 1}, Text: before + after,
	})
}

// TestSection: the keys around a line of YAML.
func TestSection(t *testing.T) {
	for text, want := range map[string]string{
		"po|":                                  "",
		"server:\n  po|":                       "server",
		"server:\n  a: 1\n\n  # c\n  po|":      "server",
		"a:\n  b:\n    c: 1\n  d|":             "a",
		"datasource:\n  - name: main\n    ur|": "datasource.[0]",
		"datasource:\n  - name: a\n  - name: b\n    url: c|": "datasource.[1]",
		"datasource:\n- name: a\n- na|":                      "datasource.[1]",
		"a:\n  - b:\n      - c: 1\n      - d|":               "a.[0].b.[1]",
		"a.b:\n  \"c\":\n    d|":                             "a.b.c",
	} {
		c := cursorIn("config/application.yml", text)
		if got := strings.Join(c.section(), "."); got != want {
			t.Errorf("%q is in %q, want %q", text, got, want)
		}
	}
}

// TestKey: the placeholder that the cursor is in, and none in a template or behind its colon.
func TestKey(t *testing.T) {
	for text, want := range map[string]string{
		`@Value("${a.b|.c}")`: "a.b.c", `@Value("${|")`: "", `@Value("x ${a} ${b|}")`: "b", "'${a-b[0]|:x}'": "a-b[0]",
		"`${a|}`": "none", `"${a:b|}"`: "none", `"${a} |"`: "none", `${a|}`: "none", "\"\U0001F600 ${k|ey}\"": "key",
	} {
		c := cursorIn("a.ts", text)
		got, _, ok := c.key()
		if !ok {
			got = "none"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestIsApplication: what makes a folder an application.
func TestIsApplication(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		want       bool
	}{
		"configuration": {"config/application.yml", "", true},
		"another name":  {"config/application.yaml", "", true},
		"typings":       {".fwrun/types/fwrun.d.ts", "", true},
		"dependency":    {"package.json", `{"dependencies": {"fwrun": "1.0.0"}}`, true},
		"development":   {"package.json", `{"devDependencies": {"fwrun": "*"}}`, true},
		"another":       {"package.json", `{"name": "fwrun-site", "dependencies": {"express": "5.0.0"}}`, false},
		"broken":        {"package.json", `{"dependencies": {"fwrun"`, false},
		"a script":      {"app.js", `import "fwrun"`, false},
	} {
		folder := t.TempDir()
		write(t, folder, c.file, c.text)
		if got := IsApplication(folder); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// seen is what a check has seen of an application with a bit of everything.
func seen(t testing.TB) *Editor {
	t.Helper()
	const yml = "tasks:\n  limit: 1\n  secret: hunter2\n"
	files := fstest.MapFS{"config/application.yml": {Data: []byte(yml)}, "a.ts": {Data: []byte(`@Value("${tasks.limit}") a`)}}
	props, problems := config.Load(files, config.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	clock := &manifest.Bean{Name: "clock", TypeName: "Clock", Stereotype: manifest.Service, Place: fault.Place{File: "a.ts", Line: 1, Col: 1}}
	e := New(app.Options{}, false)
	e.seen.Store(&index{
		Sight: app.Sight{
			Manifest: &manifest.Manifest{Files: []string{"a.ts"}, Beans: []*manifest.Bean{clock}}, Properties: props,
			Tables: map[string]databases.Tables{"main": {"tasks": {{Name: "id", Type: "INTEGER"}, {Name: "title", Type: "TEXT"}}}},
		},
		files: files, injections: []injection{{fault.Spot{Place: fault.Place{File: "a.ts", Line: 2, Col: 3}, Length: 1}, clock}},
	})
	return e
}

// FuzzAnswers asks everything about any place of any text: there is an answer, and never a secret in it.
func FuzzAnswers(f *testing.F) {
	for _, text := range []string{
		`@Value("${tasks.secret}") a`, "tasks:\n  secret: x\n  - l: ${tasks.limit}\n", "q(`SELECT t. FROM tasks t`)",
		`@Qualifier("clo")`, "\U0001F600 'ä", "\xff\"${",
	} {
		f.Add(text, 1, 12)
	}
	e := seen(f)
	f.Fuzz(func(t *testing.T, text string, line, col int) {
		if line < 1 || col < 1 || len(text) > 1000 {
			return
		}
		for _, file := range []string{"a.ts", "config/application.yml"} {
			at := lsp.Cursor{Place: fault.Place{File: file, Line: line, Col: col}, Text: text}
			said := e.Hover(at) + fmt.Sprint(e.Complete(at), e.Definition(at), e.References(at, true))
			if strings.Contains(said, "hunter2") {
				t.Errorf("%q at %d:%d of %s: %s", text, line, col, file, said)
			}
		}
	})
}
