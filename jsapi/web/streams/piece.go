package streams

import (
	"bytes"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// piece is how much of a chunk leaves the VM at a time.
const piece = 64 << 10

// pieceOf copies the piece of a chunk that begins at an offset, and returns the offset after it. The arguments of the call are the chunk
// and the offset. It copies since scripts can change their buffers meanwhile.
func pieceOf(r *part.Realm, call goja.FunctionCall) (data []byte, next int64) {
	all, _ := r.Bytes(call.Argument(0))
	offset := call.Argument(1).ToInteger()
	if offset < 0 || offset >= int64(len(all)) { // the buffer was detached meanwhile
		return nil, offset + piece
	}
	data = bytes.Clone(all[offset:min(offset+piece, int64(len(all)))])
	return data, offset + int64(len(data))
}
