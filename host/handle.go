package host

import (
	"errors"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/vm"
)

// handle takes the request through all its stages. A request that has neither a route nor an interceptor needs no
// scripts.
func (x *exchange) handle() *problem {
	p := x.req.locate()
	x.watch.follow(&x.req)
	if x.req.preflighted {
		return p
	}
	if p := x.who.admitClient(&x.req); p != nil {
		return p
	}
	if p := x.req.checkHops(); p != nil {
		return p
	}
	began := x.watch.followedSince(&x.req)
	denied := x.mayPass()
	x.watch.tellAuthorized(&x.who, began, denied)
	if denied != nil {
		x.failure.denied = true
		return x.tell(denied)
	}
	if len(x.req.table.interceptions) > 0 && x.req.path != "" && !x.req.outside && !x.req.isOpen() {
		x.chain = x.req.table.appendChain(x.chain, x.req.path)
	}
	switch {
	case len(x.chain) > 0:
		x.failure.missing = p
		return x.run()
	case x.req.mount != nil:
		x.answerMount()
		return nil
	case p != nil:
		return x.tell(p)
	case x.req.route == nil:
		return x.tell(x.answerWithoutRoute())
	}
	if p := x.admit(); p != nil {
		return x.tell(p)
	}
	if p := x.receive(); p != nil {
		return x.tell(p)
	}
	x.stage = binding
	return x.run()
}

// mayPass finds out who sends the request, and refuses it if that one may not.
func (x *exchange) mayPass() *problem {
	denied := x.who.authorize(&x.req, &x.watch)
	if denied != nil && denied.untold != nil && x.failure.err == nil {
		x.failure.err = denied.untold.err
	}
	return x.failure.noted(&x.req, denied)
}

// answerWithoutRoute sends a static file, or returns the problem that says why there is nothing; OPTIONS is answered
// already.
func (x *exchange) answerWithoutRoute() *problem {
	if x.failure.missing != nil {
		return x.failure.missing
	}
	return x.sendStatic()
}

// run runs the scripts. When they stop because they need the body, it reads the body and lets them continue.
func (x *exchange) run() *problem {
	began := x.req.start.Add(x.req.stood())
	if x.body.isRead { // reading does not count towards the time of the handler
		began = time.Now()
	}
	err := x.req.table.app.Run(x.req.alive(), began, x)
	if err == nil && x.pause {
		if p := x.outOfVM(); p != nil {
			return x.tell(p)
		}
		err = x.req.table.app.RunOn(x.req.alive(), x.lease, x)
	}
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*problemError](err); ok {
		return known.problem
	}
	p := x.failed(err)
	if x.failure.problem != nil { // a problem was being handled already
		return x.failure.problem
	}
	if x.lease == nil {
		x.given.request, x.given.response, x.thrown = nil, nil, nil // these are of a VM that is gone
	}
	return x.tell(p)
}

// outOfVM does the work for which the scripts have left the VM.
func (x *exchange) outOfVM() *problem {
	if x.req.mount != nil {
		x.answerMount()
		return nil
	}
	return x.receive()
}

// receive reads what the route needs of the body.
func (x *exchange) receive() *problem { return x.failure.noted(&x.req, x.body.receive(&x.req)) }

// tell passes a problem to the scripts that handle errors. The problem that it returns is still to be answered.
func (x *exchange) tell(p *problem) *problem {
	if p == nil || !x.concernsScripts() || p.status == fasthttp.StatusServiceUnavailable && overloaded(p.cause) {
		return p
	}
	x.failure.problem, x.stage, x.failure.fromOutside = p, failing, true
	var err error
	if x.lease == nil {
		err = x.req.table.app.Run(x.req.alive(), time.Now(), x)
	} else {
		err = x.req.table.app.RunOn(x.req.alive(), x.lease, x)
	}
	if err != nil {
		x.failure.controllerFailed(&x.req, err)
		return p
	}
	return nil
}

// overloaded reports whether an error is one that more work on the VMs would make worse.
func overloaded(err error) bool { return errors.Is(err, vm.ErrBusy) || errors.Is(err, vm.ErrClosed) }
