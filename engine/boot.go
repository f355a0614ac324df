package engine

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/outline"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/snapshot"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/engine/tsconfig"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/startup"
)

// Options say how an application is booted. Folder, API and Expand are required.
type Options struct {
	Folder string // absolute, without symbolic links
	API    API
	Files  fs.FS    // of the folder, if they are not those on the disk; nil for these
	New    []string // scripts among Files that are not on the disk
	Scan   []string // folders or globs; empty for the whole application

	Browser []string // packages whose builds for browsers are bundled
	Skip    []string // files and folders that do not belong to the application

	// Expand resolves the placeholders of a text; see [declared.Input].
	Expand func(text string, place fault.Place) (value any, missing bool, problem *fault.Diagnostic)

	// Section, Incomplete: see [declared.Input]. Line returns the lines of the configuration's files, which are shown
	// with their secrets masked; it returns false for any other file.
	Section    func(prefix string, keys []schema.SettingKey) (schema.Setting, fault.List)
	Incomplete bool
	Line       func(place fault.Place) (line string, known bool)

	Profiles []string // the active profiles
	Agents   manifest.Agents
	Queues   []string               // names of connections; see [declared.Input]
	Finders  map[string]fault.Place // see [declared.Input]

	Pool        vm.Options    // the engine sets Later, Make, Drop and MakeFailed
	Serves      bool          // the application answers as soon as it has one VM: if it is large, the others are made meanwhile
	Listening   int           // calls of listeners that may begin on VMs at the same time; half of the VMs, at least 1
	ResultBytes int           // the largest result of a handler, as it is written; 64 MiB
	JSON        schema.Limits // of the bodies of messages
	BootTimeout time.Duration // for the module code of a VM, and again for making its beans; 30 s
	Log         *slog.Logger  // slog.Default() when nil
	Cache       string        // folder for compiled applications; empty to compile at each start
	Packages    string        // folder for compiled packages, where an application is compiled that is not kept; empty to keep none
	Compiled    []byte        // what [Pack] returned for the same files, which are not compiled then; nil to compile them
	packs       bool          // set by Pack
	mount       string        // likewise
	Bodies      Bodies        // what becomes of mistakes in the bodies of functions
	Instrument  Instrumentation
	Reuse       *Reuse // what earlier boots of the folder have left; nil to keep nothing for another boot

	// For a test run; all may be empty.
	Test    string                               // one more file to run, which does not belong to the application
	Modules []Module                             // what the test can import beside "fwrun"
	Stray   func(ctx context.Context, err error) // gets errors that end no call; they are logged when nil
}

// Application is a running generation of an application.
type Application struct {
	manifest *manifest.Manifest
	options  Options
	program  *goja.Program
	packages *goja.Program // what program finds the files of packages in; nil if it has them itself
	kept     bundle.Keeper // of packages that have a program of their own; nil if they have none

	instrumented instrumented

	pool    *vm.Pool
	outline *outline.Outline
	paths   source.Paths // resolve imports by the application's tsconfig.json

	schemas []manifest.Ref // that only types name, in the order of their indexes in each VM, behind those that decorators name

	jsx                tsconfig.JSX // likewise
	metadata           tsconfig.Metadata
	standardDecorators bool          // its tsconfig.json asks for these, in files that import none of "fwrun"
	scanned            []string      // files whose stereotypes count; the outline also has the files that they import
	print              func() uint64 // waits for the fingerprint of what the modules declare, the same in every VM
	warnings           fault.List
	results            []source.Result   // what functions give that do not declare it
	judged             func() fault.List // waits for the mistakes in bodies; nil if they are not asked for
	live               bool              // what files export is read at any time, and not only when all modules have run

	intercepts    bool // whether the interceptions are known
	interceptions []Interception
	toolHooks     []ToolInterception // not nil once they are known

	experiences []Experience // of the runs of each schedule, by its index
	heard       []Experience // of the calls of each listener, by its index
	gate        *vm.Gate     // of the calls of listeners

	leftBehind sync.Map // handlers and kinds of timers and work that have been warned of

	prepared []chan made // shells that are made beside the start, by VM; nil for one that was taken
	second   chan ran    // the second VM, whose modules run beside the making of the manifest; nil once it was taken

	texts   sync.Map                // lines of files by name, for errors
	session atomic.Pointer[Session] // the session whose inputs reports can show; usually nil
	began   time.Time               // before the first file was read
	packed  *snapshot.Snapshot      // what Pack returns
	keep    func() error            // stores what was compiled in the cache; nil when it came from the cache
	parse   func()                  // what came from the cache, for the first reload; nil if there will be none
	keeping sync.WaitGroup          // for keep and parse to return
}

