package app_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/config"
)

// TestDocumentedValues: what the listing of keys says of a key's values is what those who read it accept: one that is not
// among them is refused, with the same list or the same bounds.
func TestDocumentedValues(t *testing.T) {
	problems := problemsOf(t, func(config.Key) any { return "nonsense" })
	for _, key := range config.Keys() {
		got := problems[written(key.Name)]
		want := ""
		switch {
		case len(key.Choices) > 0:
			want = "must be one of " + strings.Join(key.Choices, ", ")
		case key.Type == config.TypeInt && key.Max != "":
			want = fmt.Sprintf("must be a whole number from %s to %s", key.Min, key.Max)
		}
		switch {
		case key.Name == "propertySources[].format": // see TestDocumentedFormats
		case want == "" && (strings.Contains(got, "must be one of") || strings.Contains(got, "number from")):
			t.Errorf("%s is listed without values, but: %s", key.Name, got)
		case want != "" && !strings.Contains(got, want) && !hasAll(got, key.Choices):
			t.Errorf("%s is listed as %+v, but: %q", key.Name, key, got)
		}
	}
}

// hasAll reports whether a message names all choices, in whatever order.
func hasAll(message string, choices []string) bool {
	for _, choice := range choices {
		if !strings.Contains(message, choice) {
			return false
		}
	}
	return len(choices) > 0
}

// TestDocumentedChoices: every choice that is listed is accepted.
func TestDocumentedChoices(t *testing.T) {
	most := 0
	for _, key := range config.Keys() {
		most = max(most, len(key.Choices))
	}
	if most == 0 {
		t.Fatal("no key has choices")
	}
	for i := range most {
		problems := problemsOf(t, func(key config.Key) any {
			if choices := key.Choices; len(choices) > 0 && key.Name != "propertySources[].format" && key.Name != "propertySources[].provider" {
				return choices[i%len(choices)]
			}
			return nil
		})
		for key, problem := range problems {
			if strings.Contains(problem, "must be one of") {
				t.Errorf("%s: %s", key, problem)
			}
		}
	}
}

// TestDocumentedFormats: the formats of commands are those that are listed.
func TestDocumentedFormats(t *testing.T) {
	for _, key := range config.Keys() {
		if key.Name != "propertySources[].format" {
			continue
		}
		for _, format := range append(key.Choices, "nonsense") {
			found := messagesOf(t, fmt.Sprintf("propertySources: [{name: a, provider: command, command: [\"true\"], format: %s}]\n", format))
			refused := false
			for _, message := range found {
				refused = refused || strings.Contains(message, "format")
			}
			if refused != (format == "nonsense") {
				t.Errorf("%s: %q", format, found)
			}
		}
	}
}

// written returns a key as the test writes it.
func written(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "[]", ""), ".*", ".some")
}

// problemsOf returns the problems of an application that sets keys to the values that are not nil, by key.
func problemsOf(t *testing.T, value func(config.Key) any) map[string]string {
	t.Helper()
	root := map[string]any{}
	for _, key := range config.Keys() {
		if v := value(key); v != nil && (key.Type == config.TypeText || key.Type == config.TypeInt) {
			section := root
			names := strings.Split(written(key.Name), ".")
			for _, name := range names[:len(names)-1] {
				below, is := section[name].(map[string]any)
				if !is {
					below = map[string]any{}
					section[name] = below
				}
				section = below
			}
			section[names[len(names)-1]] = v
		}
	}
	text, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	problems := map[string]string{}
	for _, message := range messagesOf(t, string(text)+"\n") {
		key, _, _ := strings.Cut(message, " ")
		problems[key] += message + "\n"
	}
	return problems
}

// messagesOf returns the messages about an application with a configuration.
func messagesOf(t *testing.T, configuration string) (messages []string) {
	t.Helper()
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "config"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"config/application.yml": configuration, "a.js": "export const a = 1;\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	report := app.Check(t.Context(), app.Options{
		Folder: folder, Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) },
	}, app.CheckOptions{Offline: true})
	for _, d := range report.Problems {
		messages = append(messages, d.Message)
	}
	return messages
}
