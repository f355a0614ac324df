package editor

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/lsp"
	"github.com/fwrun/fwrun/platform/fault"
)

// Editor answers for one application.
type Editor struct {
	options app.Options
	looker  app.Looker
	seen    atomic.Pointer[index]
}

var _ lsp.Application = (*Editor)(nil)

// New returns what answers for the application of the options. With types, TypeScript is asked, too.
func New(options app.Options, types bool) *Editor {
	e := &Editor{options: options, looker: app.Looker{Types: types, Cache: options.Cache}}
	e.options.Cache = "" // of compiled applications: what is not saved is not worth keeping
	e.seen.Store(&index{})
	return e
}

// longest bounds a check, beside the bounds that its parts have; longestTyped one with TypeScript, which has two minutes of its own.
const (
	longest      = 10 * time.Second
	longestTyped = longest + 2*time.Minute
)

// Check checks the application, and remembers what it declares.
func (e *Editor) Check(ctx context.Context, texts map[string][]byte) fault.List {
	options := e.options
	options.Overlay = texts
	limit := longest
	if e.looker.Types {
		limit = longestTyped
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	report, sight := e.looker.Look(within, options)
	if ctx.Err() != nil {
		return nil // of what was edited meanwhile
	}
	e.seen.Store(newIndex(options, sight, e.seen.Load()))
	return report.Problems
}

// IsApplication reports whether a folder has an application: its configuration, the typings of fwrun, or a package.json that names fwrun.
func IsApplication(folder string) bool {
	for _, name := range []string{"config/application.yml", "config/application.yaml", ".fwrun"} {
		if _, err := os.Stat(filepath.Join(folder, filepath.FromSlash(name))); err == nil {
			return true
		}
	}
	var about map[string]any
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil || json.Unmarshal(text, &about) != nil {
		return false
	}
	for _, value := range about { // dependencies, devDependencies, or a section of its own
		if named, ok := value.(map[string]any); ok && named["fwrun"] != nil {
			return true
		}
	}
	return about["fwrun"] != nil
}
