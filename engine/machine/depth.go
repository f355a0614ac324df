package machine

import "github.com/fwrun/fwrun/engine/inside"

const (
	// MaxFrames is how many functions may have called each other, built-ins included; a frame takes about 150 bytes.
	MaxFrames = 8000
	// maxNested is how often built-ins may have called functions of scripts within each other: the callbacks of sort
	// and map, getters, constructors, async functions. Each takes one or two kilobytes of the goroutine's stack.
	maxNested = 1500
)

// entry is what a function begins with: it makes room for the variables, and here also refuses to go deeper.
type entry struct{ original inside.Own }

func (e *entry) exec(m *inside.Machine) {
	if frames := m.Frames(); frames > maxNested { // no built-in is called without a frame
		check(m, frames)
	}
	e.original.Run(m)
}

// check throws if the frames are too many, or too many of them are nested.
func check(m *inside.Machine, frames int) {
	if frames <= MaxFrames && (m.Tries() <= maxNested || !isNested(m)) {
		return
	}
	if s := stateOf(m); s != nil {
		s.limits.TooDeep()
	}
}

// isNested counts, from time to time, how many of the blocks that catch errors are built-ins.
func isNested(m *inside.Machine) bool {
	const every, width = 64, 8 // each level may add a few
	return m.Tries()%every < width && m.Nested() > maxNested
}
