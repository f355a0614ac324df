package engine

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// bind makes the payloads of a listener, as far as they fit, and notes those that a schema takes.
func (t *listening) bind(s *Scope) error {
	p := &t.handler.Params[t.Payload]
	isBatch := t.Batch > 1
	typ := p.Type
	if item := p.Type.ItemType(); isBatch && item != nil {
		typ = item
	}
	t.payloads = make([]Value, len(t.deliveries))
	for i := range t.deliveries {
		d := &t.deliveries[i]
		value, found, err := d.bind(s, typ, p, t.limits)
		if err != nil {
			return err
		}
		t.payloads[i] = value
		refuse := func(one string) {
			if isBatch {
				one = fmt.Sprintf("message %s: %s", d.ID, one)
			}
			t.wrong = append(t.wrong, one)
		}
		for _, one := range found {
			refuse(one)
		}
		isAbsent := len(d.Body) == 0 && !p.Asks && (s.IsNull(value) || s.IsUndefined(value))
		if typ.Standard != nil && found == nil && !isAbsent && !(s.IsNull(value) && typ.Nullable) {
			t.schemas.Add(typ.Standard, &t.payloads[i], func(m schema.Mismatch) { refuse(m.String()) })
		}
	}
	return nil
}

// supplied returns the arguments for payloads that fit.
func (t *listening) supplied(s *Scope, payloads []Value) ([]Value, error) {
	args := make([]Value, len(t.handler.Params))
	args[t.Payload] = payloads[0]
	if t.Batch > 1 {
		list := s.List(payloads)
		args[t.Payload] = list
		found, err := schema.Judged(s, t.handler.Params[t.Payload].Type, list, false)
		if err != nil {
			return nil, err
		}
		if found = append(found, t.handler.Params[t.Payload].Type.CheckSize(len(payloads))...); found != nil {
			return nil, &RejectedError{Reason: "the batch does not fit: " + strings.Join(textsOf(found), "; ")}
		}
	}
	if t.Message < 0 {
		return args, nil
	}
	messages := make([]Value, len(payloads))
	for i := range t.deliveries {
		var err error
		if messages[i], err = s.Supply(manifest.TypeMessage, Message{&t.deliveries[i], payloads[i]}); err != nil {
			return nil, err
		}
	}
	if args[t.Message] = messages[0]; t.Batch > 1 {
		args[t.Message] = s.List(messages)
	}
	return args, nil
}

// bind makes the value of a body, by its type and its media type: a string is the text of the body, bytes are the body
// itself, anything else is JSON. wrong lists what does not fit.
func (d *Delivery) bind(s *Scope, t *schema.Type, p *manifest.Param, limits schema.Limits) (value Value, wrong []string, err error) {
	media := d.media()
	isOpen := t.Kind == schema.Any || t.Kind == schema.Untyped
	isText := t.Kind == schema.String || isOpen && strings.HasPrefix(media, "text/") || t.Kind == schema.Object && t.Class.OneText && !isJSON(media)
	switch {
	case t.Kind == schema.Bytes, isOpen && !isText && !isJSON(media):
		return s.Bytes(bytes.Clone(d.Body)), nil, nil
	case isText && !utf8.Valid(d.Body):
		return nil, []string{"the body is not text in UTF-8"}, nil
	case isText && t.Kind == schema.Object:
		value, err = s.Construct(t.Class, string(d.Body))
		return value, nil, err
	case isText:
		return s.String(string(d.Body)), nil, nil
	case len(d.Body) == 0:
		return absent(s, p)
	case !isJSON(media):
		return nil, []string{fmt.Sprintf("a body of the type %s cannot be converted to %s; send JSON", media, t.Name)}, nil
	}
	text := strings.TrimPrefix(string(d.Body), "\uFEFF")
	value, found, err := schema.JSON(s, t, gjson.Result{Type: gjson.JSON, Raw: text}, limits)
	if syntax, is := errors.AsType[*schema.Syntax](err); is && syntax.TooMany {
		return nil, []string{"the body has " + syntax.Reason + "; server.max-json-values is the limit"}, nil
	} else if is {
		return nil, []string{"the body is not valid JSON: " + syntax.Error()}, nil
	}
	return value, textsOf(found), err
}

// absent returns the value of a payload without a body.
func absent(s *Scope, p *manifest.Param) (value Value, wrong []string, err error) {
	switch {
	case p.ScriptDefault, p.Asks:
		return s.Undefined(), nil, nil
	case p.Required:
		return nil, []string{schema.Mismatch{Missing: true}.String()}, nil
	}
	return s.Null(), nil, nil
}

// media returns the media type in lower case without its parameters.
func (d *Delivery) media() string {
	media, _, _ := strings.Cut(d.ContentType, ";")
	if media = strings.ToLower(strings.TrimSpace(media)); media == "" {
		return "application/json"
	}
	return media
}

func isJSON(media string) bool {
	return media == "application/json" || strings.HasSuffix(media, "+json")
}

func textsOf(list []schema.Mismatch) (texts []string) {
	for _, m := range list {
		texts = append(texts, m.String())
	}
	return texts
}
