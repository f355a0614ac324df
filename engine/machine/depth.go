package machine

import "unsafe"

const (
	// MaxFrames is how many functions may have called each other, built-ins included; a frame takes about 150 bytes.
	MaxFrames = 8000
	// maxNested is how often built-ins may have called functions of scripts within each other: the callbacks of sort
	// and map, getters, constructors, async functions. Each takes one or two kilobytes of the goroutine's stack.
	maxNested = 1500
)

// entry is what a function begins with: it makes room for the variables, and here also refuses to go deeper.
type entry struct {
	frames   uintptr // offset of the frames
	original step
	self     unsafe.Pointer
	places   *places
}

func (e *entry) exec(machine unsafe.Pointer) {
	if frames := length(machine, e.frames); frames > maxNested { // no built-in is called without a frame
		e.check(machine, frames)
	}
	e.original(e.self, machine)
}

// check throws if the frames are too many, or too many of them are nested.
func (e *entry) check(machine unsafe.Pointer, frames int) {
	tries := length(machine, e.places.tries)
	if frames <= MaxFrames && (tries <= maxNested || !e.places.nested(machine, tries)) {
		return
	}
	if s := e.places.state(machine); s != nil {
		s.limits.TooDeep()
	}
}

func length(machine unsafe.Pointer, slice uintptr) int {
	return len(*(*[]struct{})(unsafe.Add(machine, slice)))
}

// nested counts, from time to time, how many of the blocks that catch errors are built-ins: goja marks these.
func (p *places) nested(machine unsafe.Pointer, tries int) bool {
	const (
		mark         = -2
		every, width = 64, 8 // each level may add a few
	)
	if tries%every >= width {
		return false
	}
	first := *(*unsafe.Pointer)(unsafe.Add(machine, p.tries))
	count := 0
	for i := range tries {
		if *(*int32)(unsafe.Add(first, uintptr(i)*p.trySize+p.tryCatch)) == mark {
			count++
		}
	}
	return count > maxNested
}
