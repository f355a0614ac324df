package main

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/fwrun/fwrun/app"
)

// typesBeside asks TypeScript beside a server: once at a time, and the newest files win.
type typesBeside struct {
	process process
	running *app.App
	stop    context.CancelFunc
	ended   chan struct{} // closed when the last run has
}

// ask begins to ask about the files as they are now. It does not wait, except for a run that it stops.
func (t *typesBeside) ask(ctx context.Context) {
	if t == nil {
		return
	}
	if t.stop != nil {
		t.stop()
		<-t.ended
	}
	ctx, t.stop = context.WithCancel(ctx)
	t.ended = make(chan struct{})
	go func(ended chan struct{}) {
		defer close(ended)
		t.tell(ctx)
	}(t.ended)
}

func (t *typesBeside) tell(ctx context.Context) {
	began := time.Now()
	result, err := t.running.CheckTypes(ctx)
	switch {
	case errors.Is(err, context.Canceled):
		return
	case err != nil:
		report(t.process, err)
		return
	case len(result.Problems) > 0:
		var text bytes.Buffer // written at once: a reload may print, too
		printDiagnostics(&text, result.Problems, t.process.errColours)
		_, _ = text.WriteTo(t.process.err) // nothing can be done about a failure to print
	}
	t.running.Log().Info("types checked", "errors", len(result.Problems), "typescript", result.Version, "cached", result.Cached,
		"duration", time.Since(began))
}
