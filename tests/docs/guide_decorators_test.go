package docs

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	enginebuild "github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/tests/harness"
)

// decoratorTopics are the sections of docs/guide/decorators.md, each with the page of the guide that explains its decorators.
var decoratorTopics = []struct {
	topic declared.Topic
	page  string
}{
	{declared.Controllers, "controllers.md"},
	{declared.Requests, "requests.md"},
	{declared.Data, "requests.md"},
	{declared.Validation, "validation.md"},
	{declared.Beans, "beans.md"},
	{declared.Configuration, "configuration.md"},
	{declared.Rows, "repositories.md"},
	{declared.Documents, "openapi.md"},
	{declared.Security, "security.md"},
	{declared.Interceptors, "interceptors.md"},
	{declared.Aspects, "aspects.md"},
	{declared.Schedules, "schedules.md"},
	{declared.Queues, "queues.md"},
	{declared.Agents, "mcp.md"},
	{declared.Management, "management.md"},
}

// TestDecoratorReference: docs/guide/decorators.md is generated from the listing of decorators and the
// typings; -update writes it.
func TestDecoratorReference(t *testing.T) {
	byTopic, explained := map[declared.Topic][]declared.Decorator{}, map[string]string{}
	for _, d := range enginebuild.Decorators() {
		byTopic[d.Topic] = append(byTopic[d.Topic], d)
	}
	page := decoratorIntroduction
	typed := readTypings(t)
	for _, section := range decoratorTopics {
		guide, err := os.ReadFile("../../docs/guide/" + section.page)
		if err != nil {
			t.Fatal(err)
		}
		page += fmt.Sprintf("\n## %s\n\nExplained in [%s](%s).\n", section.topic, strings.TrimPrefix(strings.SplitN(string(guide), "\n", 2)[0], "# "),
			section.page)
		for _, d := range byTopic[section.topic] {
			head, options := decoratorEntry(t, typed, d)
			page += head + optionsTable(explained, d.Name, options)
			if !strings.Contains(string(guide), "@"+d.Name) {
				t.Errorf("%s does not explain @%s", section.page, d.Name)
			}
		}
		delete(byTopic, section.topic)
	}
	for topic := range byTopic {
		t.Errorf("no section of the reference has the topic %q", topic)
	}
	harness.Generated(t, "../../docs/guide/decorators.md", page)
}

const decoratorIntroduction = `<!-- Written by: go test ./tests/docs -run TestDecoratorReference -update -->

# Decorator reference

Every decorator that scripts import from ` + "`\"fwrun\"`" +
	`: where it may stand, its options with their types and defaults, and the page of the guide that
explains it.

A decorator is written bare, ` + "`@GetMapping`" +
	`, or called. An option that is marked *first argument* may be written without its name, and the other options
follow in an object: ` + "`@RequestParam(\"q\", { required: false })`" + ` is ` + "`@RequestParam({ name: \"q\", required: false })`" +
	`. An option without *required* may be
left out: the column "default" or the meaning says what happens then. Every constraint takes ` + "`message`" +
	` besides, the text that clients are told.
`

// decoratorEntry returns the page's entry for one decorator: its places and purpose, and a row for each
// option.
func decoratorEntry(t *testing.T, typed typingsText, d declared.Decorator) (head, rows string) {
	t.Helper()
	name := d.Name
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
