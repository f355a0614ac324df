package engine

import (
	"context"
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/startup"
)

// made is a shell, a VM on which nothing of the application has run, or why there is none.
type made struct {
	in  *instance
	err error
}

// prepare makes the shells of the first VMs beside what a start does meanwhile: it reads and compiles the application, and runs it on
// the first one. They are as much of the start of a small application as all the rest.
func (a *Application) prepare(vms int) {
	shells := make([]chan made, vms)
	for id := range shells {
		shells[id] = make(chan made, 1)
	}
	a.prepared = slices.Clone(shells)
	go func() {
		for id, ready := range shells {
			in, err := a.newShell(id)
			ready <- made{in, err}
		}
	}()
}

// shell returns the shell of a VM: the one that was prepared, once, or a new one.
func (a *Application) shell(id int) (*instance, error) {
	if id < len(a.prepared) && a.prepared[id] != nil {
		ready := a.prepared[id]
		a.prepared[id] = nil
		shell := <-ready
		return shell.in, shell.err
	}
	return a.newShell(id)
}

// ran is a VM on which the modules have run, and what they declared, or why they have not.
type ran struct {
	in           *instance
	declarations []declared.Declaration
	err          error
}

// runAhead begins to run the modules of a large application on the second VM, if the start waits for that VM: they have run on the first
// one, and to make the manifest of that takes one processor. A small application is spared the surprise that its second worker says
// something before the first one has made its beans.
func (a *Application) runAhead(ctx context.Context) {
	if len(a.prepared) < 2 || !a.isLarge() || a.isLater() {
		return
	}
	a.second = make(chan ran, 1)
	go func(second chan<- ran) {
		in, declarations, err := a.run(context.WithoutCancel(startup.Without(ctx)), 1)
		second <- ran{in, declarations, err}
	}(a.second)
}

// dropAhead waits for what was begun beside a start that has failed, since it uses what the start closes.
func (a *Application) dropAhead() {
	if a.second != nil {
		<-a.second
	}
}

// ranOn returns a VM on which the modules have run: the second one, once, or another.
func (a *Application) ranOn(ctx context.Context, id int) (*instance, []declared.Declaration, error) {
	if id == 1 && a.second != nil {
		second := <-a.second
		a.second = nil
		return second.in, second.declarations, second.err
	}
	return a.run(ctx, id)
}

// newShell makes a VM with all that the modules of the application can use.
func (a *Application) newShell(id int) (*instance, error) {
	v := vm.New(id, vm.Hooks{
		LostRejection: a.lostRejection, MoreLost: a.moreLost, Left: a.left, LeftOpen: a.leftOpen, LeftWork: a.leftWork,
		Uncaught: a.uncaught,
	})
	limits := guard.Within(a.options.Pool.MemoryLimit)
	limits.Left, limits.Overrun = v.Left, v.Overrun
	if err := guard.Install(v.Runtime, limits); err != nil {
		return nil, err
	}
	in := newInstance(v)
	in.app = a
	in.speakPlainly()
	in.records = newRecorder(v)
	var err error
	if in.realm, err = a.options.API.Install(v, in); err != nil {
		return nil, err
	}
	if in.can, err = capabilitiesOf(in.realm.Parts()); err != nil {
		return nil, err
	}
	in.records.install(in.realm.Exports())
	in.offered, err = a.installModules(in)
	return in, err
}
