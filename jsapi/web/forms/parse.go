package forms

import (
	"bytes"
	"errors"
	"mime"
	"strings"

	"github.com/dop251/goja"
)

// The limits of a form that is read.
const (
	maxFields = 100_000
	maxHead   = 16 << 10 // bytes of the headers of one field
)

// readForm reads a body by its content type. It returns a text that is urlencoded, or a list of entries as encodeForm
// takes them.
func (r *realm) readForm(call goja.FunctionCall) goja.Value {
	data, _ := r.Bytes(call.Argument(0))
	kind, parameters, err := mime.ParseMediaType(call.Argument(1).String())
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return r.TypeError("formData: the body has no content type")
	}
	switch kind {
	case "application/x-www-form-urlencoded":
		return r.Runtime.ToValue(decoded(data))
	case "multipart/form-data":
		fields, err := parse(data, parameters["boundary"])
		if err != nil {
			return r.TypeError("formData: " + err.Error())
		}
		return r.entries(fields)
	}
	return r.TypeError("formData: the content type " + kind + " is not that of a form")
}

// entries returns fields as lists.
func (r *realm) entries(fields []field) goja.Value {
	list := make([]any, len(fields))
	for i, f := range fields {
		if f.file == nil {
			list[i] = r.Runtime.NewArray(f.name, f.text)
		} else {
			list[i] = r.Runtime.NewArray(f.name, r.handle(f.file), f.filename, f.mime)
		}
	}
	return r.Runtime.NewArray(list...)
}

var (
	errBoundary = errors.New("the content type has no boundary")
	errForm     = errors.New("the body is not a valid multipart/form-data")
	errFields   = errors.New("the body has too many fields")
)

// parse reads multipart/form-data. The files are copies.
func parse(data []byte, boundary string) (fields []field, err error) {
	if boundary == "" || len(boundary) > 70 {
		return nil, errBoundary
	}
	delimiter := []byte("--" + boundary)
	data = bytes.TrimPrefix(data, []byte("\r\n"))
	for {
		rest, ok := bytes.CutPrefix(data, delimiter)
		if !ok {
			return nil, errForm
		}
		if bytes.HasPrefix(rest, []byte("--")) {
			return fields, nil
		}
		if rest, ok = bytes.CutPrefix(bytes.TrimLeft(rest, " \t"), []byte("\r\n")); !ok {
			return nil, errForm
		}
		if len(fields) == maxFields {
			return nil, errFields
		}
		f, after, ok := parseField(rest, delimiter)
		if !ok {
			return nil, errForm
		}
		fields, data = append(fields, f), after
	}
}

// parseField reads one field, and returns what follows its last newline.
func parseField(data, delimiter []byte) (f field, rest []byte, ok bool) {
	end := bytes.Index(data[:min(len(data), maxHead)], []byte("\r\n\r\n"))
	if end < 0 {
		return f, nil, false
	}
	isFile, ok := f.readHead(string(data[:end]))
	if !ok {
		return f, nil, false
	}
	data = data[end+2:] // so that an empty content has a newline before it, too
	content, rest, ok := bytes.Cut(data, append([]byte("\r\n"), delimiter...))
	if !ok {
		return f, nil, false
	}
	rest = data[len(data)-len(rest)-len(delimiter):]
	content = bytes.TrimPrefix(content, []byte("\r\n"))
	if isFile {
		f.file = BlobOf(bytes.Clone(content))
	} else {
		f.text = decodedAll(content)
	}
	return f, rest, true
}

// readHead reads the headers of a field, and reports whether it is a file.
func (f *field) readHead(head string) (isFile, ok bool) {
	named := false
	f.mime = "text/plain"
	for line := range strings.SplitSeq(head, "\r\n") {
		name, value, found := strings.Cut(line, ":")
		if !found || name == "" || strings.ContainsAny(name, " \t\r\n") {
			return false, false
		}
		value = strings.Trim(value, " \t")
		switch strings.ToLower(name) {
		case "content-disposition":
			if named {
				return false, false
			}
			if isFile, named = f.readDisposition(value); !named {
				return false, false
			}
		case "content-type":
			f.mime = typeOf(value)
		}
	}
	return isFile, named
}

// typeOf returns a type in lower case, or nothing if it has characters that no type has.
func typeOf(value string) string {
	for i := range len(value) {
		if value[i] < 0x20 || value[i] > 0x7E {
			return ""
		}
	}
	return strings.ToLower(value)
}

// readDisposition reads `form-data; name="a"; filename="b"`.
func (f *field) readDisposition(value string) (isFile, ok bool) {
	kind, rest, _ := strings.Cut(value, ";")
	if !strings.EqualFold(strings.TrimSpace(kind), "form-data") {
		return false, false
	}
	named := false
	for {
		if rest = strings.TrimLeft(rest, " \t;"); rest == "" {
			return isFile, named
		}
		key, after, found := strings.Cut(rest, "=")
		if !found {
			return false, false
		}
		text, left, found := parameter(after)
		if !found {
			return false, false
		}
		switch rest = left; strings.ToLower(strings.TrimSpace(key)) {
		case "name":
			f.name, named = unescapes.Replace(decodedAll([]byte(text))), true
		case "filename":
			f.filename, isFile = unescapes.Replace(decodedAll([]byte(text))), true
		}
	}
}

// parameter reads a value in quotes, or one up to the next semicolon.
func parameter(text string) (value, rest string, ok bool) {
	if quoted, is := strings.CutPrefix(text, `"`); is {
		return strings.Cut(quoted, `"`)
	}
	value, rest, _ = strings.Cut(text, ";")
	return strings.TrimRight(value, " \t"), rest, true
}

var unescapes = strings.NewReplacer("%0D", "\r", "%0d", "\r", "%0A", "\n", "%0a", "\n", "%22", `"`)
