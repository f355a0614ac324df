package bundle

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/platform/fault"
)

// Packages are the files of packages that an application imports, with all that these need, as a program of their own: it stays what it is as
// long as nothing but files of the application changes. Its value is a function like that of a [Bundle]. That calls its second argument with
// the path of each file and a function, which runs the file when it is first called, and returns what it exports.
//
// The program of the application finds these functions by path in the property [Apart] of its third argument. So packages run when they would
// in one program: when the first import of them is reached.
type Packages struct {
	Program  *goja.Program
	Output   Output
	Files    []PackageFile // that the application imports, sorted
	Data     []string      // files in it that are no scripts, sorted
	metafile string
}

// Apart is the name of the object with the files of packages.
const Apart = "packages"

// Keeper keeps packages for builds to come.
type Keeper interface {
	// Load returns what was kept of a list of files and still is what is on the disk; nil if there is nothing. The key has what their
	// program depends on besides files.
	Load(key string, files []string) *Packages
	// Current reports whether packages that are in memory still are what is on the disk.
	Current(p *Packages) bool
	// Begin is called before packages are built; what it returns is called with the result.
	Begin(key string, files []string) func(p *Packages)
}

// apart are the files of packages of builds that leave them to a program of their own. Plugins ask for several at the same time.
type apart struct {
	mu    sync.Mutex
	known map[string]PackageFile
	seen  map[string]bool // that are imported
}

// begin begins a build for which some packages are known; it may be nil.
func (a *apart) begin(p *Packages) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.known, a.seen = map[string]PackageFile{}, map[string]bool{}
	if p != nil {
		for _, file := range p.Files {
			a.known[file.File] = file
		}
	}
}

// ask returns a file that the application imports, if it is known.
func (a *apart) ask(file string) (PackageFile, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seen[file] = true
	found, known := a.known[file]
	return found, known
}

// files returns the files that are imported, and whether all of them are known. Nil has none.
func (a *apart) files() (files []string, known bool) {
	if a == nil {
		return nil, true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	files = slices.Sorted(maps.Keys(a.seen))
	return files, !slices.ContainsFunc(files, func(file string) bool { _, known := a.known[file]; return !known })
}

// separates reports whether the packages of a build can have a program of their own. What is counted or looked at by a debugger, what is tested
// and what is put into an executable is one program.
func (in Input) separates() bool {
	if in.Keeper == nil || in.Probes || in.Counted || in.Mount != "" || len(in.Beside) > 0 || slices.ContainsFunc(in.Files, isPackage) {
		return false
	}
	for at := in.Folder; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "node_modules")); err == nil {
			return true
		}
		if at == filepath.Dir(at) {
			return false // there are no packages
		}
	}
}

// mostTries bounds how often a build learns of further files of packages.
const mostTries = 3

// buildApart builds the program of the application, and that of its packages unless it is known. It reports false if the whole has to be built
// in one: if there is something unusual about the packages, or a mistake that has to do with them.
func (b *Bundler) buildApart(in Input) (*Bundle, fault.List, bool) {
	if key := in.PackagesKey(); key != b.key || b.packages != nil && !in.Keeper.Current(b.packages) {
		b.key, b.packages, b.refused = key, nil, ""
	}
	in.apart = &b.imported
	for range mostTries {
		b.imported.begin(b.packages)
		built, problems := b.buildIn(&b.beside, in)
		files, known := b.imported.files()
		switch {
		case !known:
			if !b.learn(in, files) {
				return nil, nil, false
			}
		case built == nil:
			return nil, problems, b.packages != nil && !aboutPackages(problems)
		case len(files) == 0:
			b.packages = nil
			return built, problems, true
		case b.packages.overlaps(built):
			return nil, nil, false
		default:
			built.Packages = b.packages
			return built, append(slices.Clone(b.packages.Output.Warnings), problems...), true
		}
	}
	return nil, nil, false
}

// learn makes the packages that have some files, and reports whether that was possible.
func (b *Bundler) learn(in Input, files []string) bool {
	list := strings.Join(files, "\n")
	if b.refused == list {
		return false
	}
	b.packages = in.Keeper.Load(b.key, files)
	if b.packages == nil {
		keep := in.Keeper.Begin(b.key, files)
		if b.packages = in.buildPackages(files); b.packages == nil {
			b.refused = list
			return false
		}
		keep(b.packages)
	}
	return true
}

// aboutPackages reports whether a mistake names a file of a package.
func aboutPackages(problems fault.List) bool {
	return slices.ContainsFunc(problems, func(d fault.Diagnostic) bool {
		return strings.Contains(d.Message+d.Place.File, "node_modules") ||
			slices.ContainsFunc(d.Notes, func(n fault.Note) bool { return isPackage(n.Place.File) })
	})
}

// buildPackages builds the program of files of packages; nil if they cannot be a program of their own.
func (in Input) buildPackages(files []string) *Packages {
	built, _ := bundleWith(in.ofPackages(files), func(in Input) api.BuildResult { return api.Build(options(in)) })
	if built == nil {
		return nil
	}
	p := &Packages{Program: built.Program, Output: built.Output, Files: built.files, metafile: built.metafile}
	for file := range inputsOf(p.metafile) {
		if strings.HasPrefix(file, Module+":"+Module+"/") || file == Module+":"+Module || !isAdded(file) && !isPackage(file) {
			return nil // a package that is written for fwrun, or that imports files of the application
		}
		if isPackage(file) && !isScript(file) {
			p.Data = append(p.Data, file)
		}
	}
	slices.Sort(p.Data)
	return p
}

// ofPackages describes the build of files of packages.
func (in Input) ofPackages(files []string) Input {
	return Input{
		Folder: in.Folder, Paths: in.Paths, JSX: in.JSX, Exports: in.Exports, Decorators: in.Decorators, Browser: in.Browser, Node: in.Node,
		Live: true, packages: files,
	}
}

// PackagesKey returns what the program of packages depends on besides files.
func (in Input) PackagesKey() string { return fmt.Sprintf("%#v", in.ofPackages(nil)) }

// overlaps reports whether a bundle has data of packages itself that these packages have, too.
func (p *Packages) overlaps(b *Bundle) bool {
	if len(p.Data) == 0 {
		return false
	}
	inputs := inputsOf(b.metafile)
	return slices.ContainsFunc(p.Data, func(file string) bool { return inputs[file] })
}

// inputsOf returns the names of the modules in a bundle.
func inputsOf(metafile string) map[string]bool {
	var meta struct{ Inputs map[string]struct{} }
	_ = json.Unmarshal([]byte(metafile), &meta) // the bundler's own text
	inputs := make(map[string]bool, len(meta.Inputs))
	for name := range meta.Inputs {
		inputs[name] = true
	}
	return inputs
}

// Parts is [Bundle.Parts] for packages that were built.
func (p *Packages) Parts() ([]Part, error) { return (&Bundle{metafile: p.metafile}).Parts() }

// Paths returns the paths of the files that the application imports. Nil has none.
func (p *Packages) Paths() []string {
	if p == nil {
		return nil
	}
	paths := make([]string, len(p.Files))
	for i, file := range p.Files {
		paths[i] = file.File
	}
	return paths
}
