package app_test

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
	"a setting":           {"config-unknown-key", "config/application.yml", "server:\n  prot: 8081\n", "  port: 8081"},
	"a setting by a path": {"config-unknown-key", "config/application.yml", "server.prot: 8081\n", "server.port: 8081"},
	"a section":           {"config-unknown-key", "config/application.yml", "servr:\n  port: 8081\n", "server:"},
	"a value":             {"config-value", "config/application.yml", "logging:\n  level: inof\n", "  level: info"},
	"a placeholder":       {"config-reference", "config/application.yml", "shop: { name: tea }\na: ${shop.nmae}\n", "a: ${shop.name}"},
	"an anchor":           {"config-alias", "config/application.yml", "a: &one { b: 1 }\nc: *oen\n", "c: *one"},
	"an option": {
		"decorator-option", "a.js", "import { Cacheable, GetMapping, RestController } from \"fwrun\";\n@RestController export class A {\n" +
			"  @Cacheable({ names: \"a\", ttll: \"5s\" }) @GetMapping(\"/\") hello() { return 1; }\n}\n", "{ names: \"a\", ttl: \"5s\" }",
	},
	"a bean": {
		"bean-missing", "a.js", "import { Autowired, GetMapping, Qualifier, RestController, Service } from \"fwrun\";\n@Service export class Users {}\n" +
			"@RestController export class A { @Autowired @Qualifier('usres') usres; @GetMapping(\"/\") hello() { return 1; } }\n", "@Qualifier('users') usres",
	},
	"a type": {
		"type-unknown", "a.ts", "import { GetMapping, PathVariable, RestController } from \"fwrun\";\n@RestController export class A { " +
			"@GetMapping(\"/{id}\") hello(@PathVariable id: strng) { return id; } }\n", "id: string",
	},
	"the name of an import": {
		"import-name", "a.js", "import { GetMaping } from \"fwrun\";\nexport const a = GetMaping(\"/\")(() => 1);\n", "{ GetMapping }",
	},
	"a class": {
		"bean-missing", "a.ts", "import { GetMapping, RestController, Service } from \"fwrun\";\n@Service export class Users {}\n@RestController " +
			"export class A { constructor(private readonly users: Usres) {} @GetMapping(\"/\") hello() { return 1; } }\n", "users: Users",
	},
	"a column": {
		"sql-statement", "a.js", "import { Autowired, GetMapping, RestController, SqlTemplate } from \"fwrun\";\n@RestController export class A {\n" +
			"  /** @type {SqlTemplate} */ @Autowired sql;\n  @GetMapping(\"/\") hello() { return this.sql.query(\"SELECT nmae FROM teas\"); }\n}\n",
		"SELECT name FROM teas",
	},
}

// TestMendsHold applies the replacement of each kind of mistake, and checks again.
func TestMendsHold(t *testing.T) {
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
			write("config/application.yml", "shop: { name: tea }\ndatasource: [{ name: main, url: \"sqlite:app.db\" }]\n")
			write("migrations/main/1.sql", "CREATE TABLE teas (name TEXT);\n")
			write("user.js", "export const b = 1;\n")
			write("hello.js", "import { GetMapping } from \"fwrun\";\nexport const there = GetMapping(\"/there\")(() => 1);\n")
			write(one.file, one.text)
			d, found := checkedFor(t, folder, one.code)
			if !found {
				t.Fatalf("there is no %s", one.code)
			}
			fix := d.Mend
			if fix == nil {
				t.Fatalf("nothing mends %q: %s", d.Hint, d.Source)
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
func applied(t *testing.T, text string, m *fault.Mend) string {
	t.Helper()
	lines := strings.Split(text, "\n")
	line := utf16.Encode([]rune(lines[m.Line-1]))
	if old := string(utf16.Decode(line[m.Col-1 : m.EndCol()-1])); old != m.Old {
		t.Errorf("%q is at the place, not %q", old, m.Old)
	}
	lines[m.Line-1] = string(utf16.Decode(line[:m.Col-1])) + m.New + string(utf16.Decode(line[m.EndCol()-1:]))
	return strings.Join(lines, "\n")
}
