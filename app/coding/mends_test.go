package coding

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
)

// mistakes are applications with one mistake each, and the lines of the file afterwards that were not there before.
var mistakes = map[string]struct{ code, file, text, want string }{
	"an import": {"import-missing", "a.js", "import { b } from \"./usr.js\";\nimport { GetMapping } from \"fwrun\";\n" +
		"export const hello = GetMapping(\"/\")(() => b);\n", `from "./user.js"`},
	"a static method": {
		"decorator-static", "a.js",
		"import { GetMapping, RestController } from \"fwrun\";\n@RestController export class A { @GetMapping(\"/\") static hello() { return 1; } }\n",
		`@GetMapping("/") hello()`,
	},
	"a static method below its decorators": {
		"decorator-static", "a.js",
		"import { Authenticated, GetMapping, RestController } from \"fwrun\";\n@RestController export class A {\n  @GetMapping(\"/\")\n  " +
			"@Authenticated\n  static async hello() { return 1; }\n}\n", "  async hello()",
	},
	"parentheses": {
		"decorator-option", "a.js",
		"import { GetMapping, PostConstruct, RestController } from \"fwrun\";\n@RestController export class A { @PostConstruct({ a: 1 }) open() {} " +
			"@GetMapping(\"/\") hello() { return 1; } }\n", "@PostConstruct open()",
	},
	"a path variable": {
		"param-undecorated", "a.ts",
		"import { GetMapping, PathVariable, RestController } from \"fwrun\";\n@RestController export class A { @GetMapping(\"/{id}\") " +
			"hello(id: int) { return id; } }\n", "hello(@PathVariable id: int)",
	},
	"a key": {
		"value-key", "a.js",
		"import { GetMapping, RestController, Value } from \"fwrun\";\n@RestController export class A { @Value(\"shop.name\") name = \"é\"; " +
			"@GetMapping(\"/\") hello() { return this.name; } }\n", `@Value("${shop.name}")`,
	},
	"a colon": {
		"route-path", "a.ts",
		"import { GetMapping, PathVariable, RestController } from \"fwrun\";\n@RestController export class A { @GetMapping(\"/a/:id\") " +
			"hello(@PathVariable id: int) { return id; } }\n", `"/a/{id}"`,
	},
	"two slashes": {
		"route-path", "a.js", "import { GetMapping } from \"fwrun\";\nexport const hello = GetMapping(\"/a//b\")(() => 1); // https://example.com\n",
		`"/a/b"`,
	},
	"no export": {
		"not-exported", "a.js", "import { GetMapping, RestController } from \"fwrun\";\n@RestController\nclass A { @GetMapping(\"/\") hello() { " +
			"return 1; } }\nexport const other = GetMapping(\"/b\")(() => 1);\n", "export class A",
	},
	"a function that is not exported": {
		"not-exported", "a.js", "import { GetMapping } from \"fwrun\";\nconst hello = GetMapping(\"/\")(() => 1);\n" +
			"export const other = GetMapping(\"/b\")(() => hello);\n", "export const hello",
	},
	"a blank": {"config-value", "config/application.yml", "server:\n  port:8080\n", "  port: 8080"},
	"quotes":  {"config-unknown-key", "config/application.yml", "\"server.port\": 8081\n", "server.port: 8081"},
	"a method": {
		"tool-http-method", "a.ts",
		"import { GetMapping, McpTool, RestController } from \"fwrun\";\n@RestController export class A {\n  /** Finds. */\n  @McpTool({ httpMethod: " +
			"\"PUT\" }) @GetMapping(\"/\") hello(): int { return 1; }\n}\n", `httpMethod: "GET"`,
	},
	"a setting": {"config-unknown-key", "config/application.yml", "server:\n  prot: 8081\n", "  port: 8081"},
}

