package host

import (
	"time"

	"github.com/fwrun/fwrun/engine"
)

// stage is a step of a request's way through the scripts. The stages are entered in order; a request passes through a
// stage in which it has nothing to do.
type stage uint8

const (
	before      stage = iota // preHandle of the interceptors
	admitting                // the header is checked; a body is read outside of the VM
	binding                  // the arguments are made
	guarding                 // preHandle of the controller
	calling                  // the handler
	after                    // postHandle of the interceptors, the last one first
	guardAfter               // postHandle of the controller
	rendering                // the response is written
	streaming                // the response is sent while it is made; see stream
	failing                  // an error from outside of the VM is passed to the scripts
	apologising              // handleError of the error controller
	completing               // afterCompletion of the interceptors, the last one first
	finished
)

// progress is the state of a request between stages.
type progress struct {
	stage stage
	pause bool // the VM is left, to be entered again later
	step  int  // index in chain of the interceptor to call

	chain  []int // the interceptors whose patterns match, by index
	passed int   // how many of them let the request pass

	result engine.Value // what the handler returned
	thrown engine.Value // the error, as scripts see it
	lease  *engine.Lease
}

// Experience implements [engine.Experienced].
func (x *exchange) Experience() *engine.Experience {
	if x.req.route == nil {
		return nil
	}
	return x.req.route.experience
}

// Start implements [engine.Task]: it continues at the request's current stage. Interceptors, too, work for the handler.
func (x *exchange) Start(s *engine.Scope) (engine.Value, error) {
	if r := x.req.route; r != nil {
		s.VM.Serves(r.handler)
	}
	return x.advance(s)
}

// Next implements [engine.Task]: it takes the result of the stage, and continues.
func (x *exchange) Next(s *engine.Scope, settled engine.Value) (engine.Value, error) {
	err := error(nil)
	switch x.stage {
	case before, guarding:
		err = x.judge(s, settled)
	case binding:
		err = x.args.schemas.Settled(s, settled)
	case calling:
		err = x.keepResult(s, settled)
	case after, completing:
		x.step--
	case guardAfter:
		x.stage = rendering
	case streaming:
		return x.stream.proceed(s, settled)
	case apologising:
		err = x.finishError(s, settled)
	}
	if err != nil {
		return nil, err
	}
	return x.advance(s)
}

// advance enters stages until one of them has called something, or the work is done.
func (x *exchange) advance(s *engine.Scope) (engine.Value, error) {
	x.pause = false
	for !x.pause && x.stage != finished {
		if result, err := x.enter(s); result != nil || err != nil {
			return result, err
		}
	}
	return nil, nil
}

// enter does the work of a stage. It returns a value that must be settled before the next stage, or moves on to the
// next stage and returns nil.
func (x *exchange) enter(s *engine.Scope) (engine.Value, error) {
	if x.isFollowed() {
		x.watch.follower.entered = time.Now()
	}
	if x.req.trace.Recorded() {
		return x.enterRecorded(s)
	}
	return x.enterStage(s)
}

func (x *exchange) enterStage(s *engine.Scope) (engine.Value, error) {
	switch x.stage {
	case before:
		return x.enterBefore(s)
	case admitting:
		return nil, x.enterAdmitting(s)
	case binding:
		result, err := x.enterBinding(s)
		if result != nil {
			return result, nil
		}
		if x.watch.follower != nil {
			x.watch.tellBound(&x.req, x.watch.follower.entered, x.args.refused, err)
		}
		return nil, err
	case guarding:
		if result, err := x.guard(s, engine.PreHandle); result != nil || err != nil {
			return result, err
		}
		x.stage = calling
		return nil, nil
	case calling:
		return s.Call(x.req.route.handler, x.args.values)
	case after:
		return x.enterBackwards(s, engine.PostHandle, guardAfter)
	case guardAfter:
		if result, err := x.guard(s, engine.PostHandle); result != nil || err != nil {
			return result, err
		}
		x.stage = rendering
		return nil, nil
	case rendering:
		return x.enterRendering(s)
	case failing:
		return x.bringProblem(s)
	default: // completing
		return x.enterBackwards(s, engine.AfterCompletion, finished)
	}
}

func (x *exchange) enterBefore(s *engine.Scope) (engine.Value, error) {
	for ; x.step < len(x.chain); x.step++ {
		if result, err := x.intercept(s, engine.PreHandle); result != nil || err != nil {
			return result, err
		}
		x.passed = x.step + 1
	}
	x.stage = admitting
	x.keep(s) // while there is a VM
	return nil, nil
}

// enterBackwards calls a hook of the interceptors that let the request pass, the last one first.
func (x *exchange) enterBackwards(s *engine.Scope, hook engine.Hook, next stage) (engine.Value, error) {
	for ; x.step >= 0; x.step-- {
		if result, err := x.intercept(s, hook); result != nil || err != nil {
			return result, err
		}
	}
	x.stage = next
	return nil, nil
}

// enterAdmitting does the work that needs no script. If the body has not arrived yet, it leaves the VM with a lease, so
// that the request finds its objects there later.
func (x *exchange) enterAdmitting(s *engine.Scope) error {
	if x.req.route == nil && x.req.mount == nil {
		if p := x.answerWithoutRoute(); p != nil {
			return &problemError{p}
		}
		err := x.addHeaders(s)
		x.complete()
		return err
	}
	if x.req.mount != nil {
		x.pause, x.lease = true, s.Lease()
		return nil
	}
	if p := x.admit(); p != nil {
		return &problemError{p}
	}
	x.stage = binding
	if x.req.mustWait() {
		x.pause, x.lease = true, s.Lease()
		return nil
	}
	if p := x.receive(); p != nil {
		return &problemError{p}
	}
	return nil
}

// keepResult stores the handler's result. Interceptors see it as their response.
func (x *exchange) keepResult(s *engine.Scope, result engine.Value) error {
	x.result, x.stage = result, rendering
	if len(x.chain) == 0 && !x.req.route.guarded {
		return nil
	}
	response, err := x.given.responseFor(s)
	if err != nil {
		return err
	}
	x.result, x.stage, x.step = response, after, len(x.chain)-1
	return s.Merge(response, result)
}

func (x *exchange) enterRendering(s *engine.Scope) (engine.Value, error) {
	if x.req.mount != nil {
		err := x.addHeaders(s)
		x.complete()
		return nil, err
	}
	result, err := x.render(s, x.result)
	if result == nil && err == nil {
		x.complete()
	}
	return result, err
}

// complete moves on to the interceptors' last hook: the response is written.
func (x *exchange) complete() {
	x.stage, x.step = completing, x.passed-1
	if x.passed == 0 {
		x.stage = finished
	}
}
