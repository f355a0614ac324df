package subtle

import "sync"

// spare has buffers of copies that are not used any more: new memory of megabytes takes as long as the digest of a part of it.
var spare sync.Pool

// leastSpare is the size from which buffers are used again.
const leastSpare = 64 << 10

// clone returns a copy of data, which may be handed to release when nothing refers to it any more.
func clone(data []byte) []byte {
	if len(data) >= leastSpare {
		if buffer, ok := spare.Get().(*[]byte); ok && cap(*buffer) >= len(data) {
			return append((*buffer)[:0], data...)
		}
	}
	return append([]byte{}, data...)
}

// release gives a copy back.
func release(data []byte) {
	if cap(data) >= leastSpare {
		spare.Put(&data)
	}
}
