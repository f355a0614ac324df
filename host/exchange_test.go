package host

import (
	"testing"
	"unsafe"
)

// TestExchangeFitsItsRoom: the allocator gives memory in steps, and an exchange that has outgrown one takes the next, for each request
// in progress.
func TestExchangeFitsItsRoom(t *testing.T) {
	const room = 1152
	if size := unsafe.Sizeof(exchange{}); size > room {
		t.Errorf("an exchange takes %d bytes, and may take %d: bools beside each other share a word", size, room)
	}
}
