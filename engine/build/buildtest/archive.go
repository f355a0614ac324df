package buildtest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/engine/archivetest"
	"github.com/fwrun/fwrun/engine/bodies"
	"github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Run builds the application of each archive that the patterns match, and compares the result with the archive's
// parts: `report`, which lists the problems, and `manifest`. In the comment before the first file a line
// "name: value" is a setting:
//
//	config: users.pageSize = 20
//	profiles: dev, local
//	datasource: main
//	agents: /mcp
//	queues: primary, reports
//	finders: ApiKeys
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

// expect compares a part with what was got. A part need not be there if it would be empty.
func expect(t *testing.T, path string, archive *txtar.Archive, name, got string) {
	t.Helper()
	if got != "" || slices.ContainsFunc(archive.Files, func(f txtar.File) bool { return f.Name == name }) {
		archivetest.Expect(t, path, archive, name, got)
	}
}

// bodiesOf returns the bodies of the files.
func bodiesOf(project *source.Project, files fstest.MapFS) bodies.Input {
	in := bodies.Input{Project: project}
	for _, c := range bodies.Host().Classes {
		in.Exports = append(in.Exports, c.Name)
	}
	for path, f := range files {
		in.Files = append(in.Files, bodies.NewFile(path, f.Data))
	}
	return in
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
	project, err := source.ReadAll(files, paths)
	if err != nil {
		t.Fatal(err)
	}
	in := declared.Input{Project: project, Scan: paths, Declarations: declarations(t, project), Host: []string{"SqlError"}}
	texts := bodiesOf(project, files)
	bodies.ReadCalls(texts, manifest.StatementNames()...)
	in.Results = bodies.Results(texts)
	in.HostBeans = []manifest.HostBean{
		{Name: "mainStore", Type: "Store", Primary: true},
		{Name: "spareStore", Type: "Store"},
		{Name: "clock", Type: "Clock", Yields: true},
	}
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
			config[key] = archivetest.FromJSON(t, text)
		case "datasource":
			name, _, isPrimary := strings.Cut(value, " primary")
			in.HostBeans = append(in.HostBeans, manifest.HostBean{Name: name + "-template", Type: "SqlTemplate", Primary: isPrimary})
		case "queues":
			in.Queues = strings.Split(value, ", ")
		case "finders":
			in.Finders = archivetest.Finders(value)
		case "agents":
			in.Agents.Path = value
		}
	}
	in.Expand, in.Section = archivetest.Expand(config), section(config)
	options := declared.ResolverOptions(in.Declarations)
	options.HostTypes = []string{
		"Principal", "ReadableStream", "Response", "HttpRequest", "ResponseEntity", "McpToolContext", "QueueMessage", "Store",
		"Clock", "Aspect", "SqlTemplate", schema.UploadedFile,
	}
	in.Types = schema.NewResolver(project, options)
	return in
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

// reportOf reports problems with the lines of the archive.
func reportOf(list fault.List, archive *txtar.Archive) string {
	for i := range list {
		list[i].Source = lineOf(archive, list[i].Place)
	}
	return archivetest.Report(list)
}

// lineOf returns the line of a place, or "".
func lineOf(archive *txtar.Archive, place fault.Place) string {
	for _, f := range archive.Files {
		if f.Name == place.File {
			return fault.Line(f.Data, place.Line)
		}
	}
	return ""
}

// Manifest returns the manifest of an archive whose application has no mistakes.
func Manifest(t *testing.T, archive *txtar.Archive) *manifest.Manifest {
	t.Helper()
	m, problems := build.Build(input(t, archive))
	if m == nil {
		t.Fatal(reportOf(problems, archive))
	}
	return m
}
