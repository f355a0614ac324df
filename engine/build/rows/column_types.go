package rows

import (
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// columnType returns how values of a type are stored.
func columnType(t *schema.Type) manifest.ColumnType {
	switch t.Kind {
	case schema.String:
		return manifest.Textual
	case schema.Bool:
		return manifest.Truth
	case schema.Date:
		return manifest.Moment
	case schema.Object, schema.Map, schema.Shape:
		return manifest.Document
	default:
		if t.Kind.IsList() {
			return manifest.Document
		}
		return manifest.Scalar
	}
}

// columnTypes returns how the fields of a class or a shape are stored, for those whose values may have to be converted.
func columnTypes(fields []*schema.Field) map[string]manifest.ColumnType {
	types := map[string]manifest.ColumnType{}
	for _, f := range fields {
		if stored := columnType(f.Type); stored > manifest.Textual {
			types[f.Name] = stored
		}
	}
	return types
}

// recordColumnTypes records how the fields are stored of every exported class that rows and documents can become, and
// whether its constructor matters.
// Mistakes in the fields of a class are reported where it is used.
func (b *builder) recordColumnTypes(beans map[*source.Class][]*manifest.Bean) {
	b.out.ColumnTypes = map[manifest.Ref]map[string]manifest.ColumnType{}
	b.out.BareClasses = map[manifest.Ref]bool{}
	for _, file := range b.Project.Files() {
		for _, decl := range file.Classes {
			if decl.Export == "" || len(beans[decl]) > 0 {
				continue
			}
			ref := manifest.Ref{File: file.Path, Export: decl.Export}
			if isBare(b.Chain(b.DeclaredClass(file, decl)), isLiteral) {
				b.out.BareClasses[ref] = true
			}
			class := b.Types.Class(file, decl)
			_ = b.Types.ResolveFields(class)         // mistakes are reported elsewhere
			hidden, _ := b.Types.HiddenFields(class) // hidden from JSON, but set from rows
			if types := columnTypes(slices.Concat(class.Fields, hidden)); len(types) > 0 {
				b.out.ColumnTypes[ref] = types
			}
		}
	}
}

// fieldsFit reports whether all fields of a class or shape of rows fit into columns; otherwise it adds a problem.
func (b *builder) fieldsFit(s fault.Spot, what, of string, fields []*schema.Field) bool {
	fit := true
	for _, f := range fields {
		if f.Type.Kind != schema.Host && f.Type.Kind != schema.Void {
			continue
		}
		fit = false
		problem := s.Problem("query-result", "%s finds rows with %s of %s, which is %s", what, f.Name, of, fault.Article(f.Type.Name))
		b.Report(fault.Explain(problem, "a column cannot hold that", fmt.Sprintf("give %s a type that a column can hold, or remove it", f.Name)))
	}
	return fit
}
