package binary

// The limits are those of browsers, where these are not so high that a process of limited memory could not bear them.
const (
	maxTypes     = 1_000_000
	maxFuncs     = 1_000_000
	maxImports   = 100_000
	maxExports   = 100_000
	maxGlobals   = 100_000
	maxSegments  = 100_000
	maxTables    = 64
	maxName      = 100_000
	maxParams    = 1_000
	maxLocals    = 50_000
	maxBody      = 7_654_321
	maxBranches  = 65_520
	maxConstExpr = 4_096 // bytes

	// MaxPages is the highest number of pages that a memory can be declared with.
	MaxPages = 65_536
	// MaxElements is the highest number of elements of a table.
	MaxElements = 1_000_000
)

// A compiler's work grows with the values that calls, blocks and branches pass, and with locals: modules may have a few times as
// many as bytes.
const (
	workPerByte = 16
	workForFree = 2_000_000
)

// spend adds to the work of the compiler.
func (w *work) spend(r *reader, n int) {
	if w.left -= n; w.left < 0 {
		r.fail("the module is too complex to compile")
	}
}

// branch adds the price of a block: a compiler's work is quadratic in the blocks of a function, and in how deeply they are nested.
func (w *work) branch(r *reader, before, depth int) {
	if w.branches -= before + depth; w.branches < 0 {
		r.fail("the functions of the module have too many branches to be compiled")
	}
}

// maxBranchWork is what some seconds suffice for: one function of 11,000 blocks, or 100 of 1,100.
const maxBranchWork = 64_000_000

type work struct{ left, branches int }

func workFor(size int) work { return work{workPerByte*size + workForFree, maxBranchWork} }
