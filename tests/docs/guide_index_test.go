package docs

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/tests/harness/guide"
)

// TestGuideListsItsPages: docs/guide/README.md has each page once, and every link leads to an existing page
// and heading.
func TestGuideListsItsPages(t *testing.T) {
	pages := guide.Pages(t)
	headings := map[string][]string{}
	for _, page := range pages {
		headings[page.Name+".md"] = anchors(page.Text)
		if index := guideIndex(t); page.Name != "README" && strings.Count(index, "]("+page.Name+".md)") != 1 {
			t.Errorf("docs/guide/README.md does not list %s.md once", page.Name)
		}
	}
	link := regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]+))?\)`)
	for _, page := range pages {
		for _, m := range link.FindAllStringSubmatch(fencedAny.ReplaceAllString(page.Text, ""), -1) {
			file, anchor := cmp.Or(m[1], page.Name+".md"), m[2]
			if _, err := os.Stat(filepath.Join("../../docs/guide", file)); err != nil {
				t.Errorf("%s.md links to %s, which is not there", page.Name, file)
			}
			if known, isPage := headings[file]; isPage && anchor != "" && !slices.Contains(known, anchor) {
				t.Errorf("%s.md links to %s#%s, and there is no such heading", page.Name, file, anchor)
			}
		}
	}
}

func guideIndex(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/guide/README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// anchors returns the anchors of the headings of a page.
func anchors(text string) []string {
	text = regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(text, "")
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		kept := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		list = append(list, strings.ReplaceAll(kept, " ", "-"))
	}
	return list
}

// TestGuideIsFound: a page begins with the words that a search for it would use.
func TestGuideIsFound(t *testing.T) {
	for page, words := range map[string][]string{
		"getting-started": {"tutorial", "REST API"},
		"installation":    {"install", "npm", "Homebrew", ".deb", "CI"},
		"controllers":     {"routing", "HTTP requests"},
		"requests":        {"query parameters", "file uploads", "JSON bodies"},
		"responses":       {"JSON", "status codes", "redirects"},
		"validation":      {"validation", "DTO"},
		"beans":           {"dependency injection"},
		"sql":             {"SQLite, PostgreSQL, MySQL"},
		"repositories":    {"ORM"},
		"migrations":      {"SQL files"},
		"search":          {"full-text search", "OpenSearch", "SearchClient"},
		"errors":          {"error handling", "problem details"},
		"interceptors":    {"middleware", "guards", "authentication"},
		"configuration":   {"environment variables", "profiles"},
		"testing":         {"unit tests", "mocks", "jest.useFakeTimers", "vitest", "sinon"},
		"coverage":        {"Istanbul", "nyc", "c8", "JaCoCo", "Jest", "vitest", "branches"},
		"debugging":       {"breakpoints", "VS Code", "Chrome DevTools", "watch expressions", "DAP", "Delve"},
		"aspects":         {"transactions", "caching", "rate limits", "retries", "AOP"},
		"schedules":       {"cron"},
		"queues":          {"background jobs", "message queues"},
		"streams":         {"streaming", "SSE"},
		"http-client":     {"fetch", "retries"},
		"client":          {"API client", "SDK", "TypeScript"},
		"mcp":             {"Model Context Protocol", "agents"},
		"logging":         {"log levels"},
		"deployment":      {"container image", "executable"},
		"operations":      {"systemd", "Kubernetes", "Prometheus", "container"},
		"tracing":         {"distributed tracing", "OpenTelemetry"},
		"http":            {"CORS", "TLS", "static files", "compression"},
		"limits":          {"request smuggling"},
		"intl":            {"toLocaleString", "time zones"},
		"engine":          {"npm packages", "concurrency"},
		"console":         {"dashboard", "API explorer"},
		"tutorial":        {"REST API", "log-in", "message queue", "production"},
		"cookbook":        {"examples", "how-tos"},
		"cookbook-http":   {"pagination", "idempotency", "rate limits", "chat"},
		"cookbook-data":   {"soft delete", "full-text search", "multi-tenancy", "money"},
		"cookbook-files":  {"CSV", "PDF", "S3", "i18n"},
		"cookbook-jobs":   {"mail", "webhooks", "dead letters", "outbox"},
		"cookbook-access": {"API keys", "magic links", "TOTP", "metrics"},
		"editors":         {"VS Code", "ESLint", "Prettier"},
		"not-for":         {"limits", "alternatives"},
		"versions":        {"upgrades", "platforms"},

		"coming-from-spring-boot": {"Spring MVC", "annotations"},
		"coming-from-nestjs":      {"modules", "providers", "guards"},
		"coming-from-express":     {"Fastify", "middleware"},
		"coming-from-pocketbase":  {"collections", "hooks"},
		"management":              {"health", "Spring Boot Admin", "monitoring"},
		"command-line":            {"hot reload"},
		"repl":                    {"REPL"},
	} {
		text, err := os.ReadFile("../../docs/guide/" + page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		paragraph := strings.ReplaceAll(strings.Split(string(text), "\n\n")[1], "\n", " ")
		for _, word := range words {
			if !strings.Contains(strings.ToLower(paragraph), strings.ToLower(word)) {
				t.Errorf("%s.md does not begin with a paragraph that mentions %q", page, word)
			}
		}
	}
}

// TestGuideBlocksAreHeld: every block of code states its language, so that the tests of this folder find it. Blocks of yml, ini,
// dockerfile, nginx and caddyfile are files for other programs: see TestOperations and TestBehind. Those of html are in the cookbook: see
// TestCookbookPages. Those of jsx need packages: see TestGuideElements in tests/platform.
func TestGuideBlocksAreHeld(t *testing.T) {
	fence := regexp.MustCompile("(?m)^ *```(.*)$")
	script := regexp.MustCompile(`^    (@[A-Z]\w+|import |export |class |async |const |throw |return )`)
	for _, page := range guide.Pages(t) {
		for i, m := range fence.FindAllStringSubmatch(page.Text, -1) {
			if i%2 == 0 && !slices.Contains([]string{
				"js", "ts", "json", "yaml", "sql", "text", "console", "", "yml", "ini", "dockerfile", "nginx",
				"caddyfile", "html", "jsx",
			}, m[1]) {
				t.Errorf("%s.md has a block of %q, which nothing checks", page.Name, m[1])
			}
		}
		for i, line := range strings.Split(fencedAny.ReplaceAllString(page.Text, ""), "\n") {
			if script.MatchString(line) {
				t.Errorf("%s.md shows a script that is no block of js or ts, near line %d: %s", page.Name, i+1, line)
			}
		}
	}
}

var fencedAny = regexp.MustCompile("(?ms)^( *)```.*?^ *```$")

// TestGuideSettings: the settings in the guide have keys that fwrun knows, with valid values.
func TestGuideSettings(t *testing.T) {
	held := 0
	for _, page := range guide.Pages(t) {
		for _, block := range page.Blocks {
			if block.Language != "yaml" || strings.HasPrefix(block.Text, "- ") || strings.HasPrefix(block.Text, "# .github/") {
				continue
			}
			held++
			files := fstest.MapFS{"config/application.yml": {Data: []byte(block.Text)}, "secrets.properties": {}}
			props, problems := config.Load(files, config.Options{
				Env: []string{
					"BILLING_TOKEN=token", "OPS_TOKEN=token", "BILLING_PASSWORD=secret", "DB_PASSWORD=secret", "OPS_PASSWORD=secret",
					"JWT_SECRET=a secret of 32 bytes or even more",
				}, Offline: true,
			})
			for _, d := range append(problems, props.Misspelt()...) {
				if d.Code != "config-source" {
					t.Errorf("docs/guide/%s.md:%d: %v", page.Name, block.Line, d)
				}
			}
		}
	}
	if held < 10 {
		t.Errorf("only %d settings of the guide were found", held)
	}
}
