package host

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"unicode/utf8"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/host/charset"
	"github.com/fwrun/fwrun/host/multipart"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/view"
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
func (b *received) readMultipart(r *request) *problem {
	if r.ctx.Request.Header.ContentLength() == 0 {
		b.parts, b.isRead = &multipart.Form{}, true
		return nil
	}
	boundary, err := multipart.Boundary(r.contentType.text)
	if err != nil {
		return b.refusedParts(r, err)
	}
	set := &r.server.settings
	in, p := b.incoming(r, int(set.Multipart.MaxBytes))
	if p != nil {
		return p
	}
	if in == nil {
		in = bytes.NewReader(r.ctx.Request.Body())
	}
	form, err := multipart.Read(in, boundary, r.server.uploads, multipart.Limits{
		Bytes: set.Multipart.MaxBytes, FileBytes: set.Multipart.MaxFileBytes, FieldBytes: set.Multipart.MaxFieldBytes,
		Files: set.Multipart.MaxFiles, Parts: set.Multipart.MaxParts, TextBytes: int64(set.MaxBodyBytes),
	}, multipart.Options{Decode: charset.Decode})
	if err != nil {
		return b.refusedParts(r, err)
	}
	if unfinished(r.ctx) {
		form.Remove()
		return b.broken(r, io.ErrUnexpectedEOF)
	}
	b.parts, b.isRead = form, true
	return nil
}

// refusedParts returns the problem that says why a multipart body was refused. If its parts are too large, the rest of
// it is not read, so the connection ends.
func (b *received) refusedParts(r *request, err error) *problem {
	failed, ok := errors.AsType[*fault.Error](err)
	switch {
	case errors.Is(err, charset.ErrUnknown), errors.Is(err, charset.ErrInvalid):
		return r.route.undecoded(err)
	case !ok:
		return b.broken(r, err)
	case failed.Kind == fault.Invalid:
		return r.route.unreadable(failed.Public, schema.Mismatch{Code: schema.RefusedForm})
	case failed.Kind != fault.Unavailable:
		return &problem{status: statusOf(failed.Kind), detail: failed.Public}
	}
	p := &problem{
		status: fasthttp.StatusInternalServerError, detail: err.Error(), cause: err,
		untold: &untold{failureOf("a handler failed"), slog.LevelError, err},
	}
	if errors.Is(err, multipart.ErrFull) {
		p.status, p.detail = fasthttp.StatusInsufficientStorage, failed.Public
	}
	return p
}

// checkForm limits the fields of a URL-encoded form, and decodes a form in another charset.
func (b *received) checkForm(r *request) *problem {
	if bytes.Count(b.raw, []byte("&")) >= maxFields {
		return &problem{status: fasthttp.StatusRequestEntityTooLarge, detail: "the form has too many fields"}
	}
	name := r.contentType.charset
	if charset.IsUTF8(name) {
		return nil
	}
	var sent fasthttp.Args
	sent.ParseBytes(b.raw)
	b.fields = new(fasthttp.Args)
	for key, value := range sent.All() {
		keyText, err := charset.Decode(name, key)
		if err != nil {
			return r.route.undecoded(err)
		}
		valueText, err := charset.Decode(name, value)
		if err != nil {
			return r.route.undecoded(err)
		}
		b.fields.Add(keyText, valueText)
	}
	return nil
}

// form returns the texts of a form. It is empty for any other body, and before the body was read.
func (b *received) form(r *request) *fasthttp.Args {
	switch {
	case b.fields != nil:
	case !b.isRead:
		return new(fasthttp.Args)
	case b.parts != nil:
		b.fields = new(fasthttp.Args)
		for _, field := range b.parts.Fields {
			b.fields.Add(field.Name, field.Value)
		}
	default:
		b.fields = new(fasthttp.Args)
		if r.contentType.isForm() {
			b.fields.ParseBytes(b.raw)
		}
	}
	return b.fields
}

// formFields returns the texts and the files of a form, each in the order in which they were sent; ok is false if a
// text is not valid.
func (b *received) formFields(r *request) (list []schema.FormField, ok bool) {
	if b.parts == nil {
		for key, value := range b.form(r).All() {
			if !utf8.Valid(key) || !utf8.Valid(value) {
				return nil, false
			}
			list = append(list, schema.FormField{Name: view.Text(key), Text: view.Text(value)})
		}
		return list, true
	}
	for _, field := range b.parts.Fields {
		list = append(list, schema.FormField{
			Name: field.Name, Text: field.Value, IsJSON: field.MediaType != "" && parseMedia(field.MediaType).isJSON(),
		})
	}
	for _, file := range b.parts.Files {
		list = append(list, schema.FormField{Name: file.Field(), File: file})
	}
	return list, true
}

// files returns the files of a field, whose other spelling may be "name[]".
func (b *received) files(key, keys string) (list []*multipart.File) {
	if b.parts == nil {
		return nil
	}
	for _, file := range b.parts.Files {
		if name := file.Field(); name == key || keys != "" && name == keys {
			list = append(list, file)
		}
	}
	return list
}
