//go:build unix

package app_test

import (
	"strconv"
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
		for _, mode := range []string{"off", "console", "record"} {
			b.Run(path+" "+mode, func(b *testing.B) {
				folder := ""
				if mode == "record" {
					folder = b.TempDir()
				}
				running := startBenched(b, map[string]string{
					"users.js": benchedStories, "config/application.yml": "datasource: [{ name: main, url: \"sqlite:a.db\" }]\n",
				}, "DEVTOOLS_ENABLED="+strconv.FormatBool(mode == "console"), "RECORD_FOLDER="+folder, "RECORD_ONLY_ERRORS=true",
					"MANAGEMENT_AUTH_TOKEN=0123456789abcdef0123456789abcdef")
				if last := repeat(b, running, "GET "+path+" HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n"); !strings.Contains(last, want) {
					b.Fatal(last)
				}
				_ = running.Close(b.Context())
			})
		}
	}
}
