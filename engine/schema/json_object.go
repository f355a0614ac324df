package schema

import "strings"

// instance binds an object to a class.
func (b *binder[V]) instance(c *Class) (V, bool) {
	base := len(b.values)
	if !b.fields(c.Fields, base) {
		return b.none, false
	}
	v := b.none
	if len(b.found) == 0 {
		var err error
		if v, err = b.make.Instance(c, b.values[base:]); err != nil && !b.refused(err) {
			return b.none, false
		}
	}
	b.drop(base)
	return v, true
}

// refused records the mismatches of an instance that its class refused. Any other error was thrown by the
// script.
func (b *binder[V]) refused(err error) bool {
	list, ok := complaintsOf(err, renderPath(b.path, ""))
	if !ok {
		b.thrown = err
		return false
	}
	for _, m := range list {
		if !b.record(m) {
			return false
		}
	}
	return true
}

// shape binds an object to the type of an object literal; members that were not sent are left out.
func (b *binder[V]) shape(fields []*Field) (V, bool) {
	base, firstKey := len(b.values), len(b.keys)
	if !b.fields(fields, base) {
		return b.none, false
	}
	kept := base
	for i, f := range fields {
		if b.sent[base+i] {
			b.values[kept] = b.values[base+i]
			b.keys = append(b.keys, f.Name)
			kept++
		}
	}
	return b.makeMap(base, kept, firstKey), true
}

// dictionary binds an object to a map.
func (b *binder[V]) dictionary(t *Type) (V, bool) {
	base, firstKey, elem := len(b.values), len(b.keys), t.Elem
	if elem == nil {
		elem = anyItem
	}
	if !b.in.open() {
		return b.none, false
	}
	for first := true; b.in.more(first, '}'); first = false {
		key, ok := b.key()
		if !ok {
			return b.none, false
		}
		if b.in.drops(key) {
			if !b.in.skip() {
				return b.none, false
			}
			continue
		}
		v, ok := b.at(step{name: key, index: -1}, elem, false)
		if !ok {
			return b.none, false
		}
		b.push(v)
		b.keys = append(b.keys, b.names.copyOf(key))
	}
	if b.in.fail != nil {
		return b.none, false
	}
	if bad := t.Rules.checkItems(len(b.keys)-firstKey, nil); bad != nil {
		if _, ok := b.refuseAs(bad); !ok {
			return b.none, false
		}
	}
	return b.makeMap(base, len(b.values), firstKey), true
}

// list binds a list of items.
func (b *binder[V]) list(t, item *Type) (V, bool) {
	base, start, fine, loose := len(b.values), b.in.at, len(b.found), t.Kind != List
	if !b.in.open() {
		return b.none, false
	}
	for i := 0; b.in.more(i == 0, ']'); i++ {
		v, ok := b.at(step{index: i}, item, loose)
		if !ok {
			return b.none, false
		}
		b.push(v)
	}
	if b.in.fail != nil {
		return b.none, false
	}
	if t.Rules != nil && !b.checkList(t, item, len(b.values)-base, start, fine) {
		return b.none, false
	}
	v := b.none
	if len(b.found) == 0 {
		v = b.make.List(b.values[base:])
	}
	b.drop(base)
	return v, true
}

// checkList checks a list, whose text began at start, against the rules of its type. It does not compare
// items if one of them did not fit, that is, if more mismatches were found than the number given as fine.
func (b *binder[V]) checkList(t, item *Type, n, start, fine int) bool {
	differ := func() bool { return len(b.found) > fine || itemsDiffer(item, b.in.text[start:b.in.at]) }
	_, ok := b.refuseAs(t.Rules.checkItems(n, differ))
	return ok
}

// fields reads an object's members into the values from base on, one for each field.
func (b *binder[V]) fields(fields []*Field, base int) bool {
	for range fields {
		b.push(b.none)
	}
	if !b.in.open() {
		return false
	}
	next := 0
	for first := true; b.in.more(first, '}'); first = false {
		key, ok := b.key()
		if !ok {
			return false
		}
		i := findField(fields, key, next)
		if i < 0 {
			ok = b.unclaimed(fields, key)
		} else {
			ok = b.field(fields[i], base+i)
			next = i + 1
		}
		if !ok {
			return false
		}
	}
	return b.in.fail == nil && b.require(fields, base)
}

