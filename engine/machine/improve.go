package machine

import (
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// Improve replaces instructions of a program that nothing has run yet. What the program does stays the same, and so
// do the places in the source that its errors have.
func Improve(program *goja.Program) { improve(program) }

// improve also reports whether the program itself asks for new.target.
func improve(program *goja.Program) (asks bool) {
	r := replacing()
	if *r == (replacements{}) {
		return false
	}
	w := &asking{replacements: r}
	walk := inside.Walk{Enter: w.enter, Visit: w.visit, Begin: w.begin}
	walk.Program(program)
	return w.asked[0]
}

// ImproveFunction improves a function that was compiled at run time and was not called yet. Objects of other kinds stay
// as they are.
func ImproveFunction(function *goja.Object) {
	if program := inside.ProgramOf(function); program != nil {
		asks, first := improve(program), &inside.Slots(program)[0]
		replacing().begin(first)
		if asks {
			replacing().forget(first, true)
		}
	}
}

// replacements are the tables of the instructions here; nil for those whose trick is off.
type replacements struct {
	add, concat                   *inside.Replacement
	object, spread, pattern, rest *inside.Replacement
	step, take, list, pass        *inside.Replacement
	literal, entry, eval, call    *inside.Replacement

	sum *adding
}

var replacing = sync.OnceValue(func() *replacements {
	r := new(replacements)
	if inside.Texts.On() {
		r.add, r.concat = inside.Replacing(&inside.Add, (*adding).exec), inside.Replacing(&inside.Concat, (*concatenating).exec)
		r.sum = &adding{inside.Add.Own()}
	}
	if inside.Literals.On() {
		r.object, r.spread = inside.Replacing(&inside.NewObject, (*maker).exec), inside.Replacing(&inside.CopySpread, (*spreading).exec)
		r.pattern, r.rest = inside.Replacing(&inside.OpenPattern, (*opening).exec), inside.Replacing(&inside.CopyRest, (*rest).exec)
	}
	if inside.Loops.On() {
		r.step, r.take = inside.Replacing(&inside.IterStep, (*looping).exec), inside.Replacing(&inside.IterTake, (*taking).exec)
		r.list, r.pass = inside.Replacing(&inside.SpreadArray, (*listing).exec), inside.Replacing(&inside.SpreadCall, (*passing).exec)
	}
	if inside.Expressions.On() {
		r.literal = inside.Replacing(&inside.NewRegexp, (*tester).exec)
	}
	if inside.Evals.On() {
		r.eval = inside.Replacing(&inside.CallEval, (*evaluating).exec)
	}
	if inside.Targets.On() {
		r.call = inside.Replacing(&inside.Entry, (*forgetting).exec)
	}
	if inside.Depth.On() {
		r.entry = inside.Replacing(&inside.Entry, (*entry).exec)
	}
	return r
})

// replace replaces the first of some instructions, if it is of a kind that is replaced.
func (r *replacements) replace(slots []inside.Slot) {
	switch slot := &slots[0]; {
	case r.add.Fits(slot):
		inside.Replace(slot, r.add, r.sum)
	case r.concat.Fits(slot):
		inside.Replace(slot, r.concat, &concatenating{slot.Own()})
	case r.object.Fits(slot):
		inside.Replace(slot, r.object, &maker{original: slot.Own()})
	case r.spread.Fits(slot):
		inside.Replace(slot, r.spread, &spreading{slot.Own()})
	case r.step.Fits(slot):
		inside.Replace(slot, r.step, &looping{slot.Own()})
	case r.take.Fits(slot):
		inside.Replace(slot, r.take, &taking{slot.Own()})
	case r.list.Fits(slot):
		inside.Replace(slot, r.list, &listing{slot.Own()})
	case r.pass.Fits(slot):
		inside.Replace(slot, r.pass, &passing{slot.Own()})
	case r.eval.Fits(slot):
		inside.Replace(slot, r.eval, &evaluating{slot.Own()})
	case r.pattern.Fits(slot):
		r.shorten(slots)
	case r.literal.Fits(slot) && isTested(slots):
		inside.Replace(slot, r.literal, &tester{slot.Own()})
	}
}

// begin puts an instruction that counts in the place of the one that a function begins with.
func (r *replacements) begin(slot *inside.Slot) {
	if r.entry != nil && !r.entry.Is(slot) {
		inside.Replace(slot, r.entry, &entry{slot.Own()})
	}
}
