package engine

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/records"
	"github.com/fwrun/fwrun/platform/jsontext"
)

// CellAppender is implemented by the cells of records that write their own JSON: a property that no script has changed
// is written without becoming a value. ok is false for a cell that has to be written as a value.
type CellAppender interface {
	AppendCell(dst []byte, record, column int) (out []byte, ok bool)
}

// record writes the properties of an object that reads them from cells.
func (w *jsonWriter) record(view records.View, said saying) error {
	empty, direct := len(w.dst), w.writesCells()
	for i := range view.Len() {
		if err := w.property(view, i, said, empty, direct); err != nil {
			return err
		}
	}
	return nil
}

// writesCells reports whether values are written as cells are: no script has added or replaced a toJSON of built-ins.
func (w *jsonWriter) writesCells() bool {
	if w.builtIns == unknown {
		of := &w.scope.instance.builtin
		w.builtIns = replaced
		if w.plainObjects && of.arrays.Get("toJSON") == nil && of.dates.Get("toJSON") == of.dateToJSON {
			w.builtIns = original
		}
	}
	return w.builtIns == original
}

// builtIns is whether the built-ins of a VM are as they were.
type builtIns uint8

const (
	unknown builtIns = iota
	original
	replaced
)

// property writes one property of a record, directly from its cell if that is possible.
func (w *jsonWriter) property(view records.View, i int, said saying, empty int, direct bool) error {
	member := manifest.Member{Form: said.each}
	if said.byName != nil {
		member = said.byName[view.Name(i)]
	}
	cells, number, column, fromCell := view.Cell(i)
	appender, ok := cells.(CellAppender)
	if !direct || !fromCell || !ok || member.Form != nil || member.Hidden {
		if said.byName == nil {
			return w.named(view.Name(i), view.Key(i), view.Value(i), said.each, empty)
		}
		return w.member(view.Name(i), view.Value(i), said, empty)
	}
	if err := w.step(); err != nil {
		return err
	}
	start := len(w.dst)
	if start > empty {
		w.dst = append(w.dst, ',')
	}
	w.key(view.Key(i), member)
	out, ok := appender.AppendCell(w.dst, number, column)
	if !ok {
		w.dst = w.dst[:start]
		return w.member(view.Name(i), view.Value(i), said, empty)
	}
	w.dst = out
	return w.fits(0)
}

// key writes the name of a property with a colon, which is text unless it is written under another name.
func (w *jsonWriter) key(text []byte, m manifest.Member) {
	name := m.JSON
	if w.tree && m.XML != "" {
		name = m.XML
	}
	if name == "" {
		w.dst = append(w.dst, text...)
		return
	}
	w.dst = append(jsontext.AppendString(w.dst, name), ':')
}

// isRecord reports whether an object reads its properties from cells, and has none with symbols as keys.
func isRecord(o *goja.Object) bool {
	view, ok := records.Of(o)
	return ok && !view.HasSymbols()
}
