package buildtest

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

var update = flag.Bool("update", false, "rewrite what the archives in testdata expect")

// Run builds the application of each archive that the patterns match, and compares the result with the archive's
// parts: `report`, which lists the problems, and `manifest`. In the comment before the first file a line
// "name: value" is a setting:
//
//	config: users.pageSize = 20
//	profiles: dev, local
//	datasource: main
//	agents: /mcp
func Run(t *testing.T, patterns ...string) {
	t.Helper()
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no archives: %s: %v", pattern, err)
		}
		for _, path := range paths {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { run(t, path) })
		}
	}
}

func run(t *testing.T, path string) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, problems := build.Build(input(t, archive))
	expect(t, path, archive, "report", reportOf(problems, archive))
	if m != nil {
		expect(t, path, archive, "manifest", dump(m))
	}
}

// expect compares a part with what was got, or rewrites the part.
func expect(t *testing.T, path string, archive *txtar.Archive, name, got string) {
	t.Helper()
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 && got == "" || i >= 0 && string(archive.Files[i].Data) == got {
		return
	}
	if !*update {
		t.Errorf("%s: the part %q is\n%s", path, name, got)
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

// input reads the files and the settings of an archive.
func input(t *testing.T, archive *txtar.Archive) declared.Input {
	t.Helper()
	files, paths := fstest.MapFS{}, []string{}
	for _, f := range archive.Files {
		if strings.Contains(f.Name, ".") {
			files[f.Name] = &fstest.MapFile{Data: f.Data}
			paths = append(paths, f.Name)
		}
	}
	slices.Sort(paths)
	project, err := source.ReadAll(files, paths, manifest.StatementNames()...)
	if err != nil {
		t.Fatal(err)
	}
	in := declared.Input{Project: project, Scan: paths, Declarations: declarations(t, project)}
	in.HostBeans = []manifest.HostBean{{Name: "mainStore", Type: "Store", Primary: true}, {Name: "spareStore", Type: "Store"}, {Name: "clock", Type: "Clock", Yields: true}}
	config := map[string]any{}
	for line := range strings.SplitSeq(string(archive.Comment), "\n") {
		name, value, _ := strings.Cut(line, ": ")
		switch name {
		case "profiles":
			in.Profiles = strings.Split(value, ", ")
		case "scan":
			in.Scan = strings.Split(value, ", ")
		case "config":
			key, text, _ := strings.Cut(value, " = ")
			config[key] = fromJSON(t, text)
		case "datasource":
			name, _, isPrimary := strings.Cut(value, " primary")
			in.HostBeans = append(in.HostBeans, manifest.HostBean{Name: name + "-template", Type: "SqlTemplate", Primary: isPrimary})
		case "agents":
			in.Agents.Path = value
		}
	}
	in.Expand, in.Section = expand(config), section(config)
	options := declared.ResolverOptions(in.Declarations)
	options.HostTypes = []string{"HttpRequest", "ResponseEntity", "McpToolContext", "Store", "Clock", "Aspect", "SqlTemplate", schema.UploadedFile}
	in.Types = schema.NewResolver(project, options)
	return in
}

// expand resolves one placeholder of a text.
func expand(config map[string]any) func(string, fault.Place) (any, bool, *fault.Diagnostic) {
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

// section returns the keys of the configuration below a prefix, as lines of a file sorted by name.
func section(config map[string]any) func(string, []schema.SettingKey) (schema.Setting, fault.List) {
	return func(prefix string, _ []schema.SettingKey) (schema.Setting, fault.List) {
		all := schema.Setting{Key: prefix}
		var keys []string
		for key := range config {
			if strings.HasPrefix(key, prefix+".") {
				keys = append(keys, key)
			}
		}
		slices.Sort(keys)
		for i, key := range keys {
			place := fault.Place{File: "config/application.yml", Line: i + 1, Col: 1}
			all.Fields = append(all.Fields, setting(key, config[key], place))
		}
		return all, nil
	}
}

// reportOf writes problems as the tests of package engine do.
func reportOf(list fault.List, archive *txtar.Archive) string {
	var b strings.Builder
	for _, d := range list {
		severity := map[bool]string{true: "warning "}[d.Severity == fault.Warning]
		fmt.Fprintf(&b, "%s %s%s\n", d.Place, severity, d.Code)
		if line := lineOf(archive, d.Place); line != "" {
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

// lineOf returns the line of a place, or "".
func lineOf(archive *txtar.Archive, place fault.Place) string {
	for _, f := range archive.Files {
		if f.Name == place.File {
			return strings.ReplaceAll(fault.Line(f.Data, place.Line), "\t", " ")
		}
	}
	return ""
}

func fromJSON(t *testing.T, text string) any {
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
