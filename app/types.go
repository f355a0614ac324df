package app

import (
	"context"
	"slices"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/typescript"
	"github.com/fwrun/fwrun/platform/fault"
)

// Typed is what TypeScript says of an application.
type Typed = typescript.Result

// ErrNoTypeScript says that there is no TypeScript to ask.
var ErrNoTypeScript = typescript.ErrMissing

// Types asks TypeScript about an application, whose scripts are not run for that. It may take seconds, and ends with the context.
func Types(ctx context.Context, options Options) (Typed, error) {
	folder, err := folder.Find(options.Folder)
	if err != nil {
		return Typed{}, err
	}
	options.Folder, options.offline = folder, true
	props, _ := loadProperties(options, &generation{}) // mistakes in it are those of a check
	return typed(ctx, options, props.Reader().String(typescriptKey))
}

const typescriptKey = "check.typescript"

func typed(ctx context.Context, o Options, compiler string) (Typed, error) {
	return typescript.Check(ctx, typescript.Options{Folder: o.sources(), Compiler: compiler, Cache: o.Cache, Env: o.Env})
}

// CheckTypes asks TypeScript about the generation that serves, for the log and the console. Where that has warnings of its own, they stand alone.
func (a *App) CheckTypes(ctx context.Context) (Typed, error) {
	g := a.serving.Load()
	result, err := typed(ctx, g.options, g.settings.typescript)
	if err == nil {
		result.Problems = typescript.Beside(g.warnings, result.Problems)
		a.types.Store(&result.Problems)
	}
	return result, err
}

// mistyped returns what TypeScript has said last.
func (a *App) mistyped() fault.List {
	if last := a.types.Load(); last != nil {
		return *last
	}
	return nil
}

// checkTypes adds what TypeScript says to a report: it reads the disk, and is wrong about what is not saved.
func (c *check) checkTypes() {
	o := c.options
	o.Cache = c.how.Cache
	c.report.TypeScript, c.report.NoTypes = typed(c.ctx, o, c.settings.typescript)
	known := slices.DeleteFunc(slices.Clone(c.report.TypeScript.Problems), func(d fault.Diagnostic) bool { return o.unsaved(d.Place.File) })
	c.report.Problems = append(c.report.Problems, typescript.Beside(c.report.Problems, known)...)
}
