package profiling

import (
	"bytes"
	"context"
	"runtime"
	"runtime/pprof"
	"sync"
	"time"

	"github.com/google/pprof/profile"

	"github.com/fwrun/fwrun/platform/fault"
)

// The kinds of profiles.
const (
	CPU       = "cpu"       // processor time of scripts and Go
	ScriptsOf = "scripts"   // time in functions of scripts, waiting included
	Go        = "go"        // processor time of Go, with the interpreter's own functions; handlers are labels
	Heap      = "heap"      // memory in use
	Allocs    = "allocs"    // memory that was allocated
	Goroutine = "goroutine" // stacks of all goroutines
	Block     = "block"     // where goroutines have waited
	Mutex     = "mutex"     // where goroutines have waited for each other
)

// Kinds lists the kinds, the default first.
func Kinds() []string { return []string{CPU, ScriptsOf, Go, Heap, Allocs, Goroutine, Block, Mutex} }

// Scripts says how scripts are sampled.
type Scripts struct {
	// Sample samples scripts while a function runs, and returns a profile with the samples and their time.
	Sample func(during func()) ([]byte, error)
	// Locate returns the whole name of a function and its file, of a function's name in a program and a line of it.
	Locate func(program, function string, line int) (name, file string)
	// Interpreter begins the names of the interpreter's functions.
	Interpreter string
}

// Profiler takes one profile at a time.
type Profiler struct{ taking sync.Mutex }

// New returns a Profiler.
func New() *Profiler { return new(Profiler) }

const op = "profiling.take"

// errBusy is the error of a second profile at the same time: there is one profiler for the whole process.
func errBusy() error {
	return fault.New(op, fault.Conflict, "another profile is being taken; wait until it has ended")
}

// Take takes a profile for a time, or until ctx ends, and returns it as pprof reads it.
func (p *Profiler) Take(ctx context.Context, scripts Scripts, kind string, during time.Duration) ([]byte, error) {
	if !p.taking.TryLock() {
		return nil, errBusy()
	}
	defer p.taking.Unlock()
	var s span
	wait := func() {
		s.began = time.Now()
		timer := time.NewTimer(during)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
		s.took = time.Since(s.began)
	}
	switch kind {
	case CPU, ScriptsOf, Go:
		return takeTime(scripts, kind, wait, &s)
	case Heap, Allocs, Goroutine:
		if kind != Goroutine {
			runtime.GC() // what is not in use any more does not count
		}
		return lookUp(kind)
	case Block:
		runtime.SetBlockProfileRate(int(10 * time.Microsecond))
		defer runtime.SetBlockProfileRate(0)
	case Mutex:
		defer runtime.SetMutexProfileFraction(runtime.SetMutexProfileFraction(5))
	default:
		return nil, fault.New(op, fault.Invalid, "there is no such kind of profile")
	}
	return between(kind, wait, &s)
}

// span is when a profile was taken.
type span struct {
	began time.Time
	took  time.Duration
}

func (s *span) of(p *profile.Profile) *profile.Profile {
	p.TimeNanos, p.DurationNanos = s.began.UnixNano(), s.took.Nanoseconds()
	return p
}

// takeTime takes a profile of the time that Go and scripts need.
func takeTime(from Scripts, kind string, wait func(), s *span) ([]byte, error) {
	var ofGo bytes.Buffer
	var failed error
	ofScripts, err := from.Sample(func() {
		if kind == ScriptsOf {
			wait()
			return
		}
		if failed = pprof.StartCPUProfile(&ofGo); failed != nil {
			return
		}
		wait()
		pprof.StopCPUProfile()
	})
	if err != nil || failed != nil {
		return nil, errBusy()
	}
	if kind == Go {
		return ofGo.Bytes(), nil
	}
	scripts, err := profile.ParseData(ofScripts)
	if err != nil {
		return nil, err
	}
	from.rename(scripts)
	if kind == ScriptsOf {
		return written(s.of(scripts))
	}
	process, err := profile.ParseData(ofGo.Bytes())
	if err != nil {
		return nil, err
	}
	joined, err := join(process, scripts, from.Interpreter)
	if err != nil {
		return nil, err
	}
	return written(joined)
}

func lookUp(kind string) ([]byte, error) {
	var text bytes.Buffer
	err := pprof.Lookup(kind).WriteTo(&text, 0)
	return text.Bytes(), err
}

// between returns what a profile that only grows has gained while wait runs.
func between(kind string, wait func(), s *span) ([]byte, error) {
	before, err := lookUp(kind)
	if err != nil {
		return nil, err
	}
	wait()
	after, err := lookUp(kind)
	if err != nil {
		return nil, err
	}
	old, err := profile.ParseData(before)
	if err != nil {
		return nil, err
	}
	gained, err := profile.ParseData(after)
	if err != nil {
		return nil, err
	}
	if len(old.Sample) > 0 {
		old.Scale(-1)
		if gained, err = profile.Merge([]*profile.Profile{old, gained}); err != nil {
			return nil, err
		}
	}
	return written(s.of(gained))
}

func written(p *profile.Profile) ([]byte, error) {
	var text bytes.Buffer
	err := p.Write(&text)
	return text.Bytes(), err
}
