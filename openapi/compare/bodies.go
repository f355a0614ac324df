package compare

import (
	"maps"
	"mime"
	"slices"
	"strings"
)

// body compares what requests carry.
func (s *scan) body(old, changed node) {
	a, b := s.before.resolve(old.get("requestBody")), s.after.resolve(changed.get("requestBody"))
	part := s.in("the body")
	switch had, has := a.object() != nil, b.object() != nil; {
	case !had && !has:
	case !had && b.get("required").is():
		part.note(narrowed, "", b.at, "body-added", "is new and required")
	case !had:
		part.note(0, "", b.at, "body-added", "is new")
	case !has:
		part.note(narrowed, "", a.at, "body-removed", "is not read any more")
	default:
		if was, is := a.get("required").is(), b.get("required").is(); is && !was {
			part.note(narrowed, "", b.at, "body-required", "is required now")
		} else if was && !is {
			part.note(widened, "", b.at, "body-optional", "is optional now")
		}
		part.content(a, b)
	}
}

// answers compares the responses. One whose status is new is held against what was said about its class or
// about all others, if something was.
func (s *scan) answers(old, changed node) {
	before, after := old.get("responses"), changed.get("responses")
	for _, status := range before.names() {
		part, a := s.in("the answer "+clean(status)), s.before.resolve(before.get(status))
		if b, has := covering(after, status); has {
			part.answer(a, s.after.resolve(b))
			continue
		}
		var e effect
		if !failure(status) {
			e = narrowed | widened
		}
		part.note(e, "", before.get(status).at, "answer-removed", "is not described any more")
	}
	for _, status := range missing(after.object(), before.object()) {
		part, b := s.in("the answer "+clean(status)), s.after.resolve(after.get(status))
		if a, has := covering(before, status); has {
			part.answer(s.before.resolve(a), b)
			continue
		}
		part.note(0, "", after.get(status).at, "answer-added", "is new")
	}
}

// covering returns the response of a status: its own, that of its class, or that of all others.
func covering(responses node, status string) (node, bool) {
	names := []string{status, "default"}
	if status != "" && status != "default" {
		names = []string{status, status[:1] + "XX", status[:1] + "xx", "default"}
	}
	for _, name := range names {
		if responses.has(name) {
			return responses.get(name), true
		}
	}
	return node{}, false
}

func failure(status string) bool {
	return strings.HasPrefix(status, "4") || strings.HasPrefix(status, "5")
}

func (s *scan) answer(old, now node) {
	s.headers(old.get("headers"), now.get("headers"))
	s.content(old, now)
}

// headers compares the headers of a response.
func (s *scan) headers(old, changed node) {
	before, after := byLowerName(old), byLowerName(changed)
	for _, name := range slices.Sorted(maps.Keys(before)) {
		part, a := s.in(s.at.part+", header "+clean(name)), s.before.resolve(before[name])
		if after[name].value == nil {
			part.note(widened, "", a.at, "header-removed", "does not exist any more")
			continue
		}
		b := s.after.resolve(after[name])
		if a.get("required").is() && !b.get("required").is() {
			part.note(widened, "", b.at, "header-optional", "may be absent now")
		}
		part.schemas(schema{a.get("schema")}, schema{b.get("schema")}, "")
	}
	for _, name := range missing(after, before) {
		s.in(s.at.part+", header "+clean(name)).note(0, "", after[name].at, "header-added", "is new")
	}
}

func byLowerName(n node) map[string]node {
	found := map[string]node{}
	for _, name := range n.names() {
		found[strings.ToLower(name)] = n.get(name)
	}
	return found
}

// content compares the media types that something may have.
func (s *scan) content(old, changed node) {
	before, after := mediaTypes(old), mediaTypes(changed)
	for _, name := range slices.Sorted(maps.Keys(before)) {
		part := s.in(s.at.part + " as " + clean(name))
		if len(before) == 1 && len(after) == 1 {
			part = s.in(s.at.part)
		}
		now, has := accepting(after, name)
		if !has {
			part.note(narrowed|widened, "", before[name].at, "media-type-removed", "the media type "+clean(name)+" is gone")
			continue
		}
		part.schemas(schema{before[name].get("schema")}, schema{now.get("schema")}, "")
		if was, is := canonical(before[name].get("encoding").value), canonical(now.get("encoding").value); was != is {
			part.note(narrowed|widened, "", now.at, "encoding-changed", "the encoding of its parts has changed")
		}
	}
	for _, name := range missing(after, before) {
		s.note(0, "", after[name].at, "media-type-added", "can be "+clean(name)+" now")
	}
}

func mediaTypes(n node) map[string]node {
	found := map[string]node{}
	for _, name := range n.get("content").names() {
		found[plainType(name)] = n.get("content").get(name)
	}
	return found
}

// plainType returns a media type without the parameters that say nothing about its schema.
func plainType(name string) string {
	if plain, _, err := mime.ParseMediaType(name); err == nil {
		return plain
	}
	return strings.ToLower(name)
}

// accepting returns what is said about a media type, or about a range that it is in.
func accepting(types map[string]node, name string) (node, bool) {
	kind, _, _ := strings.Cut(name, "/")
	for _, one := range []string{name, kind + "/*", "*/*"} {
		if n, has := types[one]; has {
			return n, true
		}
	}
	return node{}, false
}
