package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// family is a library with the modules that only it brings.
type family struct {
	name    string
	modules []string // prefixes of module paths
}

// Families that are not libraries.
const (
	standardLibrary = "standard library"
	ownCode         = "fwrun itself"
	others          = "other libraries"
	linker          = "linking"
	tables          = "the linker's tables"
)

func families() []family {
	return []family{
		{"SQLite (modernc.org/sqlite)", []string{
			"modernc.org/", "github.com/ncruces/go-strftime", "github.com/remyoudompheng/bigfft",
			"github.com/dustin/go-humanize", "github.com/google/uuid",
		}},
		{"PostgreSQL (pgx)", []string{"github.com/jackc/"}},
		{"MySQL (go-sql-driver)", []string{"github.com/go-sql-driver/", "filippo.io/edwards25519"}},
		{"goja", []string{"github.com/dop251/goja", "github.com/dlclark/regexp2", "github.com/go-sourcemap/", "github.com/google/pprof"}},
		{"esbuild", []string{"github.com/evanw/esbuild"}},
		{"fasthttp and its router", []string{
			"github.com/valyala/", "github.com/fasthttp/", "github.com/savsgio/gotils",
			"github.com/klauspost/compress", "github.com/molecule-man/go-brrr",
		}},
		{"goccy/go-yaml", []string{"github.com/goccy/go-yaml"}},
		{"cobra", []string{"github.com/spf13/", "github.com/inconshreveable/mousetrap"}},
		{"golang.org/x", []string{"golang.org/x/"}},
	}
}

// familyOf finds the family of a module.
func familyOf(module string) string {
	for _, f := range families() {
		for _, prefix := range f.modules {
			if strings.HasPrefix(module, prefix) {
				return f.name
			}
		}
	}
	return others
}

// costs are what each family takes.
type costs struct {
	download map[string]int64         // bytes of the zips
	compile  map[string]time.Duration // CPU time
	size     map[string]int64         // bytes of code and data in the binary
}

// costs looks into the caches that firstAnswer has filled.
func (c *clone) costs() (costs, error) {
	found := costs{download: map[string]int64{}, compile: map[string]time.Duration{}, size: map[string]int64{}}
	owners, err := c.owners()
	if err != nil {
		return found, err
	}
	owner := func(pkg string) string {
		if name, ok := owners[pkg]; ok {
			return name
		}
		return tables
	}
	byPackage, linking := c.graph.cpu()
	for pkg, took := range byPackage {
		found.compile[owner(pkg)] += took
	}
	found.compile[linker] = linking
	symbols, err := c.symbols()
	if err != nil {
		return found, err
	}
	for pkg, size := range symbols {
		found.size[owner(pkg)] += size
	}
	return found, c.downloads(found.download)
}

// owners tells the family of each package of the binary.
func (c *clone) owners() (map[string]string, error) {
	list, err := c.run("go", "list", "-deps", "-json=ImportPath,Standard,Module", "./cmd/fwrun")
	if err != nil {
		return nil, err
	}
	all := map[string]string{"main": ownCode}
	for decoder := json.NewDecoder(bytes.NewReader(list)); ; {
		var p struct {
			ImportPath string
			Standard   bool
			Module     struct {
				Path string
				Main bool
			}
		}
		switch err := decoder.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		case p.Standard:
			all[p.ImportPath] = standardLibrary
		case p.Module.Main:
			all[p.ImportPath] = ownCode
		default:
			all[p.ImportPath] = familyOf(p.Module.Path)
		}
	}
}

// symbols adds up the sizes of each package's functions and data. The README's command
// links without a symbol table, so the binary is linked once more.
func (c *clone) symbols() (map[string]int64, error) {
	binary := filepath.Join(filepath.Dir(c.folder), "binary")
	if _, err := c.run("go", "build", "-o", binary, "./cmd/fwrun"); err != nil {
		return nil, err
	}
	listing, err := c.run("go", "tool", "nm", "-size", binary)
	if err != nil {
		return nil, err
	}
	return symbolSizes(bytes.NewReader(listing))
}

// symbolSizes reads lines of `go tool nm -size`: address, size, type, name. What takes no
// room in the file is left out.
func symbolSizes(listing io.Reader) (map[string]int64, error) {
	byPackage := map[string]int64{}
	lines := bufio.NewScanner(listing)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.Contains("TtRrDd", fields[2]) {
			continue
		}
		size, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", lines.Text(), err)
		}
		byPackage[packageOf(strings.Join(fields[3:], " "))] += size
	}
	return byPackage, lines.Err()
}

// packageOf is the import path in a symbol's name, such as "github.com/dop251/goja" in
// "github.com/dop251/goja.(*vm).run" and in "type:*github.com/dop251/goja.vm".
func packageOf(symbol string) string {
	for _, prefix := range []string{"type:.eq.", "type:.hash.", "type:", "go:itab."} {
		symbol = strings.TrimPrefix(symbol, prefix)
	}
	symbol = strings.TrimLeft(symbol, "*[]")
	if end := strings.IndexAny(symbol, "([{ ,;"); end >= 0 {
		symbol = symbol[:end]
	}
	slash := strings.LastIndexByte(symbol, '/') + 1
	last, _, found := strings.Cut(symbol[slash:], ".")
	if !found {
		return ""
	}
	return symbol[:slash] + strings.ReplaceAll(last, "%2e", ".")
}

// downloads adds up the zips in the module cache.
func (c *clone) downloads(byFamily map[string]int64) error {
	root := filepath.Join(c.modules, "cache", "download")
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".zip" {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		module, _, _ := strings.Cut(filepath.ToSlash(relative), "/@v/")
		byFamily[familyOf(module)] += info.Size()
		return nil
	})
}

// run runs a command in the clone and gives what it printed.
func (c *clone) run(name string, args ...string) ([]byte, error) {
	command := exec.Command(name, args...)
	command.Dir, command.Env = c.folder, c.env
	said, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return said, nil
}

// grids are the tables of the report.
func (found costs) grids(c *clone) []grid {
	seconds := func(d time.Duration) string { return figure(d.Seconds()) }
	total := c.cloned + c.downloaded + c.built + c.answered
	rows := [][]string{{"library, with what only it brings", "download, MB", "compile, CPU s", "in the binary, MB"}}
	for _, name := range sortedBy(found.compile) {
		rows = append(rows, []string{
			name, figure(megabytes(found.download[name])), seconds(found.compile[name]), figure(megabytes(found.size[name])),
		})
	}
	rows = append(rows, []string{tables, "–", "–", figure(megabytes(found.size[tables]))})
	rows = append(rows, []string{
		"all", figure(megabytes(sum(found.download))), seconds(sum(found.compile)), figure(megabytes(sum(found.size))),
	})
	return []grid{
		{
			"From a fresh clone to the first answer",
			"`go " + strings.Join(readmeCommand("…")[2:], " ") + "` with empty caches; the clone was made from a folder of this machine.",
			[][]string{
				{"clone, s", "download, s", "compile and link, s", "start to first 200, s", "all, s"},
				{seconds(c.cloned), seconds(c.downloaded), seconds(c.built), seconds(c.answered), seconds(total)},
			},
		},
		{"What each library costs", "Compile is CPU time on all cores. In the binary are functions and data, without what debuggers want.", rows},
	}
}

func sum[V int64 | time.Duration](values map[string]V) (total V) {
	for _, v := range values {
		total += v
	}
	return total
}
