// Package instrument puts probes or counters into an application, and has a table of the places in the user's files that they stand for.
//
// Probes are for a debugger. [Probes] changes the tree of a program between the bundler and the compiler. Before each statement of the
// user's files stands a call of a Go function with the number of a place and the accessor of the scope, a function of the names in it:
//
//	const %s3 = (n, w, v, o) => { switch (n) { case 0: return %s1; case 1: return this; case 2: return w ? (a = v) : a; … } };
//	%p(12, %s3);
//
// The names begin with a sign that no name of a script has. Nothing is evaluated from text: direct eval cannot be used in goja within
// anonymous classes. A [Recorder] is the side of one VM. It remembers the last statement of each call, by the length of goja's call stack,
// so that the locals of all frames can be read when something stops; it calls a [Hook] only for what a [Watch] asks for.
//
//   - Depth is the length of the call stack. A step over stops at the next statement that is no deeper; [Frame.Call] says whether it is in
//     the same call, also behind an await: the accessor of a call's outermost scope is an object of its own.
//   - What a statement throws: `throw x` goes through a function, with everything intact. All other errors are made by constructors that
//     the recorder has wrapped: [Recorder.Origin] has the frames that there were, with their accessors, which outlive the call. So what
//     leaves scripts for the host is shown at the statement, with its locals, and no block that catches is added: stacks stay the same.
//   - A name is that of the source: the source map leads from each name in the bundle to the word in the user's file. What has no word
//     there was added by the bundler, and is not shown.
//
// Counters are for coverage. They count on the syntax of the source, as Istanbul does, and are put into its text before it is bundled, since
// the bundler drops and joins what is counted: see [Count].
package instrument
