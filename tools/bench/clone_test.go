package main

import (
	"debug/elf"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// graphText is an abbreviated output of `go run -debug-actiongraph`: unsafe needs no compiler,
// and the command itself runs last.
const graphText = `[
	{"Mode": "build", "Package": "unsafe"},
	{"Mode": "build", "Package": "fmt", "TimeStart": "2026-01-02T03:04:10Z", "TimeDone": "2026-01-02T03:04:12Z", "CmdUser": 1500000000,
		"CmdSys": 500000000},
	{"Mode": "build", "Package": "errors", "TimeStart": "2026-01-02T03:04:09Z", "TimeDone": "2026-01-02T03:04:10Z", "CmdUser": 1000000000},
	{"Mode": "link", "Package": "example", "TimeStart": "2026-01-02T03:04:13Z", "TimeDone": "2026-01-02T03:04:19Z", "CmdUser": 3000000000},
	{"Mode": "run", "Package": "example", "TimeStart": "2026-01-02T03:04:19Z", "TimeDone": "2026-01-02T03:04:25Z"}
]`

func TestActionGraph(t *testing.T) {
	var graph actionGraph
	if err := json.Unmarshal([]byte(graphText), &graph); err != nil {
		t.Fatal(err)
	}
	compiling, linked := graph.span()
	if compiling.Second() != 9 || linked.Second() != 19 {
		t.Errorf("compiling from %v to %v", compiling, linked)
	}
	byPackage, linking := graph.cpu()
	want := map[string]time.Duration{"unsafe": 0, "fmt": 2 * time.Second, "errors": time.Second}
	if !maps.Equal(byPackage, want) || linking != 3*time.Second {
		t.Errorf("%v, linking %v", byPackage, linking)
	}
	if got := sortedBy(byPackage); !slices.Equal(got, []string{"fmt", "errors", "unsafe"}) {
		t.Errorf("sorted: %v", got)
	}
}

func TestPackageOf(t *testing.T) {
	for symbol, want := range map[string]string{
		"main.main":                                                  "main",
		"runtime.mallocgc":                                           "runtime",
		"github.com/dop251/goja.(*vm).run":                           "github.com/dop251/goja",
		"github.com/dop251/goja.(*vm).run.func1":                     "github.com/dop251/goja",
		"type:*github.com/dop251/goja.vm":                            "github.com/dop251/goja",
		"type:.eq.github.com/jackc/pgx/v5/pgconn.Config":             "github.com/jackc/pgx/v5/pgconn",
		"go:itab.*os.File,io.Reader":                                 "os",
		"gopkg.in/yaml%2ev3.Marshal":                                 "gopkg.in/yaml.v3",
		"slices.SortFunc[go.shape.[]github.com/a/b.C,go.shape.int]":  "slices",
		"vendor/golang.org/x/net/http/httpguts.ValidHeaderFieldName": "vendor/golang.org/x/net/http/httpguts",
	} {
		if got := packageOf(symbol); got != want {
			t.Errorf("%s is of %q, want %q", symbol, got, want)
		}
	}
}

func TestSymbolSizesAddUp(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system has other binaries")
	}
	name, err := goBuild(".", "./peers/fasthttp", filepath.Join(t.TempDir(), "fasthttp"))
	if err != nil {
		t.Fatal(err)
	}
	binary, err := elf.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = binary.Close() }()
	sizes, err := symbolSizes(binary, elf.SHF_ALLOC)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if total := sum(sizes); total > file.Size() || total < file.Size()/2 {
		t.Errorf("%d bytes of %d are accounted for", total, file.Size())
	}
	if sizes["github.com/valyala/fasthttp"] < 100<<10 || sizes[""] < 0 {
		t.Errorf("fasthttp has %d bytes, nobody %d", sizes["github.com/valyala/fasthttp"], sizes[""])
	}
}

func TestFamilyOf(t *testing.T) {
	for module, want := range map[string]string{
		"modernc.org/libc":            "SQLite (modernc.org/sqlite)",
		"github.com/valyala/fasthttp": "fasthttp and its router",
		"golang.org/x/net":            "golang.org/x, others",
		"golang.org/x/text":           "golang.org/x/text",
		"github.com/unheard/of":       others,
	} {
		if got := familyOf(module); got != want {
			t.Errorf("%s is of %q, want %q", module, got, want)
		}
	}
}
