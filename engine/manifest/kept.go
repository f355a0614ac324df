package manifest

import (
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// Kept is how a value of a field is kept in a column, where databases differ.
type Kept uint8

// The ways of keeping. A document is an object, a list or a map, which is kept as JSON.
const (
	Scalar   Kept = iota // as it is
	Textual              // as it is, and never a number
	Truth                // as a boolean, which some databases do not have
	Moment               // as a date or a time, or in its usual text
	Document             // as JSON
)

// keptAs tells how values of a type are kept.
func keptAs(t *schema.Type) Kept {
	switch t.Kind {
	case schema.String:
		return Textual
	case schema.Bool:
		return Truth
	case schema.Date:
		return Moment
	case schema.Object, schema.Map, schema.Shape:
		return Document
	default:
		if t.Kind.IsList() {
			return Document
		}
		return Scalar
	}
}

// keptIn tells it of the fields of a class or a shape, where a value may have to be converted.
func keptIn(fields []*schema.Field) map[string]Kept {
	kept := map[string]Kept{}
	for _, f := range fields {
		if how := keptAs(f.Type); how > Textual {
			kept[f.Name] = how
		}
	}
	return kept
}

// keptFields tells it of every exported class that rows can be made objects of. What is wrong with the fields of one is
// told where it is used.
func (b *rowsBuilder) keptFields(beans map[*source.Class][]*Bean) {
	b.out.KeptFields = map[Ref]map[string]Kept{}
	for _, file := range b.Project.Files() {
		for _, decl := range file.Classes {
			if decl.Export == "" || len(beans[decl]) > 0 {
				continue
			}
			class := b.Types.Class(file, decl)
			_ = b.Types.ResolveFields(class)         // which tells elsewhere what is wrong
			hidden, _ := b.Types.HiddenFields(class) // from JSON, and set all the same
			if kept := keptIn(slices.Concat(class.Fields, hidden)); len(kept) > 0 {
				b.out.KeptFields[Ref{file.Path, decl.Export}] = kept
			}
		}
	}
}

// fieldsFit reports a class or shape of rows of which a field can be in no column.
func (b *rowsBuilder) fieldsFit(s fault.Spot, what, of string, fields []*schema.Field) bool {
	fit := true
	for _, f := range fields {
		if f.Type.Kind != schema.Host && f.Type.Kind != schema.Void {
			continue
		}
		fit = false
		problem := s.Problem("query-result", "%s finds rows with %s of %s, which is %s", what, f.Name, of, fault.Article(f.Type.Name))
		b.report(fault.Explain(problem, "no column can hold that", fmt.Sprintf("give %s a type that a database has, or leave it out", f.Name)))
	}
	return fit
}
