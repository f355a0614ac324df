package lsp

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/editor"
)

// bookshop returns a copy of the example.
func bookshop(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(harness.Repository(t, "scripts/examples/bookshop"))); err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestBookshop: symbols, lenses, definitions, references, and what is said of decorators, settings and columns.
func TestBookshop(t *testing.T) {
	t.Parallel()
	s := serve(t, bookshop(t), nil)
	const books, shelf, orders, yml = "books/book-controller.ts", "books/book.ts", "orders/orders.ts", "config/application.yml"
	for _, name := range []string{books, shelf, orders, yml, "accounts/accounts.ts", "books/stock-report.ts", "orders/order-controller.ts"} {
		if found := s.open(name); len(found) > 0 {
			t.Errorf("%s: %v", name, found)
		}
	}
	for method, wants := range map[string]map[string][]string{
		"documentSymbol": {
			books:                   {`"BookController"`, `"GET /books/{id}"`, `"POST /books"`, `"tool book_search"`},
			orders:                  {`"Orders"`, `"queue packing"`},
			"books/stock-report.ts": {`"schedule stock-report"`},
		},
		"codeLens": {
			books:                   {`"GET /books/{id} · anyone"`, `"POST /books · STAFF"`, `"tool book_search · anyone"`},
			orders:                  {`"queue packing"`, `"1 injection"`},
			"books/stock-report.ts": {`"schedule stock-report"`},
		},
	} {
		for name, list := range wants {
			answer := s.ask(method, name, "import", 0)
			for _, want := range list {
				if !strings.Contains(answer, want) {
					t.Errorf("%s of %s lacks %s: %s", method, name, want, answer)
				}
			}
		}
	}
	all := string(s.Ask("workspace/symbol", map[string]any{"query": "ORDER"}))
	if !strings.Contains(all, "POST /orders") || strings.Contains(all, "sign-up") {
		t.Errorf("symbols: %s", all)
	}
	declared := []string{shelf + ": export class Books extends Repository<Book> {}"}
	injected := books + ": constructor(private books: Books) {}"
	if got := s.places("definition", books, "books: Books", 2); !slices.Equal(got, declared) {
		t.Errorf("the bean is declared in %q", got)
	}
	for _, from := range [][2]string{{books, "books: Books"}, {shelf, "Books extends"}} {
		if got := s.places("references", from[0], from[1], 2); !slices.Contains(got, declared[0]) || !slices.Contains(got, injected) {
			t.Errorf("from %s: %q", from[1], got)
		}
	}
	for _, about := range []struct{ name, word, want string }{
		{books, "@GetMapping(\"/{id}\")", "`GET /books/{id}` · anyone"},
		{books, "@RolesAllowed", "Demands one of some roles"},
		{"accounts/accounts.ts", "role FROM", "`accounts.role` TEXT"},
		{"accounts/accounts.ts", "accounts WHERE", "table `accounts`"},
		{yml, "port: 8080", "`server.port: 8080` from config/application.yml:2"},
		{yml, "url: \"sqlite", "`datasource[0].url: sqlite:bookshop.db`"},
	} {
		if got := s.ask("hover", about.name, about.word, 2); !strings.Contains(got, about.want) {
			t.Errorf("%s in %s: %s", about.word, about.name, got)
		}
	}
	for _, word := range []string{"secret: ", "password: "} {
		if got := s.ask("hover", yml, word, 2); !strings.Contains(got, "******") || strings.Contains(got, "development") {
			t.Errorf("a secret: %s", got)
		}
	}
}

// settings is a script of the scaffold that reads settings, and has two beans of a type.
const settings = `import { Bean, Configuration, Qualifier, RestController, SqlTemplate, Value, GetMapping } from "fwrun";

export class Clock {}

@Configuration
export class Clocks {
  @Bean near() { return new Clock(); }
  @Bean far() { return new Clock(); }
}

@RestController
export class Desk {
  @Value("${tasks.limit}") limit: int = 1;
  @Value("${shop.password}") password: string = "";
  @Qualifier("far") clock: Clock;

  constructor(private sql: SqlTemplate, @Qualifier("near") private near: Clock) {}

  @GetMapping("/all") all() { return this.sql.query("SELECT t.id, title FROM tasks t"); }
}
`

