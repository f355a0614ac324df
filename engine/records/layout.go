package records

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf16"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/platform/jsontext"
)

// Cells are the values of records, by the number of the record and of the column. Cell must return the value of the
// language, never nil; it is asked once for each object.
type Cells interface {
	Cell(record, column int) goja.Value
}

// Field says which column the property of a name is read from.
type Field struct {
	Name   string
	Column int
}

// Layout is what the objects of all records of a kind have in common, in one VM.
type Layout struct {
	prototype *goja.Object
	fields    []Field // distinct, in the order of an object's properties
	names     []unistring.String
	values    []goja.Value // the names
	texts     [][]byte     // the names as keys of JSON, with the colon
	indexes   int          // how many of the names are indexes of arrays, which come first
	at        map[unistring.String]int
	places    *places
	plain     bool // its objects are made as plain ones
	assigned  bool // they are made by assignments

	grows          bool // see NewLiteral
	begun, settled uint // of such objects, how many were begun, and how many of them have become plain ones
	copies         []copied
}

// NewLayout returns a layout whose objects have the properties as a literal does: whatever the prototype has is
// hidden. Of fields of one name, the first says where the property is, and the last what it holds.
func NewLayout(prototype *goja.Object, fields []Field) *Layout {
	l := &Layout{prototype: prototype, places: known(), at: make(map[unistring.String]int, len(fields))}
	l.plain = l.places == nil
	l.arrange(fields)
	for _, field := range l.fields {
		l.name(unistring.NewFromString(field.Name), field.Name)
	}
	return l
}

// name adds what goes with the name of the next field.
func (l *Layout) name(name unistring.String, text string) {
	l.at[name] = len(l.names)
	l.names = append(l.names, name)
	l.values = append(l.values, goja.StringFromUTF16(utf16.Encode([]rune(text))))
	l.texts = append(l.texts, append(jsontext.AppendString(nil, text), ':'))
}

// NewAssigned returns a layout whose objects are as if the properties were assigned one after another: a setter of the
// prototype is called, and a property that is read-only there cannot be set.
func NewAssigned(prototype *goja.Object, fields []Field) *Layout {
	l := NewLayout(prototype, fields)
	l.assigned = true
	l.plain = l.plain || slices.ContainsFunc(l.names, func(name unistring.String) bool { return isSpecial(prototype, name) })
	return l
}

// Plain makes the layout's objects plain ones from the start, for comparison.
func (l *Layout) Plain() *Layout {
	l.plain = true
	return l
}

// Lazy reports whether the layout's objects read their cells when a script asks.
func (l *Layout) Lazy() bool { return !l.plain }

// arrange sets the fields, each name once, in the order in which the language lists properties: indexes first.
func (l *Layout) arrange(fields []Field) {
	place := make(map[string]int, len(fields))
	for _, field := range fields {
		if at, known := place[field.Name]; known {
			l.fields[at].Column = field.Column
			continue
		}
		place[field.Name] = len(l.fields)
		l.fields = append(l.fields, field)
		if index(field.Name) != math.MaxUint32 {
			l.indexes++
		}
	}
	slices.SortStableFunc(l.fields, func(a, b Field) int { return int(index(a.Name)) - int(index(b.Name)) })
}

// index returns the index of an array that a name such as "12" represents, or a number above all of them.
func index(name string) int64 {
	n, err := strconv.ParseUint(name, 10, 32)
	if err != nil || n == math.MaxUint32 || strconv.FormatUint(n, 10) != name {
		return math.MaxUint32
	}
	return int64(n)
}

// isSpecial reports whether an assignment to a property could do anything else than make it, because of a prototype.
func isSpecial(prototype *goja.Object, name unistring.String) bool {
	for ; prototype != nil; prototype = prototype.Prototype() {
		if prototype.ExportType() == reflect.TypeFor[goja.Proxy]() {
			return true
		}
		if value := inside.OwnProperty(prototype, name); value != nil {
			return inside.IsProperty(value)
		}
	}
	return false
}

// New returns the object of a record. The error is what a setter of the prototype has thrown.
func (l *Layout) New(rt *goja.Runtime, cells Cells, number int) (*goja.Object, error) {
	if l.plain {
		return l.made(rt, cells, number)
	}
	return l.object(rt, cells, number, nil), nil
}

// Filled returns an object with values that are there already, by the columns of the fields; nil is undefined. It keeps its own copy of them. The
// error is what a setter of the prototype has thrown.
func (l *Layout) Filled(rt *goja.Runtime, values []goja.Value) (*goja.Object, error) {
	if l.plain {
		return l.made(rt, held(values), 0)
	}
	own := make([]goja.Value, len(l.fields))
	for i, field := range l.fields {
		if own[i] = values[field.Column]; own[i] == nil {
			own[i] = goja.Undefined()
		}
	}
	return l.object(rt, held(nil), 0, own), nil
}

// held are the cells of an object whose values are there already.
type held []goja.Value

func (h held) Cell(_, column int) goja.Value {
	if h[column] == nil {
		return goja.Undefined()
	}
	return h[column]
}

func (l *Layout) object(rt *goja.Runtime, cells Cells, number int, read []goja.Value) *goja.Object {
	made := &struct {
		inside.Object
		record
	}{}
	made.layout, made.cells, made.number, made.read = l, cells, number, read
	return l.begin(rt, &made.Object, &made.record)
}

// begin makes an object of its parts.
func (l *Layout) begin(rt *goja.Runtime, made *inside.Object, r *record) *goja.Object {
	r.Class, r.Prototype, r.Extensible = "Object", l.prototype, true
	return made.Begin(rt, l.places.record, &r.Plain)
}

// made returns a plain object with all properties.
func (l *Layout) made(rt *goja.Runtime, cells Cells, number int) (*goja.Object, error) {
	o := rt.CreateObject(l.prototype)
	for _, field := range l.fields {
		var err error
		if value := cells.Cell(number, field.Column); l.assigned {
			err = o.Set(field.Name, value)
		} else {
			err = o.DefineDataProperty(field.Name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
		if err != nil {
			return nil, err
		}
	}
	return o, nil
}
