package machine

import (
	"unsafe"

	"github.com/dop251/goja"
)

// concatenating makes the text of a template of its pieces.
type concatenating struct {
	*places
	count unsafe.Pointer // of the pieces; goja's own instruction
}

func (c *concatenating) exec(machine unsafe.Pointer) {
	pieces := c.operands(machine, *(*int)(c.count))
	if c.anyLong(pieces) && c.grow(machine, pieces) {
		return
	}
	c.concatenated(c.count, machine)
}

func (c *concatenating) anyLong(pieces []goja.Value) bool {
	for i := range pieces {
		if c.isLong(faceOf(&pieces[i])) {
			return true
		}
	}
	return false
}

// grow checks the length of the text, and makes it if its first piece can grow.
func (c *concatenating) grow(machine unsafe.Pointer, pieces []goja.Value) bool {
	s := c.state(machine)
	if s == nil {
		return false
	}
	texts := make([]goja.String, len(pieces))
	for i, piece := range pieces {
		texts[i], _ = piece.(goja.String)
	}
	s.check(texts...)
	made := pieces[0]
	for _, piece := range texts[1:] {
		if !c.append(s, &made, piece) {
			return false
		}
	}
	pieces[0] = made
	c.answer(machine, len(pieces))
	return true
}
