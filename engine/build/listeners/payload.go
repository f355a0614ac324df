package listeners

import (
	"fmt"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

const codePayload = "listener-payload"

// handler makes the handler of the listener, and finds which parameters take the payload and the message.
func (r *reader) handler(l *manifest.Listener) int {
	l.Payload, l.Message = -1, -1
	params := make([]manifest.Param, len(r.m.Params))
	for i, p := range r.m.Params {
		params[i] = r.param(l, i, p)
	}
	if l.Payload < 0 && r.ok {
		r.wrong(codePayload, r.owner.At(r.m), "", fmt.Sprintf("write %s(job) or %s(job: Job); a parameter that is named message, "+
			"or has the type QueueMessage, takes the message itself", r.m.Name, r.m.Name),
			"%s has no parameter for the payload", r.what)
	}
	if !r.ok {
		return -1
	}
	h := r.Handler(r.out, manifest.Handler{
		Name: l.Name, Bean: r.bean.Index, Owner: r.bean.Class, Method: r.m.Name, Async: r.m.Async,
		Wrapped: r.Foreign(r.owner.File, r.m.Decorators), Doc: r.m.Doc, Place: r.owner.At(r.m).Place, Params: params,
	})
	return h.Index
}

// param plans one parameter.
func (r *reader) param(l *manifest.Listener, i int, p *source.Param) manifest.Param {
	s, on := r.owner.AtParam(p), r.owner.OnParam(r.m.Name, i)
	out := manifest.Param{Name: p.Name, Key: p.Name, Doc: p.Doc, Place: s.Place, ScriptDefault: p.HasDefault, Origin: manifest.FromHost}
	if p.Rest {
		r.wrong(codePayload, s, "a listener gets one payload and one message", fmt.Sprintf("remove the dots; with batch the payload is a list: %s(jobs: "+
			"Job[])", r.m.Name),
			"%s has a rest parameter, ...%s", r.what, p.Name)
		return out
	}
	for _, d := range on {
		if !declared.IsConstraint(d.Decorator) {
			r.wrong(codePayload, s, "its arguments come from a message", "remove it", "@%s is on a parameter of the listener %s", d.Shown(), r.what)
			return out
		}
	}
	t, ok := r.paramType(p, s)
	if !ok {
		return out
	}
	if t != nil && isMessage(t) || t == nil && (p.Name == "message" || l.Batch > 1 && p.Name == "messages") {
		r.message(l, i, t, s)
		out.Type = &schema.Type{Kind: schema.Host, Name: manifest.TypeMessage}
		return out
	}
	if l.Payload >= 0 {
		r.wrong(codePayload, s, "a message has one payload", "use one class that has the fields of both; "+
			"a parameter of the type QueueMessage takes the message itself",
			"%s has two parameters for the payload, %s and %s", r.what, r.m.Params[l.Payload].Name, p.Name)
		return out
	}
	if named := r.SchemaOf(r.d, r.what, r.spot); named != nil {
		t = named
	}
	l.Payload, out.Origin, out.Untyped = i, manifest.FromPayload, t == nil
	if t == nil {
		t = &schema.Type{Kind: schema.Any, Name: "any"}
	}
	out.Type = r.ConstrainParam(t, r.owner, p, on, r.what)
	out.Required = !p.HasDefault && !p.Optional && !out.Type.Nullable
	out.AskSchema(false)
	r.payload(l, out.Type, p, s)
	return out
}

// paramType returns the declared type, or that of the default value, or nil for a parameter without a type.
func (r *reader) paramType(p *source.Param, s fault.Spot) (t *schema.Type, ok bool) {
	if p.Type == nil {
		if t = schema.FromDefault(p.DefaultAs, p.Default); p.HasDefault && t.Kind != schema.Untyped {
			return t, true
		}
		return nil, true
	}
	t, problem := r.Types.Resolve(r.owner.File, p.Type)
	if problem != nil && r.d.Options["schema"] != nil {
		return nil, true // it is the schema that counts
	}
	if problem != nil {
		r.Report(declared.Naming(fmt.Sprintf("the parameter %s of %s", p.Name, r.what), *problem))
		r.ok = false
		return nil, false
	}
	if t.Kind == schema.Host && t.Name != manifest.TypeMessage && declared.SuppliedToHandlers(t.Name) {
		r.wrong(codePayload, s, "a message has no request and no response", "remove the parameter; headers and attempts are in the QueueMessage",
			"%s has a parameter of the type %s", r.what, t.Name)
		return nil, false
	}
	return t, true
}

// isMessage reports whether the type is a QueueMessage, or a list of them.
func isMessage(t *schema.Type) bool {
	if t.Kind == schema.List && t.Elem != nil {
		t = t.Elem
	}
	return t.Kind == schema.Host && t.Name == manifest.TypeMessage
}

// message notes the parameter that takes the message, or in a batch the messages.
func (r *reader) message(l *manifest.Listener, i int, t *schema.Type, s fault.Spot) {
	isList := t != nil && t.Kind == schema.List
	switch {
	case l.Message >= 0:
		r.wrong(codePayload, s, "", "remove one of them", "%s has two parameters for the message", r.what)
	case isList && l.Batch <= 1:
		r.wrong(codePayload, s, "without batch, a call gets one message", "write QueueMessage, or add batch: 10",
			"%s has a parameter of the type QueueMessage[]", r.what)
	case t != nil && !isList && l.Batch > 1:
		r.wrong(codePayload, s, "with batch, a call gets several messages", "write QueueMessage[]", "%s has a parameter of the type QueueMessage", r.what)
	}
	l.Message = i
}

// payload checks the type of the payload.
func (r *reader) payload(l *manifest.Listener, t *schema.Type, p *source.Param, s fault.Spot) {
	before := len(r.Problems.Errors())
	r.BodyType(t, "the payload of "+r.what, false, s)
	if len(r.Problems.Errors()) > before {
		r.ok = false
		return
	}
	if l.Batch > 1 && !t.Kind.IsList() && t.Kind != schema.Any && t.Kind != schema.Untyped {
		r.wrong(codePayload, s, "with batch, a call gets several payloads", fmt.Sprintf("write a list, such as %s: list<%s>", p.Name, t.Name),
			"the payload of %s is %s, and batch is %d", r.what, fault.Article(t.Name), l.Batch)
	}
}
