package machine

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/records"
)

// spreading is the `...row` of a literal. goja walks through the properties by four iterators within each other and defines
// them one by one. Here the values are copied, if both objects are records, or the source is a plain object without
// getters; all others are left to goja.
type spreading struct{ *places }

func (c *spreading) exec(machine unsafe.Pointer) {
	operands := c.operands(machine, 2)
	target, isObject := operands[0].(*goja.Object)
	source, ok := operands[1].(*goja.Object)
	if isObject && ok && records.Copy(target, source, nil) {
		c.answer(machine, 2)
		return
	}
	c.spread(unsafe.Pointer(c), machine)
}

// opening begins a pattern with a rest, `const {id, ...rest} = row`, whose other names are written in the program. goja
// puts an object in front of the row that keeps the names that are read. Here the row itself is read; the names are known.
type opening struct {
	*places
	rest *rest
}

func (o *opening) exec(machine unsafe.Pointer) {
	if row, ok := o.operands(machine, 1)[0].(*goja.Object); ok && o.rest.isWarm() && records.Simple(row) && o.push(machine, row) {
		*(*int)(unsafe.Add(machine, o.pc))++
		return
	}
	o.opened(unsafe.Pointer(o), machine)
}

// rest makes the object of the rest.
type rest struct {
	maker
	names []unistring.String // what is not in it
}

func (r *rest) exec(machine unsafe.Pointer) {
	operands := r.operands(machine, 2)
	if *faceOf(&operands[0]) != *faceOf(&operands[1]) { // goja's object is in front
		r.object(machine) // is counted
		r.rested(unsafe.Pointer(r), machine)
		return
	}
	made := r.object(machine)
	if made != nil && records.Copy(made, operands[1].(*goja.Object), r.names) && r.push(machine, made) {
		*(*int)(unsafe.Add(machine, r.pc))++
		return
	}
	r.late(machine)
}

// late makes the rest as goja does, of an object that has changed since the pattern began.
func (r *rest) late(machine unsafe.Pointer) {
	pc := *(*int)(unsafe.Add(machine, r.pc))
	r.opened(unsafe.Pointer(r), machine)
	*(*int)(unsafe.Add(machine, r.pc)) = pc
	operands := r.operands(machine, 2)
	front := operands[1].(*goja.Object)
	for _, name := range r.names {
		records.Look(front, name)
	}
	operands[0] = front
	*(*int)(unsafe.Add(machine, r.sp))--
	r.rested(unsafe.Pointer(r), machine)
}

// patterns holds the tables of the instructions of patterns.
type patterns struct {
	open, duplicate, read, constant, toKey, readKey, otherwise unsafe.Pointer
	stores                                                     [4]unsafe.Pointer
}

// spreads finds the instructions of spreads and patterns.
func (p *places) spreads() bool {
	program := goja.MustCompile("", `(function(a) {
		const {b, c: d = 1, ...e} = a; let x, y, z, w; ({x, z, ...y} = a); ({...w} = a); return [{...b}, () => [e, z, w]];
	})`, true)
	good, stores := true, p.patterns.stores[:0]
	named := map[string]*unsafe.Pointer{
		"goja._createDestructSrc": &p.patterns.open, "goja._dup": &p.patterns.duplicate, "goja.getProp": &p.patterns.read, "goja.loadVal": &p.patterns.constant,
		"goja._toPropertyKey": &p.patterns.toKey, "goja._getKey": &p.patterns.readKey, "goja.jdef": &p.patterns.otherwise,
		"goja._copyRest": &p.copyRest, "goja._copySpread": &p.copySpread,
	}
	p.each(program, func(slots []face, t reflect.Type) {
		name, table := t.String(), slots[0].table
		if found := named[name]; found != nil {
			*found = table
			good = good && isMethod(table, strings.TrimPrefix(name, "goja.")+").exec")
		}
		switch name {
		case "goja.initStackP", "goja.initStashP", "goja.storeStackLexP", "goja.storeStashLexP":
			if !slices.Contains(stores, table) {
				stores = append(stores, table)
			}
		case "goja.getProp":
			good = good && t.Kind() == reflect.String
		case "goja.loadVal":
			good = good && t.Kind() == reflect.Struct && t.NumField() == 1 && t.Field(0).Type == reflect.TypeFor[goja.Value]()
		}
	}, func(*face) {})
	for _, table := range named {
		good = good && *table != nil
	}
	if !good || len(stores) != len(p.patterns.stores) {
		return false
	}
	p.spreader, p.spread = replaced(p.copySpread, (*spreading).exec), methodOf(p.copySpread)
	p.opener, p.opened = replaced(p.patterns.open, (*opening).exec), methodOf(p.patterns.open)
	p.rester, p.rested = replaced(p.copyRest, (*rest).exec), methodOf(p.copyRest)
	return true
}

// shorten replaces the instructions of a pattern with a rest if all its names are written in the program, and its values
// go to variables.
func (p *places) shorten(slots []face) {
	names, end := p.namesIn(slots)
	if end < 0 {
		return
	}
	made := &rest{maker: maker{places: p}, names: names}
	slots[0] = face{unsafe.Pointer(p.opener), unsafe.Pointer(&opening{p, made})}
	slots[end] = face{unsafe.Pointer(p.rester), unsafe.Pointer(made)}
}

// namesIn returns the names of a pattern, and where its rest is made, -1 if it has anything that is not known.
func (p *places) namesIn(slots []face) (names []unistring.String, end int) {
	is := func(i int, table unsafe.Pointer) bool { return i < len(slots) && slots[i].table == table }
	known := &p.patterns
	for i := 1; i < len(slots); i++ {
		switch table := slots[i].table; {
		case table == p.copyRest:
			return names, i
		case is(i, known.duplicate) && is(i+1, known.read):
			names = append(names, *(*unistring.String)(slots[i+1].data))
			i++
		case is(i, known.duplicate) && is(i+1, known.constant) && is(i+2, known.toKey) && is(i+3, known.readKey):
			key := (*face)(slots[i+1].data)
			if key.table != p.ascii {
				return nil, -1
			}
			names = append(names, unistring.String(*(*string)(key.data)))
			i += 3
		case table == known.otherwise && is(i+1, known.constant):
			i++
		case slices.Contains(known.stores[:], table):
		default:
			return nil, -1
		}
	}
	return nil, -1
}