// unclaimed reads past a member that belongs to no field.
func (b *binder[V]) unclaimed(fields []*Field, key string) bool {
	if !b.in.limits.RefuseUnknown {
		return b.in.skip()
	}
	bad := undeclared(fields)
	bad.Path = renderPath(b.path, key)
	return b.in.skip() && b.record(bad)
}

// field binds one member. For a type without null, null discards an earlier value of the member.
func (b *binder[V]) field(f *Field, slot int) bool {
	if b.in.peek() == 'n' && (f.NotNull || !f.Type.takesNull()) {
		b.values[slot], b.sent[slot] = b.none, f.NotNull
		return b.in.word("null") && (!f.NotNull || b.refuseNull(f))
	}
	v, ok := b.at(step{name: f.JSON, index: -1}, f.Type, false)
	b.values[slot], b.sent[slot] = v, true
	return ok
}

// refuseNull records null for a field that does not allow it.
func (b *binder[V]) refuseNull(f *Field) bool {
	bad := f.Type.unfitNull()
	bad.Path = renderPath(b.path, f.JSON)
	return b.record(bad)
}

// require records the required fields that were not sent.
func (b *binder[V]) require(fields []*Field, base int) bool {
	for i, f := range fields {
		if !f.Required || b.sent[base+i] {
			continue
		}
		missing := f.Type.missing(f.RequiredMessage)
		missing.Path = renderPath(b.path, f.JSON)
		if !b.record(missing) {
			return false
		}
	}
	return true
}

// findField finds the field of a key. Senders mostly keep the order of the class, so the search starts after
// the field that was found last; a field's own name takes precedence over the aliases of others.
func findField(fields []*Field, key string, next int) int {
	for i := next; i < len(fields); i++ {
		if fields[i].JSON == key {
			return i
		}
	}
	for i := range min(next, len(fields)) {
		if fields[i].JSON == key {
			return i
		}
	}
	for i, f := range fields {
		for _, alias := range f.Aliases {
			if alias == key {
				return i
			}
		}
	}
	return -1
}

func (b *binder[V]) key() (string, bool) {
	raw, escaped, ok := b.in.key()
	if escaped && ok {
		raw = unescape(raw)
	}
	return raw, ok
}

// pollEvery is the number of values that are bound between two polls.
const pollEvery = 1 << 10

// at binds the next value, one level deeper.
func (b *binder[V]) at(s step, t *Type, loose bool) (v V, ok bool) {
	if b.in.left <= b.due {
		b.due = b.in.left - pollEvery
		if b.thrown = b.make.Poll(); b.thrown != nil {
			return b.none, false
		}
	}
	b.path = append(b.path, s)
	switch {
	case t.isJudged():
		v, ok = b.judged(t, loose)
	case loose:
		v, ok = b.looseItem(t)
	default:
		v, ok = b.value(t)
	}
	b.path = b.path[:len(b.path)-1]
	return v, ok
}

// judged checks the application's own constraints, once the value and the other constraints are right. There
// is not a value of an object or a list to check if something before it was wrong.
func (b *binder[V]) judged(t *Type, loose bool) (v V, ok bool) {
	first, before := b.in.peek(), len(b.found)
	isNull := first == 'n' || t.isNoText("") && strings.HasPrefix(b.in.text[b.in.at:], `""`)
	if loose {
		v, ok = b.looseItem(t)
	} else {
		v, ok = b.value(t)
	}
	isMade := before == 0 || first != '{' && first != '['
	if !ok || !isMade || len(b.found) > before {
		return v, ok
	}
	found, err := Judged(b.make, t, v, isNull)
	if err != nil {
		b.thrown = err
		return b.none, false
	}
	if found != nil {
		return b.refuseAs(found)
	}
	return v, true
}

func (b *binder[V]) push(v V) {
	b.values = append(b.values, v)
	b.sent = append(b.sent, false)
}

// drop removes the values from base on from the stack and clears them.
func (b *binder[V]) drop(base int) {
	clear(b.values[base:])
	b.values = b.values[:base]
	b.sent = b.sent[:base]
}

// makeMap makes a map of the values from base to end and the keys from firstKey on, and removes both from the
// stacks.
func (b *binder[V]) makeMap(base, end, firstKey int) V {
	v := b.none
	if len(b.found) == 0 {
		v = b.make.Map(b.keys[firstKey:], b.values[base:end])
	}
	b.drop(base)
	clear(b.keys[firstKey:])
	b.keys = b.keys[:firstKey]
	return v
}
