package compare

import (
	"maps"
	"strings"
)

// direction is who sends what a schema describes.
type direction uint8

const (
	input  direction = iota // clients do
	output                  // the server does
)

// effect is what a change does to what a schema accepts.
type effect uint8

const (
	narrowed effect = 1 << iota
	widened
)

// scan compares schemas of one operation.
type scan struct {
	*comparer
	at    spot
	way   direction
	quiet bool // nothing is reported
	*queue
}

// queue is what a scan still has to compare. What is near to the operation comes first, so that a change is
// reported by its shortest way.
type queue struct {
	seen     map[twins]bool // the schemas that were compared
	waiting  []pair
	busy     bool
	found    effect
	reported bool // there was something to report
}

// twins is what two schemas accept.
type twins struct{ old, changed *accepted }

// pair is two schemas and the scan that compares them.
type pair struct {
	*scan
	old, changed schema
	field        string
}

func (c *comparer) scan(at spot, way direction) *scan {
	return &scan{comparer: c, at: at, way: way, queue: &queue{seen: map[twins]bool{}}}
}

// in returns a scan of another part of the operation, which does not repeat what was reported.
func (s *scan) in(part string) *scan {
	other := *s
	other.at = s.at.in(part)
	return &other
}

// note records a change. Field is the way to what has changed, such as address.street.
func (s *scan) note(e effect, field, pointer, kind, text string) {
	s.found |= e
	s.reported = true
	if s.quiet {
		return
	}
	why := ""
	switch {
	case s.way == input && e&narrowed != 0:
		why = "what clients send may be refused or ignored"
	case s.way == output && e&widened != 0:
		why = "clients may get what they do not expect"
	}
	at := s.at
	if field != "" {
		at.part += ", " + field
	}
	s.report(at, pointer, kind, text, why)
}

// schemas compares two schemas and those within them. Nil accepts everything.
func (s *scan) schemas(old, changed schema, field string) {
	s.waiting = append(s.waiting, pair{s, old, changed, field})
	if s.busy {
		return
	}
	s.busy = true
	for len(s.waiting) > 0 {
		next := s.waiting[0]
		s.waiting = s.waiting[1:]
		next.compare()
	}
	s.busy = false
	if !s.quiet && !s.reported && *s.steps > 0 {
		maps.Copy(s.same[s.way], s.seen)
	}
}

// compare compares two schemas, once.
func (p pair) compare() {
	s, old, changed, field := p.scan, p.old, p.changed, p.field
	a, b := s.before.accepts(old), s.after.accepts(changed)
	both := twins{a, b}
	if *s.steps--; s.seen[both] || s.same[s.way][both] || *s.steps <= 0 {
		return
	}
	s.seen[both] = true
	// Whether null is one of all values is said with the type.
	if a.null != b.null && (a.free() == b.free() || len(a.shapes) == 0 || len(b.shapes) == 0) {
		s.null(b.null, field, changed.at())
	}
	if len(a.shapes) == 1 && len(b.shapes) == 1 {
		s.shapes(a.shapes[0], b.shapes[0], field)
	} else {
		s.unions(a.shapes, b.shapes, field, changed.at())
	}
	if s.way == input && a.fallback != "" && b.fallback != "" && a.fallback != b.fallback {
		s.note(0, field, changed.at()+"/default", "default-changed", "the default was "+clean(a.fallback)+" and is "+clean(b.fallback))
	}
}

// free reports whether values of all kinds are accepted.
func (a *accepted) free() bool { return len(a.shapes) == 1 && a.shapes[0].free() }

func (s *scan) null(now bool, field, pointer string) {
	if now {
		s.note(widened, field, pointer, "null-allowed", "can be null now")
	} else {
		s.note(narrowed, field, pointer, "null-refused", "cannot be null any more")
	}
}

// shapes compares two shapes.
func (s *scan) shapes(a, b *shape, field string) {
	s.types(a, b, field)
	if a.kinds&b.kinds == 0 {
		return
	}
	s.values(a, b, field)
	s.limits(a, b, field)
	s.texts(a, b, field)
	s.objects(a, b, field)
	s.lists(a, b, field)
}

func (s *scan) types(a, b *shape, field string) {
	var e effect
	if a.kinds&^b.kinds != 0 {
		e |= narrowed
	}
	if b.kinds&^a.kinds != 0 {
		e |= widened
	}
	if e != 0 {
		s.note(e, field, b.at+"/type", "type-changed", "the type was "+a.kinds.orNull()+" and is "+b.kinds.orNull())
	}
}

// orNull names the kinds of a shape. All kinds but null have the name of all kinds.
func (k kinds) orNull() string {
	if k|aNull == anyKind {
		return anyKind.String()
	}
	return k.String()
}

// lists compares what is said about items.
func (s *scan) lists(a, b *shape, field string) {
	if a.kinds&b.kinds&aList == 0 {
		return
	}
	for i := range max(len(a.prefix), len(b.prefix)) {
		s.schemas(a.item(i), b.item(i), field+"["+itoa(i)+"]")
	}
	s.schemas(a.items, b.items, field+"[]")
}

// item returns the schema of an item.
func (s *shape) item(i int) schema {
	if i < len(s.prefix) {
		return s.prefix[i]
	}
	return s.items
}

// within returns the way to a property.
func within(field, property string) string {
	property = clean(property)
	if field == "" {
		return "field " + property
	}
	return strings.TrimSuffix(field, ".") + "." + property
}
