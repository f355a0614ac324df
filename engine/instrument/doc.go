// Package instrument puts probes or counters into an application, and has a table of the places in the user's files that they stand for.
//
// Probes are for a debugger. [Probes] changes the tree of a program between the bundler and the compiler. Before each statement of the
// user's files stands a call of a Go function with the number of a place and the accessor of the scope, a function of the names in it:
//
//	const %s3 = (n, w, v) => { switch (n) { case 0: return %s1; case 1: return this; case 2: return w ? (a = v) : a; … } };
//	%p(12, %s3);
//
// The names begin with a sign that no name of a script has. Nothing is evaluated from text: direct eval cannot be used in goja within
// anonymous classes. [Erase] makes the compiled program forget where the probes are, so that stacks stay what they are.
//
// A [Recorder] is the side of one VM. It remembers the last statement of each call, by the length of goja's call stack, so that the locals of
// all frames can be read when something stops; it calls a [Hook] only for what a [Watch] asks for. A debugger sets both:
//
//		options.Instrument = engine.Instrumentation{Mode: instrument.WithProbes, Attach: func(w *vm.VM, r *instrument.Recorder, all *instrument.Watch) {
//			r.Hook = …  // its Reached is called on the VM, before the statement; the script goes on when it returns
//		}}
//		table, watch := application.Probes()
//		watch.Places[n].Store(true) // a breakpoint at table.Places[n]; r.Step and watch.All are every place
//
//	  - A [Frame] has [View]s of its scopes, innermost first: names are those of the source, by the words that the source map leads to. What has
//	    no word there was added by the bundler, and is not shown. [ErrNotYet] is the dead zone.
//	  - Depth is the length of the call stack. A step over stops at the next statement that is no deeper; [Frame.Call] says whether it is in
//	    the same call, also behind an await: the accessor of a call's outermost scope is an object of its own.
//	  - What a statement throws: `throw x` goes through a function, with everything intact, and a catch clause begins with one. All other errors
//	    are made by constructors that the recorder has wrapped: [Recorder.Origin] has the frames that there were, with their accessors, which
//	    outlive the call. So what leaves scripts for the host is shown at the statement, with its locals; no block that catches is added, since
//	    it would change stacks.
//	  - What hooks run on the VM is not recorded, and reaches no hook.
//
// Counters are for coverage. They count on the syntax of the source, as Istanbul does, and are put into its text before it is bundled, since
// the bundler drops and joins what is counted: see [Count]. [Counts] adds up what all VMs have counted.
package instrument