// Manifest returns what the application declared.
func (a *Application) Manifest() *manifest.Manifest { return a.manifest }

// Warnings returns the mistakes that did not stop the boot, sorted by place.
func (a *Application) Warnings() fault.List { return a.warnings }

// Workers returns the number of VMs and the number of those that are busy.
func (a *Application) Workers() (total, busy int) { return a.pool.Size() }

// Shrink drops the workers beyond the minimum that have nothing to do.
func (a *Application) Shrink() { a.pool.Shrink() }

// WorkerState returns what the VMs do at the moment.
func (a *Application) WorkerState() vm.State { return a.pool.State() }

// Settle waits for what a boot leaves to the background: the workers that are still made, and what is written for the next start.
func (a *Application) Settle() {
	<-a.pool.Complete()
	a.keeping.Wait()
}

// Close refuses new invocations, waits for those in flight until ctx ends, and calls
// the PreDestroy hooks.
func (a *Application) Close(ctx context.Context) {
	a.pool.Close(ctx)
	a.keeping.Wait()
}

// Boot builds an application. If the application has mistakes, the error is a [fault.List] that holds all that
// were found, sorted by place, with source lines.
func Boot(ctx context.Context, options Options) (*Application, error) {
	a := newApplication(options)
	a.prepare(min(max(a.options.Pool.Min, 1), 2))
	first, err := a.load(ctx)
	if err != nil {
		a.dropAhead()
		return nil, a.complete(err)
	}
	poolOptions := a.options.Pool
	poolOptions.Later = a.isLater()
	collect := sync.OnceFunc(func() {
		if poolOptions.Later && a.stays() {
			runtime.GC()
		}
	})
	poolOptions.Make = func(id int) (*vm.VM, error) {
		collect() // so that the VM fills the gaps that the start of the first one has left
		return a.makeVM(context.WithoutCancel(startup.Without(ctx)), id)
	}
	poolOptions.Drop = a.destroy
	poolOptions.Labels = a.labels()
	poolOptions.MakeFailed = func(err error) { a.options.Log.Error("cannot start another worker", "error", err) }
	err = startup.Do(ctx, "engine.workers", func(context.Context) error {
		a.pool, err = vm.NewPool(poolOptions, first)
		return err
	})
	if err != nil {
		return nil, a.complete(err)
	}
	a.remember()
	a.prepareReload()
	a.warnings = a.withBodies(a.warnings)
	a.warnings.Sort()
	a.withSource(a.warnings)
	return a, nil
}

// Inspect compiles the application and runs its modules once, which makes the manifest, but makes no bean. The
// warnings and the error are those of [Boot].
func Inspect(ctx context.Context, options Options) (*manifest.Manifest, fault.List, error) {
	a := newApplication(options)
	a.prepare(1)
	if _, err := a.declare(ctx); err != nil {
		return nil, nil, a.complete(err)
	}
	a.remember()
	a.keeping.Wait()
	a.warnings = a.withBodies(a.warnings)
	a.warnings.Sort()
	a.withSource(a.warnings)
	return a.manifest, a.warnings, nil
}

// Pack does what [Inspect] does, and returns what was compiled, for [Options.Compiled] of the same program, or of another build of the same
// sources. It depends on nothing but the files that it was compiled from: not on where they are, and not on packages. The files of packages
// know themselves to be below mount.
func Pack(ctx context.Context, options Options, mount string) ([]byte, *manifest.Manifest, fault.List, error) {
	options.packs, options.Cache, options.Reuse, options.mount = true, "", nil, mount
	a := newApplication(options)
	a.instrumented = instrumented{} // what is packed is the plain program
	if _, err := a.declare(ctx); err != nil {
		return nil, nil, nil, a.complete(err)
	}
	a.warnings.Sort()
	a.withSource(a.warnings)
	return a.packed.Encode(), a.manifest, a.warnings, nil
}

// CompiledFrom lists the scripts that [Pack] has compiled; packages are not among them.
func CompiledFrom(compiled []byte) ([]string, error) {
	read, err := snapshot.Decode(compiled)
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(read.Files))
	for i, file := range read.Files {
		paths[i] = file.Path
	}
	return paths, nil
}

