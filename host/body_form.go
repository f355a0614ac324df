package host

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"unicode/utf8"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/host/charset"
	"github.com/fwrun/fwrun/host/multipart"
	"github.com/fwrun/fwrun/schema"
)

// hasForm reports whether the body is a form: URL-encoded, or multipart whose parts the route wants.
func (r *request) hasForm() bool { return r.contentType.isForm() || r.takesApart() }

// takesApart reports whether the body is multipart and the route wants its parts rather than its bytes.
func (r *request) takesApart() bool {
	if !r.contentType.isMultipart() || r.route == nil {
		return false
	}
	body := r.route.body
	return body == nil || body.isParsed()
}

// readMultipart splits the body into its parts while it arrives: files go to the disk.
func (x *exchange) readMultipart() *problem {
	if x.req.ctx.Request.Header.ContentLength() == 0 {
		x.parts, x.bodyRead = &multipart.Form{}, true
		return nil
	}
	boundary, err := multipart.Boundary(x.req.contentType.text)
	if err != nil {
		return x.refusedParts(err)
	}
	set := &x.req.server.settings
	in, p := x.incoming(int(set.Multipart.MaxBytes))
	if p != nil {
		return p
	}
	if in == nil {
		in = bytes.NewReader(x.req.ctx.Request.Body())
	}
	form, err := multipart.Read(in, boundary, x.req.server.uploads, multipart.Limits{
		Bytes: set.Multipart.MaxBytes, FileBytes: set.Multipart.MaxFileBytes, FieldBytes: set.Multipart.MaxFieldBytes,
		Files: set.Multipart.MaxFiles, Parts: set.Multipart.MaxParts, TextBytes: int64(set.MaxBodyBytes),
	}, multipart.Options{Decode: charset.Decode})
	if err != nil {
		return x.refusedParts(err)
	}
	if unfinished(x.req.ctx) {
		form.Remove()
		return x.brokenBody(io.ErrUnexpectedEOF)
	}
	x.parts, x.bodyRead = form, true
	return nil
}

// refusedParts returns the problem that says why a multipart body was refused. If its parts are too large, the rest of
// it is not read, so the connection ends.
func (x *exchange) refusedParts(err error) *problem {
	failed, ok := errors.AsType[*fault.Error](err)
	switch {
	case errors.Is(err, charset.ErrUnknown), errors.Is(err, charset.ErrInvalid):
		return x.undecoded(err)
	case !ok:
		return x.brokenBody(err)
	case failed.Kind == fault.Invalid:
		return x.unreadable(failed.Public, schema.Mismatch{Code: schema.RefusedForm})
	case failed.Kind != fault.Unavailable:
		return &problem{status: statusOf(failed.Kind), detail: failed.Public}
	}
	x.logFailure(slog.LevelError, err)
	if errors.Is(err, multipart.ErrFull) {
		return &problem{status: fasthttp.StatusInsufficientStorage, detail: failed.Public, cause: err}
	}
	return &problem{status: fasthttp.StatusInternalServerError, detail: err.Error(), cause: err}
}

// checkForm limits the fields of a URL-encoded form, and decodes a form in another charset.
func (x *exchange) checkForm() *problem {
	if bytes.Count(x.body, []byte("&")) >= maxFields {
		return &problem{status: fasthttp.StatusRequestEntityTooLarge, detail: "the form has too many fields"}
	}
	name := x.req.contentType.charset
	if charset.IsUTF8(name) {
		return nil
	}
	var sent fasthttp.Args
	sent.ParseBytes(x.body)
	x.fields = new(fasthttp.Args)
	for key, value := range sent.All() {
		keyText, err := charset.Decode(name, key)
		if err != nil {
			return x.undecoded(err)
		}
		valueText, err := charset.Decode(name, value)
		if err != nil {
			return x.undecoded(err)
		}
		x.fields.Add(keyText, valueText)
	}
	return nil
}

// form returns the texts of a form. It is empty for any other body, and before the body was read.
func (x *exchange) form() *fasthttp.Args {
	switch {
	case x.fields != nil:
	case !x.bodyRead:
		return new(fasthttp.Args)
	case x.parts != nil:
		x.fields = new(fasthttp.Args)
		for _, field := range x.parts.Fields {
			x.fields.Add(field.Name, field.Value)
		}
	default:
		x.fields = new(fasthttp.Args)
		if x.req.contentType.isForm() {
			x.fields.ParseBytes(x.body)
		}
	}
	return x.fields
}

// formFields returns the texts and the files of a form, each in the order in which they were sent; ok is false if a
// text is not valid.
func (x *exchange) formFields() (list []schema.FormField, ok bool) {
	if x.parts == nil {
		for key, value := range x.form().All() {
			if !utf8.Valid(key) || !utf8.Valid(value) {
				return nil, false
			}
			list = append(list, schema.FormField{Name: viewText(key), Text: viewText(value)})
		}
		return list, true
	}
	for _, field := range x.parts.Fields {
		list = append(list, schema.FormField{
			Name: field.Name, Text: field.Value, IsJSON: field.MediaType != "" && parseMedia(field.MediaType).isJSON(),
		})
	}
	for _, file := range x.parts.Files {
		list = append(list, schema.FormField{Name: file.Field(), File: file})
	}
	return list, true
}

// files returns the files of a field, whose other spelling may be "name[]".
func (x *exchange) files(key, keys string) (list []*multipart.File) {
	if x.parts == nil {
		return nil
	}
	for _, file := range x.parts.Files {
		if name := file.Field(); name == key || keys != "" && name == keys {
			list = append(list, file)
		}
	}
	return list
}
