package main

import (
	"bytes"
	"debug/elf"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// family is a library with the modules that only it requires.
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
	tables          = "not divisible"
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
		{"protobuf", []string{"google.golang.org/protobuf"}},
		{"Prometheus", []string{"github.com/prometheus/", "github.com/beorn7/perks", "github.com/munnerz/goautoneg", "github.com/cespare/xxhash"}},
		{"NATS, server and client", []string{"github.com/nats-io/", "github.com/minio/highwayhash", "github.com/antithesishq/"}},
		{"Kafka (sarama)", []string{
			"github.com/IBM/sarama", "github.com/jcmturner/", "github.com/eapache/", "github.com/pierrec/lz4",
			"github.com/rcrowley/go-metrics", "github.com/golang/snappy", "github.com/hashicorp/",
		}},
		{"RabbitMQ (amqp091)", []string{"github.com/rabbitmq/"}},
		{"watermill", []string{
			"github.com/ThreeDotsLabs/watermill", "github.com/lithammer/shortuuid", "github.com/oklog/ulid", "github.com/sony/gobreaker",
			"github.com/cenkalti/",
			"github.com/pkg/errors",
		}},
		{"wazero", []string{"github.com/tetratelabs/"}},
		{"opensearch-go", []string{"github.com/opensearch-project/"}},
		{"go-containerregistry", []string{"github.com/google/go-containerregistry", "github.com/opencontainers/"}},
		{"tokens and OpenID Connect", []string{"github.com/golang-jwt/", "github.com/go-jose/", "github.com/coreos/", "golang.org/x/oauth2"}},
		{"otter", []string{"github.com/maypok86/"}},
		{"widths and segments of texts", []string{"github.com/mattn/go-runewidth", "github.com/clipperhouse/"}},
		{"golang.org/x/text", []string{"golang.org/x/text"}},
		{"golang.org/x/crypto", []string{"golang.org/x/crypto"}},
		{"golang.org/x, others", []string{"golang.org/x/"}},
	}
}

// familyOf returns the family of a module.
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

// costs holds the costs of each family.
type costs struct {
	download map[string]int64         // bytes of the zips
	compile  map[string]time.Duration // CPU time
	size     map[string]int64         // bytes of code and data in the binary
}

// costs computes the costs from the caches that firstAnswer has filled.
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

// owners returns the family of each package of the binary.
func (c *clone) owners() (map[string]string, error) {
	list, err := c.run("go", packagesOfBinary...)
	if err != nil {
		return nil, err
	}
	return ownersOf(list, familyOf)
}

// packagesOfBinary are the arguments of the go command that lists the packages of the binary.
var packagesOfBinary = []string{"list", "-deps", "-json=ImportPath,Standard,Module", "./cmd/fwrun"}

// ownersOf returns of whom each package is that the go command has listed.
func ownersOf(list []byte, ofModule func(path string) string) (map[string]string, error) {
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
			all[p.ImportPath] = ofModule(p.Module.Path)
		}
	}
}

// symbols returns the sizes of each package's functions and data. The README's command links
// without a symbol table, so the binary is linked once more.
func (c *clone) symbols() (map[string]int64, error) {
	name := filepath.Join(filepath.Dir(c.folder), "binary")
	if _, err := c.run("go", "build", "-o", name, "./cmd/fwrun"); err != nil {
		return nil, err
	}
	binary, err := elf.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = binary.Close() }()
	return symbolSizes(binary, elf.SHF_ALLOC)
}

// symbolSizes adds up the sizes of everything that is loaded from the sections of a kind, by package. Parts
// that belong to no package (line numbers, types, texts, all of which the linker has merged) are
// under the empty name.
func symbolSizes(binary *elf.File, kind elf.SectionFlag) (map[string]int64, error) {
	symbols, err := binary.Symbols()
	if err != nil {
		return nil, err
	}
	byPackage, loaded := map[string]int64{}, map[elf.SectionIndex]bool{}
	for i, section := range binary.Sections {
		if section.Type == elf.SHT_PROGBITS && section.Flags&kind != 0 {
			loaded[elf.SectionIndex(i)] = true
			byPackage[""] += int64(section.Size)
		}
	}
	for _, symbol := range symbols {
		if pkg := packageOf(symbol.Name); pkg != "" && loaded[symbol.Section] {
			byPackage[pkg] += int64(symbol.Size)
			byPackage[""] -= int64(symbol.Size)
		}
	}
	return byPackage, nil
}

// packageOf returns the import path in a symbol's name, such as "github.com/dop251/goja" in
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

// downloads adds up the sizes of the zips in the module cache.
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

// run runs a command in the clone and returns its output.
func (c *clone) run(name string, args ...string) ([]byte, error) {
	command := exec.Command(name, args...)
	command.Dir, command.Env = c.folder, c.env
	said, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return said, nil
}

// grids returns the tables of the report.
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
			"The README's first command with empty caches, on " + machine() + ". The clone was made of a folder of the same machine.",
			[][]string{
				{"clone, s", "download, s", "compile and link, s", "start to first 200, s", "all, s"},
				{seconds(c.cloned), seconds(c.downloaded), seconds(c.built), seconds(c.answered), seconds(total)},
			},
		},
		{"What each library costs", "Compile is CPU time. In the binary is what is loaded of it: functions and data; line numbers, " +
			"types and texts belong to all.", rows},
	}
}

func sum[V int64 | time.Duration](values map[string]V) (total V) {
	for _, v := range values {
		total += v
	}
	return total
}
