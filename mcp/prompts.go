package mcp

import (
	"errors"
	"log/slog"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/mcp/jsonrpc"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/jsontext"
	"github.com/fwrun/fwrun/security"
)

// prompt is a prompt with all that getting it needs, made once.
type prompt struct {
	*manifest.Prompt
	handler *manifest.Handler
	demands []security.Demand // of those who ask for it
	entry   []byte            // of the list
	about   map[string]any
}

func newPrompt(declared *manifest.Prompt, h *manifest.Handler) *prompt {
	p := &prompt{Prompt: declared, handler: h, about: map[string]any{
		"name": declared.Name, "title": declared.Title, "description": declared.Description, "handler": h.Name,
	}}
	dst := jsontext.AppendString([]byte(`{"name":`), declared.Name)
	dst = appendMember(dst, "title", declared.Title)
	dst = appendMember(dst, "description", declared.Description)
	dst = append(dst, `,"arguments":[`...)
	for i, a := range declared.Arguments {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsontext.AppendString(append(dst, `{"name":`...), a.Name)
		dst = appendMember(dst, "description", a.Description)
		dst = append(appendFlag(dst, `,"required":`, a.Required), '}')
	}
	p.entry = append(dst, "]}"...)
	return p
}

func (p *prompt) describe() map[string]any { return p.about }

// listPrompts lists the prompts that the caller sees.
func (r *rpcRequest) listPrompts() ([]byte, error) {
	if err := r.noCursor(); err != nil {
		return nil, err
	}
	seen, err := visible(r, engine.IsPromptVisible, r.prompts, func(p *prompt) bool { return r.permits(p.demands) })
	if err != nil {
		return nil, err
	}
	return r.listed("prompts", seen.key(), r.protocol.listTail(), func(yield func([]byte)) {
		for i, one := range r.prompts {
			if seen.has(i) {
				yield(one.entry)
			}
		}
	}), nil
}

// getPrompt answers prompts/get. It calls the method if all arguments are valid.
func (r *rpcRequest) getPrompt() ([]byte, error) {
	name := r.param("name")
	if name.Type != gjson.String {
		return nil, invalidParams("name is required")
	}
	one := r.prompted[name.Str]
	isSeen := one != nil && r.permits(one.demands)
	if isSeen {
		var err error
		if isSeen, err = sees(r, engine.IsPromptVisible, one); err != nil {
			return nil, err
		}
	}
	if !isSeen {
		return nil, invalidParams("Unknown prompt: %s", fault.Shortened(name.Str, longestShown))
	}
	r.operation.Prompt = one.Name
	texts, err := one.read(r.param("arguments"))
	if err != nil {
		return nil, err
	}
	k := &asking{rpcRequest: r, handler: one.Handler, params: one.handler.Params, texts: texts}
	if err := r.Run(r.Alive(), k); err != nil {
		return nil, r.promptFailed(one, err)
	}
	messages, err := k.messages("prompt:" + one.Name)
	if err != nil {
		return nil, r.promptFailed(one, err)
	}
	dst := []byte("{")
	if one.Description != "" {
		dst = append(jsontext.AppendString(append(dst, `"description":`...), one.Description), ',')
	}
	dst = append(append(dst, `"messages":[`...), messages...)
	return append(append(append(dst, ']'), r.protocol.callTail()...), '}'), nil
}

// promptFailed returns the error for a client: it says that the arguments cannot be used, and nothing about other
// failures.
func (r *rpcRequest) promptFailed(one *prompt, err error) error {
	if thrown, ok := errors.AsType[*engine.ScriptError](err); ok && thrown.Status >= 400 && thrown.Status < 500 {
		return invalidParams("%s", thrown.Detail())
	}
	r.logFailure("a prompt failed", err, slog.String("prompt", one.Name))
	return &jsonrpc.Error{Code: jsonrpc.InternalError, Message: "Internal error"}
}

// read checks the arguments against the prompt's parameters.
func (p *prompt) read(given gjson.Result) (map[string]string, error) {
	if given.Exists() && given.Type != gjson.Null && !given.IsObject() {
		return nil, invalidParams("arguments must be an object")
	}
	texts := map[string]string{}
	var bad error
	if given.Type == gjson.Null {
		given = gjson.Result{Type: gjson.JSON, Raw: "{}"}
	}
	given.ForEach(func(key, value gjson.Result) bool {
		a := p.argument(key.Str)
		switch {
		case a == nil:
			bad = invalidParams("Unknown argument: %s", fault.Shortened(key.Str, longestShown))
		case value.Type == gjson.Null: // counts as not sent
			delete(texts, key.Str)
		case value.Type != gjson.String:
			bad = invalidParams("%s: expected string", a.Name)
		default:
			texts[key.Str] = value.Str
		}
		return bad == nil
	})
	for i := range p.Arguments {
		if a := &p.Arguments[i]; bad == nil && a.Required {
			if _, ok := texts[a.Name]; !ok {
				bad = invalidParams("%s: is required", a.Name)
			}
		}
	}
	return texts, bad
}

func (p *prompt) argument(name string) *manifest.PromptArgument {
	for i := range p.Arguments {
		if p.Arguments[i].Name == name {
			return &p.Arguments[i]
		}
	}
	return nil
}

var errMessages = errors.New("a prompt must return a text, or a list of { role: \"user\" or \"assistant\", text or content }")

// messages writes what a prompt has returned.
func (k *asking) messages(uri string) ([]byte, error) {
	switch {
	case k.text != nil:
		return appendMessage(nil, "user", appendTextBlock(nil, *k.text)), nil
	case k.parts != nil:
		var dst []byte
		for _, part := range gjson.ParseBytes(embedded(k.parts, uri)).Array() {
			dst = appendMessage(dst, "user", []byte(part.Raw))
		}
		return dst, nil
	}
	list := gjson.ParseBytes(k.json)
	if !list.IsArray() {
		return nil, errMessages
	}
	var dst []byte
	for _, one := range list.Array() {
		role, text, content := one.Get("role"), one.Get("text"), one.Get("content")
		if role.Str != "user" && role.Str != "assistant" {
			return nil, errMessages
		}
		switch parts := content.Get("content"); {
		case text.Type == gjson.String:
			dst = appendMessage(dst, role.Str, appendTextBlock(nil, text.Str))
		case parts.IsArray(): // an McpContent, perhaps with several parts
			for _, part := range gjson.ParseBytes(embedded([]byte(parts.Raw), uri)).Array() {
				dst = appendMessage(dst, role.Str, []byte(part.Raw))
			}
		case content.Get("type").Type == gjson.String:
			dst = appendMessage(dst, role.Str, []byte(content.Raw))
		default:
			return nil, errMessages
		}
	}
	return dst, nil
}

func appendTextBlock(dst []byte, text string) []byte {
	return append(jsontext.AppendString(append(dst, `{"type":"text","text":`...), text), '}')
}

func appendMessage(dst []byte, role string, block []byte) []byte {
	if len(dst) > 0 {
		dst = append(dst, ',')
	}
	dst = append(append(dst, `{"role":"`...), role...)
	dst = append(append(dst, `","content":`...), block...)
	return append(dst, '}')
}
