package forms

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/encodings"
)

// maxPieces is the number of pieces of memory that a blob may consist of. Beyond it the bytes are copied.
const maxPieces = 1024

// newBlob makes a blob of a list of parts: texts, bytes and handles of blobs.
func (r *realm) newBlob(call goja.FunctionCall) goja.Value {
	parts := r.list(call.Argument(0))
	if size := r.sizeOf(parts); size > r.limit {
		return r.tooLarge(fmt.Sprintf("Blob: %d bytes are more than the limit of %d", size, r.limit))
	}
	made := &Blob{}
	var small []byte // what stands together is one piece
	flush := func() {
		made.add(small)
		small = nil
	}
	for _, p := range parts {
		if b, ok := asBlob(p); ok {
			flush()
			for _, piece := range b.pieces {
				made.add(piece)
			}
			continue
		}
		small = append(small, r.bytesOf(p)...)
	}
	flush()
	if made.size > r.limit { // its texts are longer as UTF-8
		return r.tooLarge(fmt.Sprintf("Blob: %d bytes are more than the limit of %d", made.size, r.limit))
	}
	if len(made.pieces) > maxPieces {
		made = BlobOf(made.Bytes())
	}
	return r.handle(made)
}

// list returns the elements of an array of the prelude.
func (r *realm) list(v goja.Value) (list []goja.Value) {
	r.Runtime.ForOf(v, func(item goja.Value) bool {
		list = append(list, item)
		return true
	})
	return list
}

// sizeOf returns how many bytes parts have at least.
func (r *realm) sizeOf(parts []goja.Value) (size int) {
	for _, p := range parts {
		switch text := p.(type) {
		case goja.String:
			size += text.Length()
			continue
		}
		if b, ok := asBlob(p); ok {
			size += b.size
		} else if data, ok := r.Bytes(p); ok {
			size += len(data)
		}
	}
	return size
}

func (r *realm) bytesOf(p goja.Value) []byte {
	if text, ok := p.(goja.String); ok {
		return []byte(text.String())
	}
	data, _ := r.Bytes(p)
	return data
}

func (r *realm) blobSize(call goja.FunctionCall) goja.Value {
	return r.Runtime.ToValue(blobOf(call.Argument(0)).size)
}

// sliceBlob returns the handle of a part of a blob. The offsets are within it.
func (r *realm) sliceBlob(call goja.FunctionCall) goja.Value {
	from, to := call.Argument(1).ToInteger(), call.Argument(2).ToInteger()
	return r.handle(blobOf(call.Argument(0)).Slice(int(from), int(to)))
}

// blobBuffer returns an ArrayBuffer with a copy of the bytes.
func (r *realm) blobBuffer(call goja.FunctionCall) goja.Value {
	return r.NewBuffer(blobOf(call.Argument(0)).Bytes())
}

// blobPiece returns a Uint8Array with a copy of at most so many bytes, from an offset on.
func (r *realm) blobPiece(call goja.FunctionCall) goja.Value {
	b := blobOf(call.Argument(0))
	from := min(int(call.Argument(1).ToInteger()), b.size)
	to := min(from+int(call.Argument(2).ToInteger()), b.size)
	return r.NewBytes(b.Slice(from, to).Bytes())
}

// blobText decodes the bytes as UTF-8, without a byte order mark.
func (r *realm) blobText(call goja.FunctionCall) goja.Value {
	b := blobOf(call.Argument(0))
	if b.size > r.limit/2 { // as a text it takes more memory
		return r.tooLarge(fmt.Sprintf("Blob.text: %d bytes are more than the limit of %d", b.size, r.limit/2))
	}
	return r.Runtime.ToValue(decoded(b.Bytes()))
}

// decoded decodes UTF-8 without its byte order mark.
func decoded(data []byte) string { return decodedAll(bytes.TrimPrefix(data, []byte("\uFEFF"))) }

// decodedAll is like decoded, and keeps a byte order mark.
func decodedAll(data []byte) string {
	text, _ := encodings.UTF8(data)
	return text
}

// nativeNewline returns a text with the newlines of the operating system.
func (r *realm) nativeNewline(call goja.FunctionCall) goja.Value {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(call.Argument(0).String())
	if runtime.GOOS == "windows" {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return r.Runtime.ToValue(text)
}
