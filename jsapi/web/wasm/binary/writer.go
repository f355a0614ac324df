package binary

// writer takes what a reader has read, rewritten. A nil writer drops it.
type writer struct {
	out []byte
}

// u32 copies an unsigned number, and returns it.
func (w *writer) u32(r *reader) uint32 {
	n := r.u32()
	if w != nil {
		w.out = appendU32(w.out, n)
	}
	return n
}

// raw copies bytes.
func (w *writer) raw(r *reader, n uint32) { w.copy(r.bytes(n)) }

func (w *writer) copy(data []byte) {
	if w != nil {
		w.out = append(w.out, data...)
	}
}

func (w *writer) op(code ...byte) { w.copy(code) }

// index writes the index of something.
func (w *writer) index(n uint32) {
	if w != nil {
		w.out = appendU32(w.out, n)
	}
}

// The functions that are added to the imports, in this order.
const (
	hostTick  = iota // () → i32: how much may be spent until the next call; throws to stop
	hostGrow         // (i32) → i32: memory.grow
	hostAllow        // (i32) → i32: how many elements a table may grow by; -1 for none
	hostFuncs
)

// HostModule is the module of the functions that are added to the imports, with the names and types of these.
const HostModule = "fwrun"

// HostNames are the names of the functions of [HostModule].
var HostNames = [hostFuncs]string{"tick", "grow", "allow"}
