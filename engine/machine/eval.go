package machine

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// evaluating is a call of eval by its name in sloppy code, which is a direct one if it is goja's own function that is called. Scripts have
// another one, which limits what is evaluated: the limits are kept to here, and that of goja is called. What is evaluated is not improved, so its
// own calls are indirect.
type evaluating struct{ original inside.Own }

func (e *evaluating) exec(m *inside.Machine) {
	count := e.original.Arguments()
	if s := stateOf(m); s != nil && s.limits.Direct != nil && count > 0 {
		called := m.Operands(count + 1)
		if text, is := called[1].(goja.String); is && called[0] == goja.Value(s.limits.Eval) {
			source := s.limits.Source(text, called[2:])
			called[0], called[1] = s.limits.Direct, source
		}
	}
	e.original.Run(m)
}
