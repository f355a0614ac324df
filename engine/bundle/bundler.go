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
	mu      sync.Mutex
	in      Input             // of the context; see alike
	texts   map[string][]byte // of the build under way
	context api.BuildContext  // nil before the first build
	despite despite           // of the build before
}

// Build is the function Build for files whose texts have been read already, by path.
func (b *Bundler) Build(in Input, texts map[string][]byte) (*Bundle, fault.List) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.texts = texts
	defer func() { b.texts = nil }()
	again := false
	in.despite = b.despite
	built, problems := bundleWith(in, func(in Input) api.BuildResult {
		if again = b.context != nil && reflect.DeepEqual(alike(in), b.in); again {
			return b.context.Rebuild()
		}
		return b.begin(in)
	})
	if built != nil {
		built.Again, b.despite = again, built.despite
	}
	return built, problems
}

// Prepare parses what the next build will ask for, unless something was built before. An application that was compiled by an earlier
// process is not built when it starts.
func (b *Bundler) Prepare(in Input, texts map[string][]byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.context != nil {
		return
	}
	b.texts = texts
	defer func() { b.texts = nil }()
	b.begin(in)
}

// begin builds with a new context: one keeps what it knows as long as nothing but the content of files changes.
func (b *Bundler) begin(in Input) api.BuildResult {
	with := in
	with.known = b
	context, err := api.Context(options(with))
	if err != nil {
		return api.Build(options(in)) // which reports it
	}
	if b.context != nil {
		b.context.Dispose()
	}
	b.in, b.context = alike(in), context
	return context.Rebuild()
}

// alike returns what a context depends on: probes are put into what it has made, so that a debugger that attaches has nothing parsed anew.
func alike(in Input) Input {
	in.Probes = in.wantsContent()
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
