package openapi

import (
	"github.com/fwrun/fwrun/engine/schema"
)

// Scheme is a way in which clients say who they are.
type Scheme struct {
	Name string // in the document: bearer
	Kind Kind
	Sent string // the header of a key, or the cookie of a session
}

// Kind is what a client sends to say who it is.
type Kind string

// The kinds.
const (
	Bearer  Kind = "bearer"  // a token
	Basic   Kind = "basic"   // a name and a password
	APIKey  Kind = "apiKey"  // a key in a header
	Session Kind = "session" // a cookie
)

// Guard says who may call an operation.
type Guard struct {
	Known    bool     // only clients that say who they are
	Optional bool     // some requests only
	Refuses  bool     // some clients are refused although they have said who they are
	OneOf    []string // the roles and scopes of which one is needed; empty if that is not known
}

func (w *writer) guardOf(o *operation) Guard {
	if w.options.Guard == nil {
		return Guard{}
	}
	return w.options.Guard(o.route, o.method)
}

// requirement describes who may call an operation; nil if everybody may, or if the document knows no way to say who one is.
func (w *writer) requirement(g Guard) (list []any) {
	if !g.Known && !g.Optional || len(w.options.Schemes) == 0 {
		return nil
	}
	if !g.Known {
		list = append(list, schema.Node{})
	}
	for _, s := range w.options.Schemes {
		w.inUse[s.Name] = true
		list = append(list, schema.Node{{Key: s.Name, Value: []string{}}})
	}
	return list
}

// schemes describes the ways that operations demand.
func (w *writer) schemes() (out schema.Node) {
	for _, s := range w.options.Schemes {
		if w.inUse[s.Name] {
			out = append(out, schema.Member{Key: s.Name, Value: s.describe()})
		}
	}
	return out
}

func (s Scheme) describe() schema.Node {
	switch s.Kind {
	case APIKey:
		return schema.Node{{Key: "type", Value: "apiKey"}, {Key: "in", Value: "header"}, {Key: "name", Value: s.Sent}}
	case Session:
		return schema.Node{{Key: "type", Value: "apiKey"}, {Key: "in", Value: "cookie"}, {Key: "name", Value: s.Sent}}
	case Basic:
		return schema.Node{{Key: "type", Value: "http"}, {Key: "scheme", Value: "basic"}}
	}
	return schema.Node{{Key: "type", Value: "http"}, {Key: "scheme", Value: "bearer"}, {Key: "bearerFormat", Value: "JWT"}}
}
