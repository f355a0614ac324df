package inside

// Tricks returns all tricks, in the order of docs/engine-inside.md.
func Tricks() []*Trick {
	return []*Trick{
		&Properties, &Elements, &Copies, &Records, &Literals, &Loops, &Texts, &Expressions, &Matchers, &Stacks, &Templates,
		&Depth, &Evals, &Targets, &Offsets, &Builtins, &Failures, &Unwinding, &Members, &Buffers,
	}
}

// The tricks that save time.
var (
	Properties = Trick{
		Name: "properties", check: checkProperties,
		For: "JSON is written from an object's own storage of properties; else each property is looked up by its name",
	}
	Elements = Trick{
		Name: "elements", check: checkArrays,
		For: "the elements of an array are read and set in its own storage; else one by one",
	}
	Copies = Trick{
		Name: "copies", check: checkArrays,
		For: "slice, concat, fill and Array.from write an array in one piece; else element by element, and no script is stopped meanwhile",
	}
	Records = Trick{
		Name: "records", check: checkRecords,
		For: "rows and bodies are objects that read their cells when a script asks; else all cells go into a map",
	}
	Literals = Trick{
		Name: "literals", check: checkLiterals,
		For: "the objects of literals, spreads and rests are one allocation; else a map that grows",
	}
	Loops = Trick{
		Name: "loops", check: checkLoops,
		For: "for-of and spreads take the elements of an array; else the iterator makes an object for each",
	}
	Texts = Trick{
		Name: "texts", check: checkTexts,
		For: "a text that is appended to in a loop grows in place; else it is copied each time, in quadratic time",
	}
	Expressions = Trick{
		Name: "expressions", check: checkTested,
		For: "/x/.test(s) makes one object for each runtime; else one for each evaluation",
	}
	Matchers = Trick{
		Name: "matchers", check: checkExpressions,
		For: "expressions that are alike have one matcher, and short texts are matched by Go's own; else each object makes its own",
	}
	Stacks = Trick{
		Name: "stacks", check: checkMachine,
		For: "calls begin with memory that is used again, and deep stacks are given back; else each call makes its own, and memory stays",
	}
	Templates = Trick{
		Name: "templates", check: checkTemplates,
		For: "globals that no script has asked for take no memory; else each runtime has a function for each of them",
	}
)

// The tricks without which something behaves otherwise.
var (
	Depth = Trick{
		Name: "depth", Fixed: true, check: checkDepth,
		For: "a recursion that is too deep throws a RangeError; else it ends the run, and no script can catch that",
	}
	Evals = Trick{
		Name: "evals", Fixed: true, check: checkTexts,
		For: "direct eval of sloppy code sees local variables; else it is indirect",
	}
	Targets = Trick{
		Name: "targets", Fixed: true, check: checkTexts,
		For: "new.target is undefined in a function that a constructor calls; else it is that of the constructor",
	}
	Offsets = Trick{
		Name: "offsets", Fixed: true, check: checkOffsets,
		For: "only the parts of source maps are kept that errors and profiles need; else all of them",
	}
	Builtins = Trick{
		Name: "builtins", Fixed: true, check: checkBuiltins,
		For: "limits are put into built-ins, and TypeErrors speak plainly; else no application starts",
	}
	Failures = Trick{
		Name: "failures", Fixed: true, check: checkFailures,
		For: "the stacks of errors have V8's form, so that packages find the frames in them; else they have goja's",
	}
	Unwinding = Trick{
		Name: "unwinding", Fixed: true, check: checkMachine,
		For: "the stacks of a run that was cut off in a microtask are emptied; else all calls on its runtime wait for ever",
	}
	Members = Trick{
		Name: "members", Fixed: true, check: checkPrivates,
		For: "a debugger shows and sets private members; else it has none",
	}
	Buffers = Trick{
		Name: "buffers", Fixed: true, check: checkHalves,
		For: "buffers are resized and shared, and views follow them; else scripts have no such buffers",
	}
)
