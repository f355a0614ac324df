// Package forms implements Blob, File and FormData, and the bodies that forms are sent as.
//
// [Parts] lists what it adds to a VM. The bytes of a blob are in Go, and blobs that are made of blobs share them: a slice
// copies nothing. Its scripts leave `web.forms` to other parts, which get it by `web.use("forms")`:
//
//	isBlob(x), isForm(x)      whether a value is one, whatever its prototype
//	blobBytes(blob)           → ArrayBuffer, a copy
//	blobType(blob)            → string, which may be empty
//	stream(blob)              → ReadableStream of bytes
//	encode(form)              → {bytes: ArrayBuffer, type: string}, as multipart/form-data
//	parse(bytes, contentType) → FormData; throws a TypeError
//
// No blob and no encoded form is larger than the limit that is given, which is checked before memory is taken for it.
package forms
