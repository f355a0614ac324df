package probed

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/engine/vm"
)

// Options are what is around a generation. Debugger and Folder are required.
type Options struct {
	Debugger *debugger.Debugger
	Folder   string                // of the application, absolute
	Describe func(v *vm.VM) string // what a VM works for, such as GET /users/{id}; may be nil
}

// Generation is an application with probes.
type Generation struct {
	Options

	once    sync.Once
	table   *instrument.Table
	program *debugger.Program
	stops   []int32 // by place
	scripts []*debugger.Script

	mu      sync.Mutex
	workers map[*vm.VM]*worker
}

// New returns a generation of which nothing runs yet.
func New(o Options) *Generation { return &Generation{Options: o, workers: map[*vm.VM]*worker{}} }

// Attach makes a VM a worker. Before the first one runs anything, the debugger takes the scripts.
func (g *Generation) Attach(v *vm.VM, r *instrument.Recorder, w *instrument.Watch) {
	g.once.Do(func() { g.prepare(r.Table, w) })
	made := newWorker(g, v, r)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.workers[v] = made
}

// Use makes the generation the one that is debugged, once more: the one after it could not be built.
func (g *Generation) Use() {
	if g.program != nil {
		g.Debugger.Use(g.program)
	}
}

// Failed notes that what a script threw leaves the scripts. It is called on the VM.
func (g *Generation) Failed(v *vm.VM, thrown goja.Value) {
	if w := g.of(v); w != nil {
		w.threw(thrown, false)
		w.uncaught(thrown)
	}
}

// Objects returns the values of a VM, on which it is called.
func (g *Generation) Objects(v *vm.VM) debugger.Objects {
	if w := g.of(v); w != nil {
		return w.objects
	}
	return nil
}

func (g *Generation) of(v *vm.VM) *worker {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.workers[v]
}

// written reports whether a file has a private name, with its #.
func (g *Generation) written(private string) bool {
	return slices.ContainsFunc(g.table.Files, func(f instrument.File) bool { return strings.Contains(f.Text, private) })
}

// WorkerOf returns the ID of the VM that made a handle; -1 for what is no handle.
func WorkerOf(handle string) int {
	worker, number, _ := strings.Cut(handle, ".")
	id, err := strconv.Atoi(worker)
	if _, wrong := strconv.Atoi(number); err != nil || wrong != nil {
		return -1
	}
	return id
}

// prepare makes the program of the table, with a stop for each place.
func (g *Generation) prepare(table *instrument.Table, watch *instrument.Watch) {
	g.table = table
	places := make([][]int32, len(table.Files)) // by file
	for i, p := range table.Places {
		places[p.File] = append(places[p.File], int32(i))
	}
	g.stops = make([]int32, len(table.Places))
	number := int32(0)
	for i, f := range table.Files {
		if strings.HasPrefix(f.Path, internal) {
			for _, place := range places[i] {
				g.stops[place] = none
			}
			g.scripts = append(g.scripts, nil)
			continue
		}
		script := &debugger.Script{Path: filepath.Join(g.Folder, filepath.FromSlash(f.Path)), Text: f.Text}
		slices.SortFunc(places[i], func(a, b int32) int { return compare(table.Places[a], table.Places[b]) })
		for j, place := range places[i] {
			p := table.Places[place]
			if j > 0 && compare(table.Places[places[i][j-1]], p) == 0 { // two statements of the bundle
				g.stops[place] = number - 1
				continue
			}
			script.Stops = append(script.Stops, debugger.Stop{Line: int(p.Line) - 1, Column: int(p.Column) - 1, Kind: kindOf(p), Top: p.Module})
			g.stops[place] = number
			number++
		}
		g.scripts = append(g.scripts, script)
	}
	known := slices.DeleteFunc(slices.Clone(g.scripts), func(s *debugger.Script) bool { return s == nil })
	g.program = debugger.NewProgram(known, debugger.Watch{
		Every: watch.All.Store, Errors: watch.Errors.Store,
		Stops: func(has func(stop int) bool) {
			for place := range watch.Places {
				watch.Places[place].Store(g.stops[place] != none && has(int(g.stops[place])))
			}
		},
	})
	g.Debugger.Use(g.program)
}

// internal begins the names of fwrun's own scripts.
const internal = "fwrun:"

// none is the stop of a place in fwrun's own code.
const none = -1

func compare(a, b instrument.Place) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

func kindOf(p instrument.Place) debugger.StopKind {
	switch {
	case p.Debugger:
		return debugger.Keyword
	case p.Awaits:
		return debugger.Awaiting
	}
	return debugger.Statement
}
