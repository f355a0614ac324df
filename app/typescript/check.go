package typescript

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/fwrun/fwrun/engine/tsconfig"
	"github.com/fwrun/fwrun/platform/fault"
)

// Options say what is checked, and with what.
type Options struct {
	Folder   string   // the application
	Compiler string   // the setting check.typescript: a path from the folder; empty to look for one
	Cache    string   // the folder of the cache; empty to keep nothing
	Env      []string // of the compiler

	limit time.Duration // 120 s, unless it is set
}

// Result is what TypeScript says of an application.
type Result struct {
	Version, Path string // of the compiler
	Cached        bool   // it was not asked again

	Problems fault.List
}

// limit is how long the compiler may take.
const limit = 120 * time.Second

// Check returns what TypeScript says of the files of an application. The error is [ErrMissing], or that of the context; a compiler that gives no
// answers is one of the problems.
func Check(ctx context.Context, o Options) (Result, error) {
	r, err := check(ctx, o)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if d, is := errors.AsType[fault.Diagnostic](err); is {
		r.Problems, err = fault.List{d}, nil
	}
	return r, err
}

func check(ctx context.Context, o Options) (r Result, err error) {
	folder, err := filepath.Abs(o.Folder)
	if err == nil {
		folder, err = filepath.EvalSymlinks(folder)
	}
	if err != nil {
		return r, fault.New(fault.OpFolder, fault.NotFound, "there is no folder "+o.Folder).Because(err)
	}
	c, err := find(folder, o.Compiler)
	if r.Version, r.Path = c.version, c.path; err != nil {
		return r, err
	}
	config, _ := tsconfig.Read(folder) // its mistakes are among the answers
	p := &project{folder: folder, config: config}
	kept := openCache(o.Cache)
	defer kept.close()
	if old, fits := kept.load(p, c); fits {
		r.Version, r.Cached, r.Problems = old.Version, true, old.Problems
		return r, nil
	}
	if p.ours, err = kept.room(); err != nil {
		return r, failed("the configuration for TypeScript cannot be written", err.Error(), "let FWRUN_CACHE name a folder that this user may write to")
	}
	defer func() { _ = os.RemoveAll(p.ours) }() // the next run removes what is left
	if err := p.write(); err != nil {
		return r, failed("the configuration for TypeScript cannot be written", err.Error(), "let FWRUN_CACHE name a folder that this user may write to")
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(o.limit, limit))
	defer cancel()
	if r.Version == "" {
		if c.version, err = c.askVersion(ctx, o.Env); err != nil {
			return r, err
		}
		r.Version = c.version
	}
	said, err := c.ask(ctx, p, o.Env)
	if err != nil {
		return r, err
	}
	r.Problems = p.relevant(said.answers)
	kept.save(p, c, r, said.files)
	return r, nil
}

// Beside returns what TypeScript says besides our own diagnostics: where one of these underlines the place of an answer, that says more.
func Beside(ours, theirs fault.List) (list fault.List) {
	for _, d := range theirs {
		if !overlaps(ours, d.Place) && !isReturn(ours, theirs, d) {
			list = append(list, d)
		}
	}
	return list
}

// isReturn reports whether an answer is that of a function without a result which one of ours is about: that is at the name of the function, and
// TypeScript's at the type behind it.
func isReturn(ours, theirs fault.List, d fault.Diagnostic) bool {
	const missing, ts2355 = "return-missing", "ts2355"
	if d.Code != ts2355 {
		return false
	}
	name := lastBefore(ours, missing, d.Place)
	before := lastBefore(theirs, ts2355, d.Place)
	return name != nil && (before == nil || isBefore(*before, *name))
}

// lastBefore returns the last place with a code in front of a place of its file; nil if there is none.
func lastBefore(list fault.List, code string, at fault.Place) (last *fault.Place) {
	for i := range list {
		if p := &list[i].Place; list[i].Code == code && p.File == at.File && isBefore(*p, at) && (last == nil || isBefore(*last, *p)) {
			last = p
		}
	}
	return last
}

func isBefore(a, b fault.Place) bool {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col)) < 0
}

func overlaps(ours fault.List, at fault.Place) bool {
	for _, d := range ours {
		if p := d.Place; at.Line > 0 && p.File == at.File && p.Line == at.Line && p.Col <= at.Col && at.Col < p.Col+max(1, d.Length) {
			return true
		}
	}
	return false
}
