package host

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/host/multipart"
	"github.com/fwrun/fwrun/platform/view"
)

// bindBody makes the value of a body that checkBody has accepted.
func (args *binder) bindBody(s *engine.Scope, r *request, b *received, a *argument) (engine.Value, error) {
	if a.target == takeStream {
		return args.bindUpload(s, r, b, a)
	}
	switch b.kind {
	case jsonBody:
		document := gjson.Result{Type: gjson.JSON, Raw: b.json}
		value, found, err := schema.JSON(s, a.typ, document, a.limits(r.server.settings.JSON))
		args.refuseAll(a, found)
		return value, err
	case xmlBody:
		value, found, err := schema.XML(s, a.typ, b.xml, a.limits(r.server.settings.JSON))
		args.refuseAll(a, found)
		return value, err
	case formBody:
		return args.bindForm(s, r, b, a)
	case textBody:
		return s.String(b.text), nil
	case bytesBody:
		return s.Bytes(bytes.Clone(b.raw)), nil
	case constructedBody:
		return s.Construct(a.typ.Class, b.text)
	default:
		return args.absent(s, a, inBody), nil
	}
}

// limits returns the rules by which a body becomes the argument, of those of the server.
func (a *argument) limits(limits schema.Limits) schema.Limits {
	if a.unknown != manifest.UnknownAsSet {
		limits.RefuseUnknown = a.unknown == manifest.UnknownRefused
	}
	return limits
}

func (args *binder) refuseAll(a *argument, found []schema.Mismatch) {
	for _, mismatch := range found {
		args.refuse(a, inBody, mismatch)
	}
}

func (args *binder) bindForm(s *engine.Scope, r *request, b *received, a *argument) (engine.Value, error) {
	fields, ok := b.formFields(r)
	if !ok {
		args.refuse(a, inBody, notUTF8())
		return nil, nil
	}
	if len(fields) == 0 && a.absence != refuse {
		return args.absent(s, a, inBody), nil
	}
	limits := a.limits(r.server.settings.JSON)
	if limits.RefuseUnknown {
		fields = slices.DeleteFunc(fields, r.route.isClaimed)
	}
	value, found, err := schema.Form(s, a.typ, fields, limits)
	if len(found) > 0 && b.isMisnamedJSON() {
		const why = "it looks like JSON, and its Content-Type says that it is a form: send application/json"
		found = []schema.Mismatch{{Code: schema.RefusedForm, Message: why}}
	}
	args.refuseAll(a, found)
	return value, err
}

// isClaimed reports whether a field of the form is for an argument other than the body.
func (r *route) isClaimed(field schema.FormField) bool {
	return slices.ContainsFunc(r.arguments, func(a argument) bool {
		isField := a.origin == manifest.FromForm || a.origin == manifest.FromRequest
		return isField && (field.Name == a.key || a.nests && a.contains(view.Bytes(field.Name)))
	})
}

// isMisnamedJSON reports whether what was sent as a form is JSON: curl -d, fetch without a header and others send texts as forms.
func (b *received) isMisnamedJSON() bool {
	body := bytes.TrimSpace(b.raw)
	within := func(begin, end string) bool {
		return bytes.HasPrefix(body, []byte(begin)) && bytes.HasSuffix(body, []byte(end))
	}
	return b.parts == nil && (within("{", "}") || within("[", "]"))
}

// isFile reports whether the parameter takes an uploaded file or a list of them.
func (a *argument) isFile() bool {
	t := a.typ
	if t.Kind == schema.List && t.Elem != nil {
		t = t.Elem
	}
	return t.Kind == schema.Host && t.Name == schema.UploadedFile
}

// bindFiles makes the value of a parameter that takes files. An input that was left empty becomes a file with an error,
// or null or an empty list if the parameter allows it.
func (args *binder) bindFiles(s *engine.Scope, b *received, a *argument) (engine.Value, error) {
	keys := a.keys
	if keys == "" {
		keys = a.key + "[]"
	}
	files := b.files(a.key, keys)
	switch {
	case len(files) == 0:
		return args.absent(s, a, inForm), nil
	case a.typ.Kind == schema.List:
		return args.bindFileList(s, a, files)
	case a.typ.Nullable && files[0].Code() != multipart.OK:
		return s.Null(), nil
	}
	value, err := s.Supply(schema.UploadedFile, files[0])
	if err != nil {
		return nil, err
	}
	return value, args.judgeFile(s, a, a.typ, value, "")
}

// judgeFile checks a file, which package schema did not bind, against the application's own constraints.
func (args *binder) judgeFile(s *engine.Scope, a *argument, t *schema.Type, value engine.Value, path string) error {
	found, err := schema.Judged(s, t, value, false)
	for _, m := range found {
		m.Path = path
		args.refuse(a, inForm, m)
	}
	return err
}

func (args *binder) bindFileList(s *engine.Scope, a *argument, files []*multipart.File) (engine.Value, error) {
	var list []engine.Value
	for _, file := range files {
		if file.Code() != multipart.OK {
			continue
		}
		one, err := s.Supply(schema.UploadedFile, file)
		if err == nil && a.typ.Elem != nil {
			err = args.judgeFile(s, a, a.typ.Elem, one, "["+strconv.Itoa(len(list))+"]")
		}
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	if len(list) == 0 && a.absence == refuse {
		return args.absent(s, a, inForm), nil
	}
	wrong := a.typ.CheckSize(len(list))
	for _, m := range wrong {
		args.refuse(a, inForm, m)
	}
	value := s.List(list)
	if wrong != nil {
		return value, nil
	}
	return value, args.judgeFile(s, a, a.typ, value, "")
}
