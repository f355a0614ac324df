package apptest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/testapi"
)

// one runs a test with its hooks. Next are the suites around the following test: suites that are not among
// them end here.
func (f *fileRun) one(ctx context.Context, p planned, next []*testapi.Suite) {
	began := time.Now()
	t := p.result
	if s := f.brokenAround(p.path); s != nil {
		t.leave(fmt.Sprintf("beforeAll%s failed", ofSuite(s)))
	} else {
		t.Status = Passed
		t.Failures = f.body(ctx, p)
		f.leave(ctx, p.test)
	}
	for _, s := range f.leaving(next) {
		t.Failures = append(t.Failures, f.leaveSuite(ctx, s)...)
	}
	f.do(owner{test: t}.in(ctx), f.module.After())
	if err := f.sandbox.EmptyQueues(ctx); err != nil {
		t.Failures = append(t.Failures, failureOf(err))
	}
	f.blame()
	t.Output = f.console.take()
	handlers := f.sandbox.TakeFailures()
	if len(t.Failures) > 0 {
		t.Failures[0].Because = append(t.Failures[0].Because, handlerFailures(handlers)...)
		f.fail(t)
	}
	t.Took = time.Since(began)
}

func (f *fileRun) brokenAround(path []*testapi.Suite) *testapi.Suite {
	for _, s := range path {
		if f.broken[s] {
			return s
		}
	}
	return nil
}

func ofSuite(s *testapi.Suite) string {
	if s.Parent == nil {
		return ""
	}
	return fmt.Sprintf(" of %q", s.Name)
}

// body enters the suites, and runs the test between its beforeEach and afterEach.
func (f *fileRun) body(ctx context.Context, p planned) []Failure {
	if failures := f.enter(ctx, p.path); len(failures) > 0 {
		return failures
	}
	ctx = owner{test: p.result}.in(ctx)
	f.do(ctx, f.module.Before())
	f.module.Enter(p.test)
	var failures []Failure
	var undo []*testapi.Function
	for _, s := range p.path {
		failed, left := f.prepare(ctx, "beforeEach", s.BeforeEach)
		failures, undo = append(failures, failed...), append(undo, left...)
	}
	if len(failures) == 0 {
		failures = f.step(ctx, "", p.test.Body)
	}
	for _, s := range slices.Backward(p.path) {
		failures = append(failures, f.hooks(ctx, "afterEach", s.AfterEach)...)
	}
	return append(failures, f.hooks(ctx, returnedBy+"beforeEach", undo)...)
}

// returnedBy precedes the name of a hook in the failure of a function that it has returned.
const returnedBy = "the function returned by "

// enter runs the beforeAll hooks of suites that are new. A failing hook ends its suite.
func (f *fileRun) enter(ctx context.Context, path []*testapi.Suite) []Failure {
	for _, s := range path[len(f.open):] {
		f.open = append(f.open, s)
		f.module.Enter(s)
		failures, undo := f.prepare(owner{hook: "beforeAll" + ofSuite(s)}.in(ctx), "beforeAll", s.BeforeAll)
		f.undo[s] = undo
		if len(failures) > 0 {
			f.broken[s] = true
			return failures
		}
	}
	return nil
}

func (f *fileRun) leaveSuite(ctx context.Context, s *testapi.Suite) []Failure {
	f.open = f.open[:len(f.open)-1]
	f.module.Enter(s)
	defer f.leave(ctx, s)
	ctx = owner{hook: "afterAll" + ofSuite(s)}.in(ctx)
	failures := f.hooks(ctx, "afterAll", s.AfterAll)
	return append(failures, f.hooks(ctx, returnedBy+"beforeAll", f.undo[s])...)
}

// prepare runs before… hooks until one fails, and returns the functions that they have returned.
func (f *fileRun) prepare(ctx context.Context, kind string, list []*testapi.Function) (failures []Failure, undo []*testapi.Function) {
	for _, hook := range list {
		if failures = f.step(ctx, kind, hook); len(failures) > 0 {
			break
		}
		if left := hook.Left(); left != nil {
			undo = append(undo, left)
		}
	}
	return failures, undo
}

// hooks runs functions that end something, all of them, the last one first.
func (f *fileRun) hooks(ctx context.Context, kind string, list []*testapi.Function) (failures []Failure) {
	for _, hook := range slices.Backward(list) {
		failures = append(failures, f.step(ctx, kind, hook)...)
	}
	return failures
}

// step runs one function of the file.
func (f *fileRun) step(ctx context.Context, where string, function *testapi.Function) []Failure {
	if function.Lost() != "" {
		return nil // the failure that cost the worker has been reported
	}
	bound := cmp.Or(function.Timeout, f.Timeout)
	err := f.sandbox.Engine().Do(ctx, bound, function)
	var failure Failure
	switch {
	case err == nil:
		return nil
	case errors.Is(err, vm.ErrHandlerTimeout), errors.Is(err, vm.ErrBusy):
		failure = tooSlow(function, bound)
	case errors.Is(err, vm.ErrCPUTime):
		failure = failureOf(err)
		failure.Hint = "check for an endless loop, or raise server.cpu-timeout in config/application-test.yml"
	default:
		failure = failureOf(err)
	}
	failure.Where = where
	return []Failure{failure}
}

// do runs a function of fwrun's own, which does not fail.
func (f *fileRun) do(ctx context.Context, function *testapi.Function) {
	if function.Lost() == "" {
		_ = f.sandbox.Engine().Do(ctx, f.Timeout, function)
	}
}