// TestScaffold: what can be written in a placeholder, a @Qualifier, the configuration and a statement; and keys with their uses.
func TestScaffold(t *testing.T) {
	t.Parallel()
	folder := created(t)
	harness.WriteFile(t, folder+"/desk.ts", settings)
	text, err := os.ReadFile(folder + "/config/application.yml")
	if err != nil {
		t.Fatal(err)
	}
	harness.WriteFile(t, folder+"/config/application.yml", string(text)+"shop:\n  password: ${SHOP_PASSWORD}\n")
	s := serve(t, folder, map[string]any{"types": false, "profile": ""})
	const desk, yml = "desk.ts", "config/application.yml"
	for _, name := range []string{yml, "tasks/task-service.ts", desk} {
		if found := s.open(name); len(found) > 0 {
			t.Errorf("%s: %v", name, found)
		}
	}
	if got := s.places("definition", desk, "tasks.limit", 3); !slices.Equal(got, []string{yml + ": limit: 100"}) {
		t.Errorf("the key is set in %q", got)
	}
	for _, from := range [][2]string{{desk, "tasks.limit"}, {yml, "limit: 100"}} {
		got := strings.Join(s.places("references", from[0], from[1], 1), "\n")
		for _, want := range []string{yml + ": limit: 100", `desk.ts: @Value("${tasks.limit}")`, `tasks/task-service.ts: @Value("${tasks.limit}")`} {
			if !strings.Contains(got, want) {
				t.Errorf("from %s: %s", from[0], got)
			}
		}
	}
	if got := s.places("definition", desk, `"far"`, 2); len(got) != 1 || !strings.Contains(got[0], "@Bean far()") {
		t.Errorf("far is %q", got)
	}
	if got := s.places("definition", desk, "private near", 10); len(got) != 1 || !strings.Contains(got[0], "@Bean near()") {
		t.Errorf("near is %q", got)
	}
	if got := s.places("references", desk, "near() {", 1); len(got) != 2 || !strings.Contains(got[1], "constructor(") {
		t.Errorf("near is injected into %q", got)
	}
	if got := s.ask("hover", desk, "tasks.limit", 1); !strings.Contains(got, "`tasks.limit: 100` from config/application.yml") {
		t.Errorf("the limit: %s", got)
	}
	if got := s.ask("hover", desk, "shop.password", 1); !strings.Contains(got, "******") || strings.Contains(got, "hunter2") {
		t.Errorf("a secret of the environment: %s", got)
	}
	offered := string(s.Ask("textDocument/completion", editor.At(s.path(desk), editor.Place(t, s.texts[desk], "shop.password", 5))))
	if !strings.Contains(offered, "shop.password") || strings.Contains(offered, "hunter2") {
		t.Errorf("a secret of the environment is offered: %s", offered)
	}
	yaml := "server:\n  po\nlogging:\n  level:\n    root: \ndatasource:\n  - name: main\n    ur\ntasks:\n  l\nmigrations:\n  onStart: \n"
	for _, c := range []struct {
		name, text, word string
		by               int
		want             []string
	}{
		{desk, strings.Replace(settings, "${tasks.limit}", "${tas", 1), `"${tas`, 6, []string{"tasks.limit"}},
		{desk, strings.Replace(settings, `Qualifier("far"`, `Qualifier("`, 1), "clock", -2, []string{"near", "far"}},
		{desk, settings, "SELECT t.", 9, []string{"id", "title", "done"}},
		{desk, strings.Replace(settings, "FROM tasks t", "FROM ta", 1), "FROM ta", 7, []string{"tasks"}},
		{yml, yaml, "  po", 4, []string{"port: "}},
		{yml, yaml, "    ur", 6, []string{"url: "}},
		{yml, yaml, "  l\n", 3, []string{"limit: "}},
		{yml, yaml, "onStart: ", 9, []string{"true", "false"}},
	} {
		got := s.labels(c.name, c.text, c.word, c.by)
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("%q in %s offers %q, which lacks %s", c.word, c.name, got, want)
			}
		}
	}
}