func newApplication(options Options) *Application {
	if options.Files == nil {
		options.Files = os.DirFS(options.Folder)
	}
	options.Log = cmp.Or(options.Log, slog.Default())
	options.BootTimeout = cmp.Or(options.BootTimeout, 30*time.Second)
	if options.Pool.Halts = options.Instrument.halts(); options.Pool.Halts {
		options.BootTimeout = 365 * 24 * time.Hour // somebody may look at what happens in the start
	}
	guard.BoundRegexps(cmp.Or(options.Pool.CPUTimeout, vm.DefaultCPUTimeout) + 300*time.Millisecond)
	a := &Application{
		options: options, gate: listeningGate(options), live: options.Pool.Attended, began: time.Now(), instrumented: instrumentedBy(options),
	}
	a.kept = a.keeper()
	return a
}

// complete adds the warnings and the source lines to what boot reports.
func (a *Application) complete(err error) error {
	list, ok := errors.AsType[fault.List](err)
	if !ok {
		return err
	}
	list = a.withBodies(append(list, a.warnings...))
	list.Sort()
	a.withSource(list)
	return list
}

// load makes the first VM.
func (a *Application) load(ctx context.Context) (*vm.VM, error) {
	in, err := a.declare(ctx)
	if err != nil {
		return nil, err
	}
	return in.vm, startup.Do(ctx, "engine.beans", func(ctx context.Context) error { return a.wire(ctx, in) })
}

// declare reads, compiles and runs the application once, and checks what it declared.
func (a *Application) declare(ctx context.Context) (*instance, error) {
	_, end := startup.Step(ctx, "engine.compile")
	project, err := a.compile()
	end(startup.Number("files", a.outline.Size()), startup.Text("cached", strconv.FormatBool(err == nil && a.keep == nil)))
	if err != nil {
		return nil, err
	}
	if a.isLarge() && a.stays() {
		go runtime.GC() // of what compiling has left, on a processor that running the modules leaves free
	}
	running, end := startup.Step(ctx, "engine.modules")
	in, declarations, err := a.run(running, 0)
	end()
	if err != nil {
		return nil, err
	}
	_, end = startup.Step(ctx, "engine.manifest")
	defer end()
	a.print = fingerprintOf(declarations)
	a.runAhead(ctx)
	return in, a.check(ctx, in, project, declarations)
}

// largeFiles is the number of files from which on making a VM takes so long that a start does not wait for the second.
const largeFiles = 200

func (a *Application) isLarge() bool { return a.outline.Size() >= largeFiles }

// isLater reports whether the application answers before its second VM is made.
func (a *Application) isLater() bool { return a.options.Serves && a.isLarge() }

// stays reports whether the application is likely to run for so long that compact memory is worth the time of collections at its start.
func (a *Application) stays() bool { return a.options.Serves && a.options.Reuse == nil }

// check turns the declarations into the manifest and compares it with the live classes.
func (a *Application) check(ctx context.Context, in *instance, project *source.Project, declarations []declared.Declaration) error {
	options := declared.ResolverOptions(declarations)
	options.HostTypes = a.options.API.HostTypes()
	schemas := a.describer(ctx, in)
	options.Standard = schemas.exported
	types := schema.NewResolver(project, options)
	m, problems := build.Build(declared.Input{
		Project: project, Scan: a.scanned, Types: types, Declarations: declarations,
		HostBeans: a.options.API.Beans(), Host: a.options.API.Exports(), Profiles: a.options.Profiles, Expand: a.options.Expand,
		Section: a.options.Section, Incomplete: a.options.Incomplete, Agents: a.options.Agents, Queues: a.options.Queues,
		Finders: a.options.Finders, Standard: schemas.standard, Results: a.results,
	})
	if len(problems.Errors()) > 0 {
		return problems
	}
	a.warnings = append(a.warnings, problems...)
	a.manifest, a.experiences, a.heard = m, make([]Experience, len(m.Schedules)), make([]Experience, len(m.Listeners))
	if misread := in.misread(m); len(misread) > 0 {
		return misread
	}
	return nil
}

// makeVM makes another VM, equal to the first.
func (a *Application) makeVM(ctx context.Context, id int) (*vm.VM, error) {
	in, declarations, err := a.ranOn(ctx, id)
	if err != nil {
		return nil, err
	}
	if fingerprint(declarations) != a.print() {
		return nil, fault.New("engine.makeVM", fault.Internal, "the declarations of the application differ between workers").
			WithHint("decorators and their options must not depend on chance, time or state")
	}
	return in.vm, a.wire(ctx, in)
}
