package mcp

import (
	"encoding/base64"
	"errors"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// asking is the [engine.Task] that calls a bean's method for a resource or a prompt.
type asking struct {
	*rpcRequest
	handler int
	params  []manifest.Param
	texts   map[string]string // by parameter

	// One of these has the result; all are nil if nothing was returned.
	json  []byte
	text  *string
	bytes []byte
	parts []byte // of content, JSON
}

// errMisfit is the error of a text that does not fit its parameter; it ends the call.
var errMisfit = errors.New("a text does not match the type of its parameter")

// Experience implements [engine.Experienced].
func (k *asking) Experience() *engine.Experience { return &k.experiences[k.handler] }

// Start implements [engine.Task].
func (k *asking) Start(s *engine.Scope) (engine.Value, error) {
	args := make([]engine.Value, len(k.params))
	for i := range k.params {
		p := &k.params[i]
		text, given := k.texts[p.Key]
		switch {
		case p.Origin == manifest.FromHost:
			request, err := k.Request(s)
			if err != nil {
				return nil, err
			}
			args[i] = request
		case !given:
			args[i] = absent(s, p)
		default:
			value, mismatches, err := schema.Texts(s, p.Type, []string{text})
			switch {
			case err != nil:
				return nil, err
			case len(mismatches) > 0:
				return nil, errMisfit
			}
			args[i] = value
		}
	}
	return s.Call(k.handler, args)
}

// Next implements [engine.Task].
func (k *asking) Next(s *engine.Scope, value engine.Value) (engine.Value, error) {
	if s.IsNothing(value) {
		return nil, nil
	}
	form := k.manifest.Handlers[k.handler].Form
	if text, isText := s.TextOf(s.Declared(value, form)); isText {
		k.text = &text
		return nil, nil
	}
	content, isContent, err := s.Content(value)
	if isContent && err == nil {
		k.parts, err = s.AppendJSON(nil, content.Parts)
	}
	if isContent || err != nil {
		return nil, err
	}
	if bytes, ok := s.BytesOf(value); ok {
		k.bytes = append([]byte{}, bytes...)
		return nil, nil
	}
	k.json, err = s.AppendDeclared(nil, value, form)
	return nil, err
}

// Catch implements [engine.Task].
func (k *asking) Catch(_ *engine.Scope, err error) (engine.Value, error) { return nil, err }

// isNothing reports whether the method has returned null.
func (k *asking) isNothing() bool {
	return k.text == nil && k.json == nil && k.bytes == nil && k.parts == nil
}

// content is a part of a resource.
type content struct {
	kind     string // the member that has the data: "text" or "blob"
	text     string
	mimeType string // empty for the resource's type
	isText   bool   // it was a string, not an object
}

// contents returns the parts that the method has returned.
func (k *asking) contents() []content {
	switch {
	case k.text != nil:
		return []content{{kind: "text", text: *k.text, isText: true}}
	case k.bytes != nil:
		return []content{{kind: "blob", text: base64.StdEncoding.EncodeToString(k.bytes)}}
	case k.json != nil:
		return []content{{kind: "text", text: string(k.json)}}
	}
	var list []content
	gjson.ParseBytes(k.parts).ForEach(func(_, part gjson.Result) bool {
		list = append(list, contentOf(part))
		return true
	})
	return list
}

// contentOf parses a block that a script has made.
func contentOf(part gjson.Result) content {
	mime := part.Get("mimeType").String()
	switch part.Get("type").Str {
	case "text":
		return content{"text", part.Get("text").Str, mime, true}
	case "blob":
		return content{kind: "blob", text: part.Get("blob").Str, mimeType: mime}
	case "image", "audio":
		return content{kind: "blob", text: part.Get("data").Str, mimeType: mime}
	}
	inner := part.Get("resource")
	if inner.Get("blob").Exists() {
		return content{kind: "blob", text: inner.Get("blob").Str, mimeType: inner.Get("mimeType").String()}
	}
	return content{"text", inner.Get("text").Str, inner.Get("mimeType").String(), true}
}
