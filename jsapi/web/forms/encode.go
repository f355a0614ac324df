package forms

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

// field is an entry of a form: a text, or a file if there is a blob.
type field struct {
	name, text     string
	file           *Blob
	filename, mime string
}

// encodeForm encodes entries as multipart/form-data. They are lists: [name, text], or [name, handle, filename, type].
func (r *realm) encodeForm(call goja.FunctionCall) goja.Value {
	entries := r.list(call.Argument(0))
	least := 0
	for _, e := range entries {
		entry := e.(*goja.Object)
		for i := range 4 {
			if v := entry.Get(indices[i]); v != nil {
				least += r.sizeOf([]goja.Value{v})
			}
		}
	}
	if least > r.limit {
		return r.tooLarge(fmt.Sprintf("FormData: %d bytes are more than the limit of %d", least, r.limit))
	}
	fields := make([]field, len(entries))
	for i, e := range entries {
		fields[i] = fieldOf(e.(*goja.Object))
	}
	boundary := newBoundary()
	size := encodedSize(fields, boundary)
	if size > r.limit {
		return r.tooLarge(fmt.Sprintf("FormData: %d bytes are more than the limit of %d", size, r.limit))
	}
	result := r.Runtime.NewObject()
	_ = result.Set("bytes", r.NewBuffer(encode(make([]byte, 0, size), fields, boundary)))
	_ = result.Set("type", "multipart/form-data; boundary="+boundary)
	return result
}

var indices = [4]string{"0", "1", "2", "3"}

func fieldOf(entry *goja.Object) field {
	f := field{name: entry.Get("0").String()}
	if file, ok := asBlob(entry.Get("1")); ok {
		f.file, f.filename, f.mime = file, entry.Get("2").String(), entry.Get("3").String()
		return f
	}
	f.text = entry.Get("1").String()
	return f
}

// newBoundary returns a boundary that occurs in no file, as far as 128 random bits can promise that.
func newBoundary() string {
	var random [16]byte
	_, _ = rand.Read(random[:])
	return "----FormBoundary" + hex.EncodeToString(random[:])
}

// encode appends fields as multipart/form-data.
func encode(dst []byte, fields []field, boundary string) []byte {
	for _, f := range fields {
		dst = append(appendHead(dst, f, boundary), "\r\n\r\n"...)
		if f.file != nil {
			dst = f.file.Append(dst)
		} else {
			dst = append(dst, newlines(f.text)...)
		}
		dst = append(dst, "\r\n"...)
	}
	return append(append(append(dst, "--"...), boundary...), "--\r\n"...)
}

// encodedSize returns the length of what encode makes.
func encodedSize(fields []field, boundary string) int {
	size := len(boundary) + 6
	for _, f := range fields {
		size += len(appendHead(nil, f, boundary)) + 6
		if f.file != nil {
			size += f.file.size
		} else {
			size += len(newlines(f.text))
		}
	}
	return size
}

// appendHead appends what precedes the content of a field, but the empty line.
func appendHead(dst []byte, f field, boundary string) []byte {
	dst = append(append(append(dst, "--"...), boundary...), "\r\nContent-Disposition: form-data; name=\""...)
	dst = append(append(dst, escapes.Replace(newlines(f.name))...), '"')
	if f.file == nil {
		return dst
	}
	dst = append(append(append(dst, "; filename=\""...), escapes.Replace(f.filename)...), '"')
	mime := f.mime
	if mime == "" {
		mime = "application/octet-stream"
	}
	return append(append(dst, "\r\nContent-Type: "...), mime...)
}

// escapes are those of names in the HTML standard.
var escapes = strings.NewReplacer("\r", "%0D", "\n", "%0A", `"`, "%22")

// newlines makes every line end with CR LF.
func newlines(text string) string {
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	return toCRLF.Replace(text)
}

var toCRLF = strings.NewReplacer("\r\n", "\r\n", "\r", "\r\n", "\n", "\r\n")
