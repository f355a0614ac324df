package host

import (
	"log/slog"
	"slices"

	"github.com/fwrun/fwrun/engine"
)

// Catch implements [engine.Task]: it passes an error of a script or of the binding to the error controller and to the
// interceptors, if there are any; otherwise the error ends the run.
func (x *exchange) Catch(s *engine.Scope, err error) (engine.Value, error) {
	explained := s.Explain(err)
	x.watch.fail(explained)
	switch x.stage {
	case completing: // the response is written already
		x.req.logError(x.blame().failure(), slog.LevelError, explained)
		x.step--
		return x.advance(s)
	case failing, apologising:
		x.failure.controllerFailed(&x.req, explained)
		x.respond(x.failure.problem)
		x.complete()
		return x.advance(s)
	case streaming:
		if x.stream.open {
			return x.stream.breakOff(s, err, explained)
		}
		x.stream = nil
	}
	x.keep(s)
	x.failure.problem = x.failed(explained)
	if !x.concernsScripts() {
		return nil, &problemError{x.failure.problem}
	}
	if thrown, ok := engine.ThrownValue(err); ok {
		x.thrown = thrown
	}
	x.stage = failing
	return x.advance(s)
}

// concernsScripts reports whether a script handles an error. A mount's answers are not for the error controller, whose
// answers the mount's clients would not understand.
func (x *exchange) concernsScripts() bool { return x.passed > 0 || x.req.asksController() }

func (r *request) asksController() bool { return r.table.errorController && r.mount == nil }

// bringProblem begins the answer to an error.
func (x *exchange) bringProblem(s *engine.Scope) (engine.Value, error) {
	if x.thrown == nil {
		var err error
		if x.thrown, err = s.Exception(x.failure.problem.status, x.failure.problem.detail, x.failure.problem.plainErrors()); err != nil {
			return nil, err
		}
	}
	if !x.req.asksController() {
		x.respond(x.failure.problem)
		x.complete()
		return nil, nil
	}
	x.stage = apologising
	request, err := x.given.requestFor(s, &x.req, &x.body)
	if err != nil {
		return nil, err
	}
	if x.given.response, err = s.Supply(hostResponse, x.failure.problem.status); err != nil { // of the response so far only what is kept counts
		return nil, err
	}
	status := s.Int(int64(x.failure.problem.status))
	if !x.req.table.errorNumber {
		if status, err = s.Supply(hostStatus, x.failure.problem.status); err != nil {
			return nil, err
		}
	}
	return s.HandleError(request, x.given.response, status, x.thrown)
}

// finishError sends what the error controller has returned.
func (x *exchange) finishError(s *engine.Scope, result engine.Value) error {
	answer := x.given.read(s, &x.req, result)
	if s.IsUndefined(result) || s.IsNull(result) {
		answer = x.given.read(s, &x.req, x.given.response)
	}
	if err := x.send(s, &answer); err != nil {
		return err
	}
	x.failure.kept.drop(slices.Concat(answer.cookies[0], answer.cookies[1]))
	if x.failure.writeKept(&x.req, answer.headers[0], answer.headers[1], x.failure.problem.headers) {
		x.bare = false
	}
	x.failure.problem.writeHeaders(&x.req)
	x.failure.answered(&x.req, answer.status)
	x.complete()
	if x.failure.denied {
		x.thrown = nil // a refusal is not a failure
	}
	return nil
}

// controllerFailed logs the error of the error controller and the error that it was asked to answer, unless that was
// logged already.
func (f *failure) controllerFailed(r *request, err error) {
	f.logUntold(r)
	if first := f.problem.cause; first != nil && f.problem.status < 500 {
		r.logError(failureOf("an error was not answered by the error controller"), slog.LevelWarn, first)
	}
	r.logError(failureOf("the error controller failed"), slog.LevelError, err)
}
