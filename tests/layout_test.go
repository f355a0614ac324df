package tests

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/fwrun/fwrun/"

// rule says what a folder's packages may import of the other folders, and why no more.
type rule struct {
	imports []string
	because string
}

// layout is the import table of docs/architecture.md. A folder's own packages may import
// each other, and every folder may import fault, which imports nothing.
var layout = map[string]rule{
	"cmd/fwrun": {[]string{"app"}, "words on a command line become calls on app, nothing else"},
	"app":       {[]string{"config", "data", "engine", "host", "jsapi", "logging", "mcp", "metrics", "migrate", "outbound", "schedule", "schema", "typings", "units"}, "the composition root knows all the others"},
	"config":    {[]string{"units"}, "settings are read before anything else exists"},
	"data":      {nil, "databases know nothing of scripts or HTTP"},
	"engine":    {[]string{"schedule", "schema", "source", "units"}, "the manifest carries types and places; what scripts can import is handed in"},
	"fault":     {nil, "a leaf: what went wrong, for everyone"},
	"host":      {[]string{"engine", "schema"}, "HTTP reads the manifest and invokes; it meets jsapi in app only"},
	"jsapi":     {[]string{"engine", "units"}, "what scripts see stands on VMs; what is behind it is handed in as interfaces"},
	"logging":   {[]string{"config"}, "what is a secret is told in one place"},
	"mcp":       {[]string{"engine", "schema"}, "the protocol of agents reads the manifest and invokes; it meets host in app only"},
	"metrics":   {nil, "a leaf: counters, which app hands to those who count"},
	"migrate":   {[]string{"data"}, "migrations run on a datasource"},
	"schedule":  {nil, "when tasks are due, and their runs; knows no scripts"},
	"outbound":  {nil, "what leaves the machine knows nothing of scripts"},
	"schema":    {[]string{"source", "units"}, "types are resolved from the source and know no engine"},
	"source":    {nil, "a reader of files; knows no engine"},
	"typings":   {nil, "texts only"},
	"units":     {nil, "a leaf: durations and sizes"},
}

// libraries lists those that must not leak: whose they are, and why.
var libraries = []struct {
	path    string
	folders []string
	because string
}{
	{"github.com/dop251/goja", []string{"engine", "jsapi"}, "a script value must not get past the engine's door"},
	{"github.com/evanw/esbuild", []string{"engine"}, "compiling is the engine's"},
	{"github.com/go-sourcemap/sourcemap", []string{"engine"}, "compiling is the engine's"},
	{"github.com/valyala/fasthttp", []string{"host"}, "nothing of a RequestCtx is kept after the handler"},
	{"github.com/fasthttp/router", []string{"host"}, "routing is the host's"},
	{"github.com/gabriel-vasile/mimetype", []string{"host"}, "what a file is, is told where it arrives"},
	{"golang.org/x/text/encoding", []string{"host"}, "behind the door all text is UTF-8"},
	{"github.com/klauspost/compress", []string{"host"}, "content codings are the host's"},
	{"github.com/molecule-man/go-brrr", []string{"host"}, "content codings are the host's"},
	{"github.com/spf13/cobra", []string{"cmd/fwrun"}, "only the command line knows words"},
	{"github.com/spf13/pflag", []string{"cmd/fwrun"}, "cobra's flags"},
	{"github.com/lmittmann/tint", []string{"logging"}, "a log's look is logging's"},
	{"github.com/mattn/go-isatty", []string{"cmd/fwrun"}, "only the command line knows a terminal"},
	{"github.com/peterh/liner", []string{"cmd/fwrun"}, "only the command line knows a terminal"},
	{"modernc.org/sqlite", []string{"data"}, "drivers stay behind data"},
	{"github.com/jackc/pgx", []string{"data"}, "drivers stay behind data"},
	{"github.com/go-sql-driver/mysql", []string{"data"}, "drivers stay behind data"},
	{"github.com/redis/go-redis", []string{"data"}, "drivers stay behind data"},
	{"github.com/maypok86/otter", []string{"data"}, "what is kept in memory and for how long is data/cache's"},
	{"golang.org/x/time", []string{"jsapi", "mcp"}, "how often methods are called is counted where they are"},
	{"github.com/prometheus", []string{"metrics", "app"}, "what is counted is told in one place"},
	{"github.com/fsnotify/fsnotify", []string{"app"}, "what changed is told by app/watch"},
	{"github.com/goccy/go-yaml", []string{"config"}, "one reader of YAML"},
	{"github.com/netresearch/go-cron", []string{"schedule"}, "what a cron expression means is told in one place"},
	{"github.com/go-playground/validator", []string{"schema"}, "what a constraint means is told in one place"},
}

func TestImportsRunOneWay(t *testing.T) {
	for _, file := range goFiles(t) {
		folder := folderOf(file)
		if strings.HasSuffix(file, "_test.go") || folder == "tests" || folder == "bench" {
			continue
		}
		rule, known := layout[folder]
		if !known {
			t.Errorf("%s: the folder %s is not in the import table", file, folder)
			continue
		}
		for _, path := range imports(t, file) {
			checkImport(t, file, folder, path, rule)
		}
	}
}

func checkImport(t *testing.T, file, folder, path string, rule rule) {
	t.Helper()
	if inner, ours := strings.CutPrefix(path, module); ours {
		to := folderOf(inner + "/x.go")
		if to != folder && to != "fault" && !slices.Contains(rule.imports, to) {
			t.Errorf("%s imports %s: %s", file, to, rule.because)
		}
		return
	}
	for _, l := range libraries {
		if (path == l.path || strings.HasPrefix(path, l.path+"/")) && !slices.Contains(l.folders, folder) {
			t.Errorf("%s imports %s: %s", file, path, l.because)
		}
	}
}

// TestEveryPackageSaysWhatItIs: in the first sentence of its doc.go.
func TestEveryPackageSaysWhatItIs(t *testing.T) {
	folders := map[string]bool{}
	for _, file := range goFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			folders[filepath.Dir(file)] = true
		}
	}
	for folder := range folders {
		if _, err := os.Stat(filepath.Join("..", folder, "main.go")); err == nil {
			continue // a command: main.go says what it is
		}
		text, err := os.ReadFile(filepath.Join("..", folder, "doc.go"))
		if err != nil {
			t.Errorf("%s has no doc.go", folder)
			continue
		}
		if !strings.HasPrefix(string(text), "// Package ") {
			t.Errorf("%s/doc.go does not begin with what the package is", folder)
		}
	}
}

// TestNoInitFunctions holds a habit of the house: a registry is a listing.
func TestNoInitFunctions(t *testing.T) {
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc init()") {
			t.Errorf("%s registers something in init; list it instead", file)
		}
	}
}

// goFiles lists the Go files of the repository, relative to its root.
func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		hidden := strings.HasPrefix(name, ".") && name != ".."
		if entry.IsDir() && (name == "testdata" || name == "node_modules" || hidden) {
			return fs.SkipDir
		}
		if !entry.IsDir() && strings.HasSuffix(name, ".go") {
			rel, _ := filepath.Rel("..", path)
			files = append(files, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// folderOf is the folder of the import table that a file belongs to.
func folderOf(file string) string {
	first, rest, _ := strings.Cut(file, "/")
	if first == "cmd" {
		second, _, _ := strings.Cut(rest, "/")
		return first + "/" + second
	}
	return first
}

func imports(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", file), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range parsed.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		paths = append(paths, path)
	}
	return paths
}
