//go:build unix

package app_test

import (
	"strings"
	"testing"
)

const benchedStories = `import { Autowired, GetMapping, PathVariable, RestController, SqlTemplate } from "fwrun";
@RestController export class Users {
  /** @type {SqlTemplate} */ @Autowired db;
  @GetMapping("/hello") hello() { return "Hello"; }
  @GetMapping("/users/{id}") find(@PathVariable id) { return this.db.queryForObject("select 1 as id, 'Ada' as name where ? > 0", [id]); }
}`

// BenchmarkStories measures requests of which nothing is remembered, and those of which everything is.
func BenchmarkStories(b *testing.B) {
	for path, want := range map[string]string{"/hello": "Hello", "/users/7": "Ada"} {
		for _, on := range []string{"false", "true"} {
			b.Run(path+" "+on, func(b *testing.B) {
				running := startBenched(b, map[string]string{
					"users.js": benchedStories, "config/application.yml": "datasource: [{ name: main, url: \"sqlite:a.db\" }]\n",
				}, "DEVTOOLS_ENABLED="+on, "MANAGEMENT_AUTH_TOKEN=0123456789abcdef0123456789abcdef")
				if last := repeat(b, running, "GET "+path+" HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n"); !strings.Contains(last, want) {
					b.Fatal(last)
				}
				_ = running.Close(b.Context())
			})
		}
	}
}
