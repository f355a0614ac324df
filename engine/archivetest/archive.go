package archivetest

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/platform/fault"
)

var update = flag.Bool("update", false, "rewrite what the archives in testdata expect")

// Expect compares a part of the archive at path with what was got, or rewrites the part. A part that is missing is a
// difference.
func Expect(t *testing.T, path string, archive *txtar.Archive, name, got string) {
	t.Helper()
	text, i := "", slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == name })
	if i >= 0 {
		if text = string(archive.Files[i].Data); text == got {
			return
		}
	}
	if !*update {
		t.Errorf("%s: the part %q is\n%s\nwant\n%s", path, name, got, text)
		return
	}
	if i < 0 {
		i = len(archive.Files)
		archive.Files = append(archive.Files, txtar.File{Name: name})
	}
	archive.Files[i].Data = []byte(got)
	if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Expand returns a function that resolves ${key} and ${key:default} the way the configuration does.
func Expand(config map[string]any) func(string, fault.Place) (any, bool, *fault.Diagnostic) {
	return func(text string, place fault.Place) (any, bool, *fault.Diagnostic) {
		before, rest, found := strings.Cut(text, "${")
		inner, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			return text, false, nil
		}
		key, fallback, hasFallback := strings.Cut(inner, ":")
		value, known := config[key]
		switch {
		case !known && hasFallback:
			value = fallback
		case !known:
			return nil, true, &fault.Diagnostic{Code: "config-reference", Place: place, Message: fmt.Sprintf("%q is not configured", key)}
		}
		if before == "" && after == "" {
			return value, false, nil
		}
		return before + fmt.Sprint(value) + after, false, nil
	}
}

// FromJSON parses a value; whole numbers are int64.
func FromJSON(t testing.TB, text string) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return plainNumbers(value)
}

func plainNumbers(value any) any {
	switch v := value.(type) {
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i
		}
		f, _ := v.Float64()
		return f
	case []any:
		for i := range v {
			v[i] = plainNumbers(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = plainNumbers(v[key])
		}
	}
	return value
}

// Report writes problems as users see them, each with its source line.
func Report(list fault.List) string {
	var b strings.Builder
	for _, d := range list {
		severity := ""
		if d.Severity == fault.Warning {
			severity = "warning "
		}
		fmt.Fprintf(&b, "%s %s%s\n", d.Place, severity, d.Code)
		if d.Source != "" {
			line := strings.ReplaceAll(d.Source, "\t", " ")
			fmt.Fprintf(&b, "  | %s\n  | %s^%s\n", line, strings.Repeat(" ", max(d.Place.Col-1, 0)), strings.Repeat("~", max(d.Length-1, 0)))
		}
		fmt.Fprintf(&b, "  %s\n", d.Message)
		if d.Why != "" {
			fmt.Fprintf(&b, "  why: %s\n", d.Why)
		}
		if d.Hint != "" {
			fmt.Fprintf(&b, "  hint: %s\n", d.Hint)
		}
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "  note: %s %s\n", n.Place, n.Text)
		}
	}
	return b.String()
}

// Finders returns what an application asks whose credentials are: classes of the host, with the lines of a configuration that say so.
func Finders(classes string) map[string]fault.Place {
	asked := map[string]fault.Place{}
	for i, class := range strings.Split(classes, ", ") {
		asked[class] = fault.Place{File: "config/application.yml", Line: i + 1, Col: 1}
	}
	return asked
}
