package machine

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/records"
)

// spreading is the `...row` of a literal. goja walks through the properties by four iterators within each other and defines
// them one by one. Here the values are copied, if both objects are records, or the source is a plain object without
// getters; all others are left to goja.
type spreading struct{ original inside.Own }

func (c *spreading) exec(m *inside.Machine) {
	operands := m.Operands(2)
	target, isObject := operands[0].(*goja.Object)
	source, ok := operands[1].(*goja.Object)
	if isObject && ok && records.Copy(target, source, nil) {
		m.Answer(2)
		return
	}
	c.original.Run(m)
}

// opening begins a pattern with a rest, `const {id, ...rest} = row`, whose other names are written in the program. goja
// puts an object in front of the row that keeps the names that are read. Here the row itself is read; the names are known.
type opening struct {
	original inside.Own
	rest     *rest
}

func (o *opening) exec(m *inside.Machine) {
	if row, ok := m.Operands(1)[0].(*goja.Object); ok && o.rest.isWarm() && records.Simple(row) && m.Push(row) {
		m.Next()
		return
	}
	o.original.Run(m)
}

// rest makes the object of the rest.
type rest struct {
	maker
	open  inside.Own         // the beginning of the pattern
	names []unistring.String // what is not in it
}

func (r *rest) exec(m *inside.Machine) {
	operands := m.Operands(2)
	if !inside.ValueOf(&operands[0]).Same(inside.ValueOf(&operands[1])) { // goja's object is in front
		r.made(m) // is counted
		r.original.Run(m)
		return
	}
	made := r.made(m)
	if made != nil && records.Copy(made, operands[1].(*goja.Object), r.names) && m.Push(made) {
		m.Next()
		return
	}
	r.late(m)
}

// late makes the rest as goja does, of an object that has changed since the pattern began.
func (r *rest) late(m *inside.Machine) {
	r.open.Run(m)
	m.Back()
	operands := m.Operands(2)
	front := operands[1].(*goja.Object)
	for _, name := range r.names {
		records.Look(front, name)
	}
	operands[0] = front
	m.Drop()
	r.original.Run(m)
}

// shorten replaces the instructions of a pattern with a rest if all its names are written in the program, and its values
// go to variables.
func (r *replacements) shorten(slots []inside.Slot) {
	names, end := namesIn(slots)
	if end < 0 {
		return
	}
	made := &rest{maker: maker{original: slots[end].Own()}, open: slots[0].Own(), names: names}
	inside.Replace(&slots[0], r.pattern, &opening{slots[0].Own(), made})
	inside.Replace(&slots[end], r.rest, made)
}

// namesIn returns the names of a pattern, and where its rest is made, -1 if it has anything that is not known.
func namesIn(slots []inside.Slot) (names []unistring.String, end int) {
	is := func(i int, kinds ...*inside.Kind) bool {
		for at, kind := range kinds {
			if i+at >= len(slots) || !slots[i+at].Is(kind) {
				return false
			}
		}
		return true
	}
	for i := 1; i < len(slots); i++ {
		switch {
		case is(i, &inside.CopyRest):
			return names, i
		case is(i, &inside.Duplicate, &inside.Read):
			names = append(names, unistring.String(slots[i+1].Text()))
			i++
		case is(i, &inside.Duplicate, &inside.Constant, &inside.ToPropertyKey, &inside.ReadKey):
			key := slots[i+1].Value()
			if !key.IsASCII() {
				return nil, -1
			}
			names = append(names, unistring.String(key.ASCII()))
			i += 3
		case is(i, &inside.Otherwise, &inside.Constant):
			i++
		case slots[i].IsStore():
		default:
			return nil, -1
		}
	}
	return nil, -1
}
