package compare

import (
	"maps"
	"slices"
)

// objects compares what is said about members.
func (s *scan) objects(a, b *shape, field string) {
	if a.kinds&b.kinds&anObject == 0 {
		return
	}
	names := maps.Clone(a.properties)
	if names == nil {
		names = map[string]schema{}
	}
	maps.Copy(names, b.properties)
	for name := range a.required {
		names[name] = nil
	}
	for name := range b.required {
		names[name] = nil
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		s.property(a, b, name, within(field, name))
	}
	s.others(a, b, field)
}

// member is a property as one direction sees it.
type member struct {
	schema   schema
	listed   bool
	required bool
	pointer  string // of what makes it required
}

func (s *scan) member(d *document, of *shape, name string) member {
	property, listed := of.properties[name]
	required, is := of.required[name]
	if d.accepts(property).hidden[s.way] {
		return member{}
	}
	return member{property, listed, is, required.at}
}

func (s *scan) property(a, b *shape, name, field string) {
	old, now := s.member(s.before, a, name), s.member(s.after, b, name)
	switch {
	case old.required && !now.required && (now.listed || !old.listed):
		s.note(widened, field, b.at, "property-optional", "may be absent now")
	case !old.required && now.required && (old.listed || !now.listed):
		s.note(narrowed, field, now.pointer, "property-required", "is required now")
	}
	switch {
	case old.listed && now.listed:
		s.schemas(old.schema, now.schema, field)
	case old.listed:
		s.removed(old, b, field)
	case now.listed:
		s.added(a, now, field)
	}
}

// removed reports a property that is gone. Clients do not get it any more, and what they send there is not read,
// unless members of any name are.
func (s *scan) removed(old member, b *shape, field string) {
	if b.open == restricted {
		if old.required {
			s.note(widened, field, b.at, "property-optional", "may be absent now")
		}
		s.schemas(old.schema, b.additional, field)
		return
	}
	s.note(narrowed|widened, field, old.schema.at(), "property-removed", "does not exist any more")
}

// added reports a property that is new. Nobody minds who neither sends nor reads it, unless it is required.
func (s *scan) added(a *shape, now member, field string) {
	switch {
	case a.open == restricted:
		s.schemas(a.additional, now.schema, field)
		if now.required {
			s.note(narrowed, field, now.pointer, "property-required", "is required now")
		}
	case now.required && s.way == input:
		s.note(narrowed, field, now.schema.at(), "property-added", "is new and required")
	default:
		s.note(0, field, now.schema.at(), "property-added", "is new")
	}
}

// others compares what is said about members that are not listed.
func (s *scan) others(a, b *shape, field string) {
	pointer := b.at + "/additionalProperties"
	switch {
	case a.open == restricted && b.open == restricted:
		s.schemas(a.additional, b.additional, within(field, "*"))
	case a.open == b.open:
	case b.open == closed:
		s.note(narrowed, field, pointer, "object-closed", "fields that are not listed are not allowed any more")
	case a.open == closed && b.open == anything:
		s.note(0, field, b.at, "object-opened", "fields that are not listed are allowed now")
	case a.open == closed:
		s.note(widened, field, pointer, "object-opened", "fields that are not listed are possible now")
	case b.open == restricted:
		s.schemas(nil, b.additional, within(field, "*"))
	default:
		s.schemas(a.additional, nil, within(field, "*"))
	}
}
