package openapi

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// builder finds what is said of handlers.
type builder struct {
	*declared.Source
	out *manifest.Manifest
	ids map[string]*manifest.Handler // that decorators give

	shared map[*declared.Owner][]manifest.Answer // of the handlers of a class
}

// Build sets the operations of the handlers that routes lead to. It is called when the handlers are known.
func Build(src *declared.Source, m *manifest.Manifest) {
	b := &builder{src, m, map[string]*manifest.Handler{}, map[*declared.Owner][]manifest.Answer{}}
	for _, r := range m.Routes {
		if h := m.Handlers[r.Handler]; h.Operation == nil {
			b.handler(h)
		}
	}
	if at := m.ErrorController; at >= 0 {
		if owner := b.Classes[m.Beans[at].Class]; owner != nil {
			m.Errors = b.answers(nil, owner.Name(), owner, owner.Own)
		}
	}
	b.unheard()
}

// Complete resolves the fields of the types of results, which are only written. Mistakes in them are reported where something is bound.
// It is called last, for an application without mistakes.
func Complete(src *declared.Source, m *manifest.Manifest) {
	for _, h := range m.Handlers {
		if h.Operation == nil {
			continue
		}
		if t := h.Answers(); t != nil {
			_ = src.Types.Complete(t)
		}
		complete(src, h.Operation.Answers)
	}
	complete(src, m.Errors)
}

func complete(src *declared.Source, answers []manifest.Answer) {
	for _, a := range answers {
		if a.Type != nil {
			_ = src.Types.Complete(a.Type)
		}
	}
}

// handler sets the operation of one handler.
func (b *builder) handler(h *manifest.Handler) {
	h.Operation = commented(h)
	if h.Method == "" {
		if owner := b.Function(h.Owner); owner != nil {
			b.decorated(h, owner, owner.Own)
		}
		return
	}
	owner := b.Classes[h.Owner]
	if owner == nil || owner.Class == nil {
		return
	}
	chain := b.Chain(owner)
	h.Operation.Group, h.Operation.About = owner.Name(), owner.Class.Doc.Text
	at := max(0, slices.IndexFunc(chain, func(link *declared.Owner) bool { return link.Member(h.Method) != nil }))
	b.decorated(h, chain[at], chain[at].On(h.Method))
	for _, link := range chain {
		if link.Find(hidden) != nil {
			h.Operation.Hidden = true
		}
		for _, a := range b.ofClass(link) {
			if !hasStatus(h.Operation.Answers, a.Status) {
				h.Operation.Answers = append(h.Operation.Answers, a)
			}
		}
	}
}

// ofClass returns the answers that decorators on a class declare, for all its handlers that do not declare their own.
func (b *builder) ofClass(owner *declared.Owner) []manifest.Answer {
	list, known := b.shared[owner]
	if !known {
		list = b.answers(nil, owner.Name(), owner, owner.Own)
		b.shared[owner] = list
	}
	return list
}

// commented returns what the comment of a handler says.
func commented(h *manifest.Handler) *manifest.Operation {
	op := &manifest.Operation{Summary: h.Doc.Summary}
	_, op.Deprecated = h.Doc.Tags["deprecated"]
	_, rest, _ := strings.Cut(h.Doc.Text, "\n\n")
	op.Description = strings.TrimSpace(rest)
	if reason := h.Doc.Tags["deprecated"]; reason != "" {
		op.Description = paragraphs(op.Description, "Deprecated: "+reason)
	}
	if example := h.Doc.Tags["example"]; example != "" {
		op.Description = paragraphs(op.Description, "Example:", "    "+strings.ReplaceAll(example, "\n", "\n    "))
	}
	return op
}

func paragraphs(list ...string) string {
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), "\n\n")
}

// decorated lets the decorators of a handler correct what its comment says.
func (b *builder) decorated(h *manifest.Handler, owner *declared.Owner, list []*declared.Declaration) {
	op := h.Operation
	for _, d := range list {
		switch d.Decorator {
		case operation:
			b.corrected(h, d, b.SpotOf(owner, d))
		case hidden:
			op.Hidden = true
		}
	}
	op.Answers = b.answers(nil, h.Name, owner, list)
}

func (b *builder) corrected(h *manifest.Handler, d *declared.Declaration, s fault.Spot) {
	op := h.Operation
	op.Summary = cmp.Or(d.Options.Text("summary"), op.Summary)
	op.Description = cmp.Or(d.Options.Text("description"), op.Description)
	if tags := d.Options.Texts("tags"); tags != nil {
		op.Tags = tags
	}
	if deprecated, given := d.Options.Bool("deprecated"); given {
		op.Deprecated = deprecated
	}
	if id := d.Options.Text("id"); id != "" {
		b.name(h, id, s)
	}
}

// name gives a handler the name that clients call it by.
func (b *builder) name(h *manifest.Handler, id string, s fault.Spot) {
	if !isID(id) {
		problem := s.Problem("operation-id", "the id of %s, %q, is not a name", h.Name, id)
		b.Report(fault.Explain(problem, "clients are generated with methods of this name", "use letters, digits and _, "+
			"and begin with a letter: Users_find"))
		return
	}
	if other := b.ids[id]; other != nil && other.Name != h.Name {
		problem := s.Problem("operation-id", "%s and %s have the same id, %q", other.Name, h.Name, id)
		b.Report(fault.Explain(problem, "clients tell operations apart by their ids", "give one of them another id"))
		return
	}
	b.ids[id] = h
	h.Operation.ID = id
}

// isID reports whether a text can be the name of a method in the languages that clients are written in.
func isID(s string) bool {
	for i, r := range s {
		isLetter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' && i > 0
		if !isLetter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != "" && len(s) <= 200
}

// unheard warns of decorators on methods and functions that no route leads to.
func (b *builder) unheard() {
	for _, owner := range b.Ordered {
		if !b.Scans(owner) {
			continue
		}
		for _, d := range slices.Concat(owner.Own, owner.Members) {
			if isOurs(d.Decorator) && d.Target != declared.OnClass && !b.isMapped(owner, d) {
				problem := b.SpotOf(owner, d).Problem("operation-unmapped", "@%s is on %s, which no route leads to", d.Decorator, owner.NameOf(d))
				problem.Severity = fault.Warning
				b.Report(fault.Explain(problem, "the document describes routes only", fmt.Sprintf("write a mapping, such as @GetMapping(\"/path\"), "+
					"or remove @%s", d.Decorator)))
			}
		}
	}
}

// isMapped reports whether what a declaration decorates has a mapping, too, or may get one from a class that overrides it.
func (b *builder) isMapped(owner *declared.Owner, d *declared.Declaration) bool {
	list := owner.Own
	if d.Target == declared.OnMethod {
		list = owner.On(d.Member)
	}
	return slices.ContainsFunc(list, func(other *declared.Declaration) bool { return declared.IsMappingName(other.Decorator) })
}
