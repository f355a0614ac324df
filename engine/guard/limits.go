package guard

import "time"

// Limits limit the cost of one call of a built-in. A zero field gets the default.
type Limits struct {
	// StringLength is the longest string that a built-in may build, in UTF-16 units; 64 Mi.
	StringLength int
	// ArrayLength is the longest array or array-like a built-in may walk or make; 16 Mi.
	ArrayLength int
	// BufferBytes is the largest ArrayBuffer; 128 MiB.
	BufferBytes int
	// BigIntBits limits shifts, powers, conversions and asIntN; 1 Mi bits, 315,000 digits.
	BigIntBits int
	// JSONDepth is the nesting that JSON.parse and JSON.stringify accept; 10,000.
	JSONDepth int
	// SourceLength limits the text given to eval, Function and similar; 256 Ki.
	SourceLength int
	// SourceDepth limits the nesting of brackets in such a text; 250.
	SourceDepth int
	// RegexpSource is the longest pattern given to RegExp as a string; 32 Ki.
	RegexpSource int
	// RegexpInput is the longest string to split by a regular expression, or to match or replace globally,
	// since such an operation cannot be interrupted; 8 Mi.
	RegexpInput int
	// LongSubject is the length of a text in which a regular expression's matches are found one after the
	// other, so that an interrupt takes effect between them; 1 Mi. Finding all at once is faster, and done in shorter
	// texts if the expression cannot make that take long.
	LongSubject int

	// Left returns how long the run may still compute; nil if nobody knows.
	Left func() time.Duration
	// Overrun ends the run, if it can be ended: a regular expression has used up its time.
	Overrun func()
}

// Within returns limits for a process whose heap may have this size, in bytes; 0 for no limit. One step may
// need several copies of what it makes, and the watchdog of the memory sees it late: so a text has at most a
// 32nd of the heap in characters, and an array a 128th in elements.
func Within(heap uint64) Limits {
	var l Limits
	if heap == 0 {
		return l
	}
	l = l.filled()
	share := func(value *int, of uint64) { *value = max(smallest, min(*value, int(min(heap/of, 1<<30)))) }
	share(&l.StringLength, 32)
	share(&l.ArrayLength, 128)
	share(&l.BufferBytes, 8)
	share(&l.RegexpInput, 128)
	return l
}

// smallest is the length that texts and arrays may have whatever the size of the heap.
const smallest = 1 << 20

func (l Limits) filled() Limits {
	for _, field := range []struct {
		value    *int
		fallback int
	}{
		{&l.StringLength, 64 << 20},
		{&l.ArrayLength, 16 << 20},
		{&l.BufferBytes, 128 << 20},
		{&l.BigIntBits, 1 << 20},
		{&l.JSONDepth, 10_000},
		{&l.SourceLength, 256 << 10},
		{&l.SourceDepth, 250},
		{&l.RegexpSource, 32 << 10},
		{&l.RegexpInput, 8 << 20},
		{&l.LongSubject, 1 << 20},
	} {
		if *field.value == 0 {
			*field.value = field.fallback
		}
	}
	return l
}

// These limits protect the Go stack and the compiler; scripts have no use for more.
const (
	// maxNativeDepth limits built-ins that call each other without JavaScript between: join of nested arrays,
	// next of delegating generators, proxies of proxies.
	maxNativeDepth = 1000
	// maxFlatDepth is the depth to which flat(Infinity) goes.
	maxFlatDepth = 10_000
	// maxRegexpDepth limits nested groups; compiling them takes quadratic time.
	maxRegexpDepth = 250
	// maxOperatorRun limits the operators in one expression of evaluated code; compiling such a chain takes
	// quadratic time.
	maxOperatorRun = 2000
	// pollEvery is the amount of work, in steps of a native loop, between two checks for an interrupt.
	pollEvery = 1 << 14
)
