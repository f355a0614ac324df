package tests

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	enginebuild "github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/engine/declared"
)

// decoratorGroups are the sections of docs/guide/decorators.md: a title, the page of the guide that explains them, and the names.
var decoratorGroups = []struct{ title, page, names string }{
	{"Controllers and routes", "controllers.md", "RestController RequestMapping GetMapping PostMapping PutMapping DeleteMapping PatchMapping"},
	{"Requests", "requests.md", "PathVariable RequestParam RequestBody"},
	{"Data of requests and responses", "requests.md", "JsonProperty JsonIgnore XmlRoot XmlElement XmlAttribute XmlValue"},
	{"Constraints", "validation.md", "Min Max Positive PositiveOrZero Negative NegativeOrZero MultipleOf Digits OneOf Length NotEmpty NotBlank Email Url Uuid " +
		"Ip Hostname Pattern Prefix Suffix Size Unique Each Past PastOrPresent Future FutureOrPresent Validate"},
	{"Beans", "beans.md", "Service Component Configuration Bean Autowired Qualifier Primary Profile ConditionalOnProperty Lazy " +
		"PostConstruct OnWorkerStart OnApplicationReady OnWorkerStop PreDestroy"},
	{"Configuration", "configuration.md", "Value ConfigurationProperties"},
	{"Row classes and repositories", "repositories.md", "Table Id Column Version Transient Query"},
	{"Interceptors", "interceptors.md", "Interceptor"},
	{"Transactions, caches, locks and other aspects", "aspects.md", "Transactional Cacheable CachePut CacheEvict Lockable Async Retryable RateLimited Around"},
	{"Schedules", "schedules.md", "Scheduled"},
	{"Agents", "mcp.md", "McpTool McpResource McpPrompt"},
}

// TestDecoratorReference: docs/guide/decorators.md is generated from the listing of decorators and the
// typings; -update writes it.
func TestDecoratorReference(t *testing.T) {
	listed, explained := map[string]bool{}, map[string]string{}
	page := decoratorIntroduction
	typed := readTypings(t)
	for _, group := range decoratorGroups {
		guide, err := os.ReadFile("../docs/guide/" + group.page)
		if err != nil {
			t.Fatal(err)
		}
		page += fmt.Sprintf("\n## %s\n\nExplained in [%s](%s).\n", group.title, strings.TrimPrefix(strings.SplitN(string(guide), "\n", 2)[0], "# "), group.page)
		for _, name := range strings.Fields(group.names) {
			listed[name] = true
			head, options := decoratorEntry(t, typed, name)
			page += head + optionsTable(explained, name, options)
			if !strings.Contains(string(guide), "@"+name) {
				t.Errorf("%s does not explain @%s", group.page, name)
			}
		}
	}
	for _, d := range enginebuild.Decorators() {
		if !listed[d.Name] {
			t.Errorf("no group has @%s", d.Name)
		}
	}
	generated(t, "../docs/guide/decorators.md", page)
}

const decoratorIntroduction = `<!-- Written by: go test ./tests -run TestDecoratorReference -update -->

# Decorator reference

Every decorator that scripts import from ` + "`\"fwrun\"`" + `: where it may stand, its options with their types and defaults, and the page of the guide that
explains it.

A decorator is written bare, ` + "`@GetMapping`" + `, or called. An option that is marked *first argument* may be written without its name, and the other options
follow in an object: ` + "`@RequestParam(\"q\", { required: false })`" + ` is ` + "`@RequestParam({ name: \"q\", required: false })`" + `. An option without *required* may be
left out: the column "default" or the meaning says what happens then. Every constraint takes ` + "`message`" + ` besides, the text that clients are told.
`

// decoratorEntry returns the page's entry for one decorator: its places and purpose, and a row for each
// option.
func decoratorEntry(t *testing.T, typed typingsText, name string) (head, rows string) {
	t.Helper()
	list := enginebuild.Decorators()
	i := slices.IndexFunc(list, func(d declared.Decorator) bool { return d.Name == name })
	if i < 0 {
		t.Fatalf("there is no decorator @%s", name)
	}
	d := list[i]
	sentence, members := typed.decorator(name)
	if sentence == "" {
		t.Errorf("the typings do not say what @%s is for", name)
	}
	for _, option := range d.Options {
		m, found := members[option.Name]
		switch {
		case !found:
			t.Errorf("the typings do not know the option %s of @%s", option.Name, name)
		case option.Name == "message" && declared.IsConstraint(name):
		default:
			rows += fmt.Sprintf("| `%s`%s | %s | %s | %s |\n", option.Name, positionOf(d, m), m.kind, m.standard, m.meaning)
		}
	}
	return fmt.Sprintf("\n### @%s\n\nPlaced on %s. %s\n", name, placesOf(d.Targets), sentence), rows
}

// optionsTable returns a table of options, or a reference to a decorator that has the same options.
func optionsTable(explained map[string]string, name, rows string) string {
	if rows == "" {
		return ""
	}
	if same, ok := explained[rows]; ok && strings.Count(rows, "\n") > 2 {
		return fmt.Sprintf("The options are those of [@%s](#%s).\n", same, strings.ToLower(same))
	}
	explained[rows] = name
	return "\n| option | type | default | meaning |\n|---|---|---|---|\n" + rows
}

// placesOf returns the places where a decorator may be used: "a class, a method or a field".
func placesOf(targets declared.Target) string {
	places := strings.Split(targets.String(), " or ")
	last := len(places) - 1
	if last == 0 {
		return places[0]
	}
	return strings.Join(places[:last], ", ") + " or " + places[last]
}

// positionOf describes how else an option can be written, and whether it is required.
func positionOf(d declared.Decorator, m typingsMember) string {
	words := ""
	switch i := slices.Index(d.More, m.name); {
	case d.First == m.name && d.Rest:
		words = ", all arguments"
	case d.First == m.name:
		words = ", first argument"
	case i >= 0:
		words = [...]string{", second argument", ", third argument"}[i]
	}
	if !m.optional {
		words += ", required"
	}
	return words
}
