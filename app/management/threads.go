package management

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/profiling"
)

// firstWorkerID is beyond the numbers that goroutines get.
const firstWorkerID = 1 << 40

// threadsOf returns the workers with the frames of their scripts, and then the goroutines.
func threadsOf(workers []engine.Worker) []actuator.Thread {
	var list []actuator.Thread
	for _, w := range workers {
		list = append(list, threadOf(w))
	}
	return append(list, actuator.Goroutines()...)
}

// threadOf describes a worker. While a script computes, only its handler is known.
func threadOf(w engine.Worker) actuator.Thread {
	t := actuator.Thread{ID: firstWorkerID + int64(w.ID), Name: fmt.Sprintf("worker %d", w.ID), State: "WAITING"}
	switch {
	case w.Blocked:
		t.State = "BLOCKED"
	case w.Running:
		t.State = "RUNNABLE"
	}
	if w.Calls > 0 {
		t.Name += fmt.Sprintf(", calls in flight: %d", w.Calls)
	}
	if w.Retired != "" {
		t.Name += ", retired: " + w.Retired
	}
	for _, f := range w.Frames {
		t.Frames = append(t.Frames, frameOf(f.Function, f.Place.File, f.Place.Line))
	}
	if h := w.Handler; h != nil {
		t.Name += " (" + h.Name + ")"
		if len(t.Frames) == 0 {
			t.Frames = append(t.Frames, frameOf(h.Name, h.Place.File, h.Place.Line))
		}
	}
	return t
}

func frameOf(function, file string, line int) actuator.StackFrame {
	f := actuator.StackFrame{Method: function, File: file, Line: line}
	if dot := strings.LastIndexByte(function, '.'); dot > 0 {
		f.Class, f.Method = function[:dot], function[dot+1:]
	}
	return f
}

// takeProfile returns a function that takes a profile of the process. Functions of scripts are looked for in an application.
func takeProfile(with *profiling.Profiler, app *engine.Application) func(ctx context.Context, kind string, during time.Duration) ([]byte, error) {
	scripts := profiling.Scripts{Sample: engine.ProfileScripts, Locate: app.Locate, Interpreter: engine.Interpreter}
	return func(ctx context.Context, kind string, during time.Duration) ([]byte, error) {
		return with.Take(ctx, scripts, kind, during)
	}
}
