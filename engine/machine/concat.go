package machine

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// concatenating makes the text of a template of its pieces.
type concatenating struct{ original inside.Own }

func (c *concatenating) exec(m *inside.Machine) {
	pieces := m.Operands(c.original.Count())
	if anyLong(pieces) && grow(m, pieces) {
		return
	}
	c.original.Run(m)
}

func anyLong(pieces []goja.Value) bool {
	for i := range pieces {
		if isLong(&pieces[i]) {
			return true
		}
	}
	return false
}

// grow checks the length of the text, and makes it if its first piece can grow.
func grow(m *inside.Machine, pieces []goja.Value) bool {
	s := stateOf(m)
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
		if !s.append(&made, piece) {
			return false
		}
	}
	pieces[0] = made
	m.Answer(len(pieces))
	return true
}