// TestMendsHold applies the replacement of each kind of hint, and checks again.
func TestMendsHold(t *testing.T) {
	seen := map[string]bool{}
	for name, one := range mistakes {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			write := func(file, text string) {
				path := filepath.Join(folder, filepath.FromSlash(file))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write("config/application.yml", "shop: { name: tea }\n")
			write("user.js", "export const b = 1;\n")
			write("hello.js", "import { GetMapping } from \"fwrun\";\nexport const there = GetMapping(\"/there\")(() => 1);\n")
			write(one.file, one.text)
			d, found := checkedFor(t, folder, one.code)
			if !found {
				t.Fatalf("there is no %s", one.code)
			}
			fix := mistakeOf(d, one.text).Mend
			if fix == nil {
				t.Fatalf("nothing mends %q: %s", d.Hint, d.Source)
			}
			for _, r := range rules() {
				if r.hint.MatchString(d.Hint) {
					seen[r.hint.String()] = true
				}
			}
			after := applied(t, one.text, fix)
			if !strings.Contains(after, one.want) {
				t.Errorf("it has become\n%s", after)
			}
			write(one.file, after)
			if d, found := checkedFor(t, folder, one.code); found {
				t.Errorf("afterwards: %v", d)
			}
		})
	}
	if len(seen) != len(rules()) {
		t.Errorf("%d of %d rules are tried", len(seen), len(rules()))
	}
}

// checkedFor checks an application, and returns the first mistake with a code.
func checkedFor(t *testing.T, folder, code string) (d fault.Diagnostic, found bool) {
	t.Helper()
	silent := app.Options{Folder: folder, Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }}
	var others []string
	for _, d := range app.Check(t.Context(), silent, app.CheckOptions{Offline: true}).Problems {
		if d.Code == code {
			return d, true
		}
		others = append(others, fmt.Sprint(d.Code, " ", d, " ", d.Hint))
	}
	if others != nil {
		t.Log(others)
	}
	return d, false
}

// applied returns a text with a replacement.
func applied(t *testing.T, text string, m *mend) string {
	t.Helper()
	lines := strings.Split(text, "\n")
	line := utf16.Encode([]rune(lines[m.Line-1]))
	if old := string(utf16.Decode(line[m.Column-1 : m.EndColumn-1])); old != m.Old {
		t.Errorf("%q is at the place, not %q", old, m.Old)
	}
	lines[m.Line-1] = string(utf16.Decode(line[:m.Column-1])) + m.New + string(utf16.Decode(line[m.EndColumn-1:]))
	return strings.Join(lines, "\n")
}

// TestUncertainMends: where it is not clear what is meant, there is no replacement.
func TestUncertainMends(t *testing.T) {
	for name, c := range map[string]struct{ line, word, hint, text string }{
		"static twice":                     {"@A static b() { return static c; }", "@A", "remove `static`", ""},
		"static nowhere":                   {"@A", "@A", "remove `static`", "@A\n@B\nhello() {}\n"},
		"parentheses over lines":           {"@A({", "@A", "write it without parentheses: @A", ""},
		"parentheses with texts":           {`@A(")") x`, "@A", "write it without parentheses: @A", ""},
		"a decorator that is not imported": {"a(id) {}", "id", "write @PathVariable id", "import { GetMapping } from \"fwrun\";\na(id) {}"},
		"a colon twice":                    {`@A("/:id/:id")`, "@A", "write {id}", ""},
		"slashes of an address":            {`@A("/a", "http://b")`, "@A", "write one slash between segments", ""},
		"export in the middle":             {"if (x) class A {}", "A", "write `export` before it: export class A", ""},
		"a key twice":                      {`@Value("a.b") x = f(@Value("a.b"))`, "@Value", `write @Value("${a.b}")`, ""},
		"several methods":                  {`@A({ httpMethod: "PUT" })`, "@A", "use one of GET, POST", ""},
		"a blank somewhere else":           {"server:", "server", "write a space after the colon: port: 80", "server:\n  # port:80\n"},
	} {
		d := fault.Diagnostic{
			Place: fault.Place{File: "a", Line: 1, Col: strings.Index(c.line, c.word) + 1}, Length: len(c.word),
			Source: c.line, Hint: c.hint,
		}
		if c.text == "" {
			c.text = c.line
		}
		if m := mendOf(d, c.text); m != nil {
			t.Errorf("%s: %+v", name, m)
		}
	}
}
