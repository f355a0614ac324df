package host

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/vm"
)

var update = flag.Bool("update", false, "rewrite what the tests compare with in testdata")

const reportedApp = `
class Rows {
  all = [{ id: 1, name: "Ada Byron" }];
  find(id: int): any { return this.all.find((row) => row.id === id); }
  nameOf(id: int) {
    try {
      return this.find(id).name;
    } catch (cause) {
      throw Object.assign(new Error("cannot tell the name of " + id, { cause }), { kind: "missing", apiToken: "Love" + "lace" });
    }
  }
}

@RestController
export class UserController {
  rows = new Rows();

  @GetMapping("/users/{id}")
  find(@PathVariable() id: int) {
    return this.rows.find(id).name;
  }

  @GetMapping("/users/{id}/name") name(@PathVariable() id: int) { return this.rows.nameOf(id); }
  @GetMapping("/list") list() { return [1].map((n) => this.rows.find(n).email.length); }
  @GetMapping("/promise") promise() { return { orders: [{ user: this.later() }] }; }
  @GetMapping("/aggregate") aggregate() { return Promise.any([Promise.reject(new TypeError("one")), Promise.reject("two")]); }
  @GetMapping("/text") text() { throw "just a text"; }
  @GetMapping("/echo/{text}") echo(@PathVariable() text: string) { throw new Error(text); }
  @GetMapping("/taken") taken() { throw new HttpRestException(HttpStatus.CONFLICT, "already there"); }
  @GetMapping("/down") down() { throw new HttpRestException(502, "the upstream is down"); }
  @RequestMapping({ path: "/both", method: "PUT" }) put() {}
  async later() {}
}
`

// TestReports renders a problem of each kind as a page and, if there is one, as text.
func TestReports(t *testing.T) {
	r := start(t, boot(t, reportedApp, vm.Options{}), Settings{Dev: true, ContextPath: "/api"})
	for name, line := range map[string]string{
		"failure":     "GET /api/users/7?page=2&token=Lovelace",
		"cause":       "GET /api/users/7/name",
		"callback":    "GET /api/list",
		"promise":     "GET /api/promise",
		"aggregate":   "GET /api/aggregate",
		"text":        "GET /api/text",
		"refused":     "GET /api/users/seven",
		"missing":     "GET /api/user/7",
		"not-allowed": "POST /api/users/7",
		"answered":    "GET /api/taken",
	} {
		t.Run(name, func(t *testing.T) {
			trace := "Traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
			secrets := []string{
				"Authorization: Bearer Lovelace", "Cookie: sid=Lovelace", "X-Api-Key: Lovelace",
				"Referer: http://host/login?code=Lovelace",
			}
			page := r.ask(line, "", append(secrets, trace, browser)...)
			if strings.Contains(page.body, "Lovelace") {
				t.Error("a secret is shown")
			}
			golden(t, name+".html", withoutStyle(page.body))
			if text := r.ask(line, "", append(secrets, trace)...); text.header.Get("Content-Type") == typeText {
				golden(t, name+".txt", text.body)
			} else {
				golden(t, name+".json", text.body+"\n")
			}
			if name == "missing" || name == "not-allowed" {
				golden(t, name+".json", r.ask(line, "", append(secrets, trace, "Accept: application/json")...).body+"\n")
			}
		})
	}
}

// TestPlainPages renders the pages of production.
func TestPlainPages(t *testing.T) {
	r := start(t, boot(t, reportedApp, vm.Options{}), Settings{})
	trace := "Traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	for name, path := range map[string]string{
		"plain-failure": "/users/7", "plain-refused": "/users/seven", "plain-answered": "/taken",
	} {
		golden(t, name+".html", withoutStyle(r.ask("GET "+path, "", trace, browser).body))
	}
}

// withoutStyle removes the style sheet, which says nothing about the problem.
func withoutStyle(page string) string {
	return regexp.MustCompile(`(?s)<style>.*</style>`).ReplaceAllString(page, "")
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "report", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s", path, got)
	}
}
