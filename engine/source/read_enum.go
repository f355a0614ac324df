package source

import "strconv"

// enum reads a TypeScript enum, from its keyword on.
func (r *reader) enum(h head, constant bool) bool {
	i := r.at + 1
	if !r.isIdent(i) || r.op(i+1) != '{' {
		return false
	}
	e := &Enum{Name: r.name(i), Const: constant, Pos: r.pos(i)}
	e.Export = h.export.name(e.Name)
	e.Doc = r.comment(h.first, r.at).Doc
	r.at = i + 1
	end := r.after(r.at)
	counter := enumCounter{counts: true}
	e.Cases, _ = r.enumCases('=', &counter)
	e.Unit = !counter.stated && len(e.Cases) > 0
	r.at = end
	r.file.Enums = append(r.file.Enums, e)
	return true
}

// enumValue reads an object literal that is used as an enum: one under @enum, or one of plain literals that
// is frozen or asserted as const.
func (r *reader) enumValue(b binding) bool {
	open, end := r.at, 0
	if r.word(open, "Object") && r.word(open+2, "freeze") && r.op(open+3) == '(' {
		open, end = open+4, r.after(open+3)
	}
	if r.op(open) != '{' || b.local == "" {
		return false
	}
	doc := r.comment(b.doc, b.name)
	behind := r.after(open)
	if !doc.enum && end == 0 && !(r.word(behind, "as") && r.word(behind+1, "const")) {
		return false
	}
	return r.enumObject(b, doc, open, max(end, behind))
}

func (r *reader) enumObject(b binding, doc comment, open, end int) bool {
	start := r.at
	r.at = open
	cases, plain := r.enumCases(':', &enumCounter{})
	if !plain && !doc.enum || len(cases) == 0 {
		r.at = start
		return false
	}
	r.at = end
	e := &Enum{Name: b.local, Export: b.exportAs, Cases: cases, Doc: doc.Doc, Pos: r.pos(b.name)}
	r.file.Enums = append(r.file.Enums, e)
	return true
}

// enumCases reads name = value or name: value, from the opening brace on, and reports whether all entries
// were cases with plain values.
func (r *reader) enumCases(sign byte, counter *enumCounter) (cases []EnumCase, plain bool) {
	_, end := r.inner(r.at)
	plain = true
	for r.advance(); r.at < end; r.accept(',') {
		c, ok := r.enumCase(sign, counter)
		if ok {
			cases = append(cases, c)
		}
		plain = plain && ok && c.Kind != ValueUnknown
		for r.at < end && !r.is(',') {
			r.at = r.after(r.at)
		}
	}
	return cases, plain
}

func (r *reader) enumCase(sign byte, counter *enumCounter) (c EnumCase, ok bool) {
	var m Member
	first := r.at
	if !r.memberName(&m) {
		return c, false
	}
	name := first
	if m.Computed {
		if m.Name, ok = r.computedString(first); !ok {
			return c, false
		}
		name = first + 1
	}
	c = EnumCase{Name: m.Name, Pos: r.pos(name), Doc: r.comment(first, first).Summary}
	if r.accept(sign) {
		start := r.at
		r.skipExpression(true)
		kind, value := r.literal(start, r.at)
		c.Kind, c.Value = counter.set(kind, value)
		return c, true
	}
	c.Kind, c.Value = counter.next()
	return c, sign == '='
}

// computedString returns the string of a key written as ["text"].
func (r *reader) computedString(i int) (string, bool) {
	k := r.tok(i + 1).kind
	if r.op(i+2) != ']' || k != tokenString && k != tokenTemplate {
		return "", false
	}
	return r.stringValue(i + 1), true
}

// enumCounter numbers the cases of a TypeScript enum that state no value.
type enumCounter struct {
	value  float64
	counts bool // whether the next value is known
	stated bool // some case has a value of its own
}

// set records a stated value, and returns the kind and the value that the case gets.
func (e *enumCounter) set(kind ValueKind, value string) (ValueKind, string) {
	e.counts, e.stated = false, true
	switch kind {
	case ValueInt, ValueFloat:
		n, err := strconv.ParseFloat(value, 64)
		e.value, e.counts = n+1, err == nil
	case ValueString, ValueBool:
	default:
		return ValueUnknown, ""
	}
	return kind, value
}

func (e *enumCounter) next() (ValueKind, string) {
	if !e.counts {
		return ValueUnknown, ""
	}
	value := formatNumber(e.value)
	e.value++
	if _, err := strconv.ParseInt(value, 10, 64); err != nil {
		return ValueFloat, value
	}
	return ValueInt, value
}
