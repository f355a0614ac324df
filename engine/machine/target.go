package machine

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// forgetting is what a function begins with that asks for new.target, itself or in arrow functions. goja leaves it that of the caller.
type forgetting struct {
	original  inside.Own
	construct bool // it may have been called by new
}

func (f *forgetting) exec(m *inside.Machine) {
	if !f.construct || m.Called() {
		m.ForgetTarget()
	}
	f.original.Run(m)
}

// forget puts the instruction that forgets in front of the one that a function begins with.
func (r *replacements) forget(slot *inside.Slot, construct bool) {
	if r.call != nil && !r.call.Is(slot) {
		inside.Replace(slot, r.call, &forgetting{slot.Own(), construct})
	}
}

// asking is a walk that knows which functions ask for new.target.
type asking struct {
	*replacements
	asked []bool // by the functions around the instruction
	last  bool   // of the function that was left last
	left  *inside.Slot
}

func (w *asking) enter(*goja.Program) { w.asked = append(w.asked, false) }

func (w *asking) begin(slot *inside.Slot) {
	w.replacements.begin(slot)
	end := len(w.asked) - 1
	w.last, w.left, w.asked = w.asked[end], slot, w.asked[:end]
}

func (w *asking) visit(slots []inside.Slot) {
	slot := &slots[0]
	switch {
	case slot.Is(&inside.NewTarget):
		w.asked[len(w.asked)-1] = true
	case w.last && slot.IsArrow():
		w.asked[len(w.asked)-1] = true
	case w.last:
		w.forget(w.left, slot.IsConstructor())
	}
	w.last = false
	w.replace(slots)
}
