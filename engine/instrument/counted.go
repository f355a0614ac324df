package instrument

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/dop251/goja"
)

// Range is a part of a file. Lines are from 1, columns from 0, in UTF-16 code units: as in Istanbul's JSON. The zero value is none.
type Range struct{ Line, Column, EndLine, EndColumn int32 }

// CountedFile is what is counted in a file.
type CountedFile struct {
	Path       string
	Unread     bool // the reader of sources does not understand the file: nothing is counted in it
	Ignored    bool // a comment says that nothing is
	Statements []CountedStatement
	Functions  []CountedFunction
	Branches   []CountedBranch
}

// CountedStatement is a statement, or the value of a variable or a field.
type CountedStatement struct {
	At      Range
	Counter int
}

// CountedFunction is a function.
type CountedFunction struct {
	Name     string // of a method with that of its class; empty if it has none
	Declared Range
	Body     Range
	Counter  int
}

// CountedBranch is a place from which one of several ways is taken. The kinds are if, cond-expr, binary-expr, switch and default-arg.
type CountedBranch struct {
	Kind  string
	At    Range
	Paths []CountedStatement // an else that is not there has no place
}

// Counts are the counters of an application, over all of its VMs.
type Counts struct {
	Files []CountedFile // by path
	count []atomic.Uint64
}

// NewCounts returns counters for files that have so many of them.
func NewCounts(files []CountedFile, counters int) *Counts {
	slices.SortFunc(files, func(a, b CountedFile) int { return strings.Compare(a.Path, b.Path) })
	return &Counts{Files: files, count: make([]atomic.Uint64, counters)}
}

// Of returns how often a counter has counted.
func (c *Counts) Of(counter int) uint64 { return c.count[counter].Load() }

// Counter returns the function that counters call on a VM, with their numbers.
func (c *Counts) Counter(rt *goja.Runtime) goja.Value {
	return rt.ToValue(func(call goja.FunctionCall) goja.Value {
		for _, argument := range call.Arguments {
			if n := argument.ToInteger(); n >= 0 && n < int64(len(c.count)) {
				c.count[n].Add(1)
			}
		}
		return goja.Undefined()
	})
}
