package multipart

import (
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/fwrun/fwrun/host/bounded"
	"github.com/fwrun/fwrun/platform/fault"
)

// Limits are the limits of a body. A body that exceeds one of them is refused with a [fault.Error] of the kind
// TooLarge. All are required.
type Limits struct {
	Bytes      int64 // the whole body
	FileBytes  int64 // one file
	Files      int   // files, empty ones included
	Parts      int   // texts and files
	FieldBytes int64 // one text
	TextBytes  int64 // all texts and names together, which are in memory
}

// Options are the options of Read. With the zero value texts must be UTF-8.
type Options struct {
	// Decode decodes text in a charset other than UTF-8. Read returns its error.
	Decode func(charset string, text []byte) (string, error)
}

// Form is a parsed body. Its files exist until it is removed.
type Form struct {
	Fields []Field
	Files  []*File
}

// Field is a text with its name; both are UTF-8.
type Field struct {
	Name, Value string
	MediaType   string // as it was sent; empty if it was not
}

// Remove removes the files that were not moved. It may be called on nil.
func (f *Form) Remove() {
	if f == nil {
		return
	}
	for _, file := range f.Files {
		file.remove()
	}
}

// Read parses a body. An error of the body, or a body that exceeds a limit, is a [fault.Error] of the kind Invalid or
// TooLarge; an error of the disk has the kind Unavailable, and wraps [ErrFull] if there is no room. Other errors are
// those of in or of Decode. After an error no files are left.
func Read(in io.Reader, boundary string, store *Store, limits Limits, options Options) (*Form, error) {
	r := reader{
		scanner: newScanner(&bounded.Reader{In: in, Left: limits.Bytes, Err: tooLarge("the body is too large", "server.multipart.max-bytes")}, boundary),
		store:   store, limits: limits, options: options, form: &Form{},
	}
	defer r.close()
	err := r.read()
	if err == nil {
		err = r.decode()
	}
	if err != nil {
		r.form.Remove()
		return nil, err
	}
	return r.form, nil
}

// tooLarge returns an error that names the setting to change.
func tooLarge(what, setting string) error {
	return fault.New(operation, fault.TooLarge, what+"; "+setting+" is the limit")
}

// reader is the state of one call of Read.
type reader struct {
	*scanner
	store   *Store
	limits  Limits
	options Options
	form    *Form

	parts    int
	text     int64    // bytes of the texts so far
	charsets []string // parallel to form.Fields: the charset of the part itself
}

func (r *reader) read() error {
	if err := r.content(func([]byte) error { return errPreamble }); err != nil {
		return err
	}
	for {
		last, err := r.delimiterEnd()
		switch {
		case err != nil:
			return err
		case last:
			return r.drain()
		}
		if r.parts++; r.parts > r.limits.Parts {
			return tooLarge(fmt.Sprintf("the form has more than %d parts", r.limits.Parts), "server.multipart.max-parts")
		}
		if err := r.part(); err != nil {
			return err
		}
	}
}

func (r *reader) part() error {
	h, err := r.readHeader()
	if err != nil {
		return err
	}
	if r.text += int64(len(h.name) + len(h.fileName)); h.isFile {
		return r.file(h)
	}
	return r.field(h)
}

func (r *reader) field(h header) error {
	var value []byte
	err := r.partContent(func(piece []byte) error {
		value = append(value, piece...)
		r.text += int64(len(piece))
		switch {
		case int64(len(value)) > r.limits.FieldBytes:
			return tooLarge("the field "+quoted(h.name)+" is too large", "server.multipart.max-field-bytes")
		case r.text > r.limits.TextBytes:
			return tooLarge("the fields of the form are too large in total", "server.max-body-bytes")
		}
		return nil
	})
	r.form.Fields = append(r.form.Fields, Field{h.name, string(value), h.mediaType})
	r.charsets = append(r.charsets, h.charset)
	return err
}

func (r *reader) file(h header) error {
	if len(r.form.Files) == r.limits.Files {
		return tooLarge(fmt.Sprintf("the form has more than %d files", r.limits.Files), "server.multipart.max-files")
	}
	f := &File{field: h.name, name: h.fileName, claimed: h.mediaType}
	r.form.Files = append(r.form.Files, f)
	w := writer{file: f, store: r.store}
	err := r.partContent(func(piece []byte) error {
		if f.size+int64(len(piece)) > r.limits.FileBytes {
			return tooLarge("the file "+quoted(h.name)+" is too large", "server.multipart.max-file-bytes")
		}
		return w.write(piece)
	})
	if err == nil && (f.size > 0 || h.fileName != "") {
		err = w.write(nil) // an empty file is a file, too
	} else if err == nil {
		f.code = NoFile
	}
	return w.close(err)
}

// decode decodes names and texts: from their part's charset, otherwise from the one that the field _charset_ names (RFC
// 7578, 4.6).
func (r *reader) decode() error {
	general := ""
	for _, field := range r.form.Fields {
		if field.Name == "_charset_" {
			general = field.Value
			break
		}
	}
	for i := range r.form.Fields {
		field, own := &r.form.Fields[i], r.charsets[i]
		if own == "" {
			own = general
		}
		if err := r.toUTF8(&field.Value, own, "a field of the form"); err != nil {
			return err
		}
		if err := r.toUTF8(&field.Name, general, "the name of a field"); err != nil {
			return err
		}
	}
	for _, file := range r.form.Files {
		for _, name := range []*string{&file.field, &file.name} {
			if err := r.toUTF8(name, general, "the name of a file"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *reader) toUTF8(text *string, charset, what string) (err error) {
	if charset != "" && r.options.Decode != nil {
		*text, err = r.options.Decode(charset, []byte(*text))
		return err
	}
	if !utf8.ValidString(*text) {
		return malformed(what + " is not text in UTF-8")
	}
	return nil
}

// longestQuoted limits how much of a client's name an error message repeats.
const longestQuoted = 64

func quoted(name string) string {
	if len(name) > longestQuoted {
		name = name[:longestQuoted]
	}
	return fmt.Sprintf("%+q", name)
}
