package bundle

import (
	"os"
	"path"
	"path/filepath"
	"reflect"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/platform/fault"
)

// Bundler builds an application again and again, and parses only the files whose content has changed. The zero value is ready for use.
type Bundler struct {
	mu     sync.Mutex
	texts  map[string][]byte // of the build under way
	whole  running
	beside running // for builds without the packages

	packages *Packages // of the build before, if they are a program of their own
	key      string    // what they depend on besides files
	refused  string    // the files of packages that cannot be one
	imported apart
}

// running is what the bundler keeps between two builds.
type running struct {
	in      Input            // of the context; see alike
	context api.BuildContext // nil before the first build
	despite despite          // of the build before
}

// Build is the function Build for files whose texts have been read already, by path.
func (b *Bundler) Build(in Input, texts map[string][]byte) (*Bundle, fault.List) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.texts = texts
	defer func() { b.texts = nil }()
	if in.separates() {
		if built, problems, ok := b.buildApart(in); ok {
			return built, problems
		}
	}
	return b.buildIn(&b.whole, in)
}

func (b *Bundler) buildIn(r *running, in Input) (*Bundle, fault.List) {
	again := false
	in.despite = r.despite
	built, problems := bundleWith(in, func(in Input) api.BuildResult {
		if again = r.context != nil && reflect.DeepEqual(alike(in), r.in); again {
			return r.context.Rebuild()
		}
		return b.begin(r, in)
	})
	if built != nil {
		built.Again, r.despite = again, built.despite
	}
	return built, problems
}

// Prepare parses what the next build will ask for, unless something was built before. An application that was compiled by an earlier
// process is not built when it starts. The packages are those that it was compiled with, if they are a program of their own.
func (b *Bundler) Prepare(in Input, texts map[string][]byte, p *Packages) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.whole.context != nil || b.beside.context != nil {
		return
	}
	b.texts = texts
	defer func() { b.texts = nil }()
	if !in.separates() {
		b.begin(&b.whole, in)
		return
	}
	b.key, b.packages, in.apart = in.PackagesKey(), p, &b.imported
	b.imported.begin(p)
	b.begin(&b.beside, in)
	if files, known := b.imported.files(); !known {
		b.learn(in, files)
	}
}

// begin builds with a new context: one keeps what it knows as long as nothing but the content of files changes.
func (b *Bundler) begin(r *running, in Input) api.BuildResult {
	with := in
	with.known = b
	context, err := api.Context(options(with))
	if err != nil {
		return api.Build(options(in)) // which reports it
	}
	if r.context != nil {
		r.context.Dispose()
	}
	r.in, r.context = alike(in), context
	return context.Rebuild()
}

// alike returns what a context depends on: probes are put into what it has made, so that a debugger that attaches has nothing parsed anew.
func alike(in Input) Input {
	in.Probes, in.Keeper = in.wantsContent(), nil
	return in
}

// texts are texts of files by their paths, relative to the application, with slashes.
type texts interface {
	text(file string) (text []byte, known bool)
}

// fixed are the texts of one build.
type fixed map[string][]byte

func (f fixed) text(file string) (text []byte, known bool) {
	text, known = f[file]
	return text, known
}

func (b *Bundler) text(file string) (text []byte, known bool) {
	text, known = b.texts[file]
	return text, known
}

// text returns the text of a file by its path, relative or absolute.
func (in Input) text(file string) ([]byte, error) {
	if in.known != nil {
		if text, known := in.known.text(in.relative(file)); known {
			return text, nil
		}
	}
	return os.ReadFile(file)
}

// knownTexts loads the files whose texts have been read already: what is bundled is what the declarations were read from.
func knownTexts(in Input) api.Plugin {
	return api.Plugin{Name: Module + "-texts", Setup: func(build api.PluginBuild) {
		if in.known == nil {
			return
		}
		build.OnLoad(api.OnLoadOptions{Filter: `\.m?[jt]s$`, Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			text, known := in.known.text(in.relative(args.Path))
			if !known {
				return api.OnLoadResult{}, nil
			}
			contents := in.placed(args.Path, string(text))
			return api.OnLoadResult{Contents: &contents, Loader: loaders()[path.Ext(args.Path)], ResolveDir: filepath.Dir(args.Path)}, nil
		})
	}}
}
