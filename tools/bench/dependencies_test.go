package main

import (
	"debug/elf"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/fwrun/fwrun/tests/harness"
)

// What all dependencies may be together. Who raises one of these has a reason, and says it in docs/dependencies.md.
const (
	mostModules = 59 // direct ones of fwrun; those of the tools do not count
	mostMB      = 80 // of the binary without symbols
)

// ofIndirect is the row of modules that others bring. The rows of fwrun and of the standard library have the names that they have in other tables.
const ofIndirect = "what these modules bring"

// TestDependencies: docs/dependencies.md names each direct module once, with how much of the binary it is. With -update, the page is given what was
// measured.
func TestDependencies(t *testing.T) {
	const page, head = "../../docs/dependencies.md", "| module | MB | why this one |"
	direct, ofTools := directModules(t, product), directModules(t, tooling)
	if len(direct) > mostModules {
		t.Errorf("there are %d direct modules, more than %d", len(direct), mostModules)
	}
	sizes := weigh(t, direct)
	if all := megabytes(sum(sizes)); all > mostMB {
		t.Errorf("the binary has %.1f MB, more than %d", all, mostMB)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	lines := strings.Split(string(text), "\n")
	for i, inTable := 0, false; i < len(lines); i++ {
		cells := strings.Split(lines[i], "|")
		if inTable = lines[i] == head || inTable && len(cells) == 5; !inTable || lines[i] == head || strings.HasPrefix(lines[i], "|--") {
			continue
		}
		var measured []string
		said := strings.Split(cells[2], ",")
		for n, name := range strings.Split(cells[1], ",") {
			name = shortName(strings.TrimSpace(name))
			if named[name] {
				t.Errorf("%s has two rows", name)
			}
			named[name] = true
			if only := strings.HasPrefix(cells[3], " `tools` only:"); only && direct[name] || !only && ofTools[name] && !direct[name] {
				t.Errorf("the row of %s begins with `tools` only, or the go.mod of fwrun has it, but not both: %s", name, cells[3])
			}
			is := megabytes(sizes[name])
			measured = append(measured, inMB(is))
			if sizes != nil && !*harness.Update && (n >= len(said) || !about(strings.TrimSpace(said[n]), is)) {
				t.Errorf("%s is %.2f MB of the binary, not%s: go -C tools test ./bench -run TestDependencies -update", name, is, cells[2])
			}
		}
		cells[2] = " " + strings.Join(measured, ", ") + " "
		lines[i] = strings.Join(cells, "|")
	}
	for _, modules := range []map[string]bool{direct, ofTools} {
		for name := range modules {
			if !named[name] {
				t.Errorf("%s has no row in docs/dependencies.md", name)
			}
		}
	}
	if sizes != nil && *harness.Update {
		if err := os.WriteFile(page, []byte(strings.Join(lines, "\n")), 0o644); err != nil { //nolint:gosec // a page of the repository
			t.Fatal(err)
		}
	}
}

// The files that say which modules fwrun requires, and which the tools do.
const product, tooling = "../../go.mod", "../go.mod"

// required returns the modules that a go.mod requires, but for fwrun.
func required(t *testing.T, file string) (all []*modfile.Require) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := modfile.Parse(file, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(parsed.Require, func(r *modfile.Require) bool { return r.Mod.Path == "github.com/fwrun/fwrun" })
}

// directModules returns the names of the modules that the packages of a module import.
func directModules(t *testing.T, file string) map[string]bool {
	t.Helper()
	direct := map[string]bool{}
	for _, r := range required(t, file) {
		if !r.Indirect {
			direct[shortName(r.Mod.Path)] = true
		}
	}
	return direct
}

// TestSameVersions: a module that fwrun and the tools require has one version. Otherwise bench would serve another program in its own process than
// people get, and Go would compile libraries twice.
func TestSameVersions(t *testing.T) {
	versions := map[string]string{}
	for _, r := range required(t, product) {
		versions[r.Mod.Path] = r.Mod.Version
	}
	for _, r := range required(t, tooling) {
		if version := versions[r.Mod.Path]; version != "" && version != r.Mod.Version {
			t.Errorf("fwrun requires %s %s, and the tools %s", r.Mod.Path, version, r.Mod.Version)
		}
	}
}

// shortName returns a module as the page calls it.
func shortName(name string) string {
	prefix, _, valid := module.SplitPathVersion(name)
	if !valid {
		prefix = name
	}
	return strings.TrimPrefix(prefix, "github.com/")
}

// weigh returns how many bytes of the binary are of each module, by their names: functions and data, and by functions the share of line
// numbers, types and texts, which the linker has merged. It returns nil where the page is not about the binary.
func weigh(t *testing.T, direct map[string]bool) map[string]int64 {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return nil
	}
	command := exec.Command("go", packagesOfBinary...)
	command.Dir = "../.."
	list, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	owners, err := ownersOf(list, func(module string) string {
		if name := shortName(module); direct[name] {
			return name
		}
		return ofIndirect
	})
	if err != nil {
		t.Fatal(err)
	}
	binary, err := elf.Open(harness.Binary(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = binary.Close() }()
	all, code := byOwner(t, binary, elf.SHF_ALLOC, owners), byOwner(t, binary, elf.SHF_EXECINSTR, owners)
	merged, functions := all[""], sum(code)-code[""]
	delete(all, "") // what no package has
	for name := range all {
		all[name] += int64(float64(merged) * float64(code[name]) / float64(functions))
	}
	return all
}

// byOwner adds up the sizes of packages by their owners; what belongs to none is under the empty name.
func byOwner(t *testing.T, binary *elf.File, kind elf.SectionFlag, owners map[string]string) map[string]int64 {
	t.Helper()
	sizes, err := symbolSizes(binary, kind)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]int64{}
	for pkg, size := range sizes {
		sums[owners[pkg]] += size
	}
	return sums
}

// inMB returns a size as the page says it.
func inMB(mb float64) string {
	if mb < 0.005 {
		return "–"
	}
	return strconv.FormatFloat(mb, 'f', 2, 64)
}

// about reports whether a size is nearly what the page says: other versions of Go, and code of ours, move it a little.
func about(said string, mb float64) bool {
	was, err := strconv.ParseFloat(said, 64)
	return (err == nil || said == "–") && math.Abs(was-mb) <= 0.1+mb/5
}
