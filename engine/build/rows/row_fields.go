package rows

import (
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
)

// setFields records the members that a column of a statement's result can set.
func (b *builder) setFields(s *manifest.Statement) {
	if s.Rows == nil || b.Project.File(s.Rows.File) == nil {
		return
	}
	file := b.Project.File(s.Rows.File)
	class := file.Class(s.Rows.Name)
	if class == nil {
		s.Open = true
		return
	}
	chain := b.Chain(b.DeclaredClass(file, class))
	s.Open = chain[len(chain)-1].Class.Extends != nil
	for _, link := range chain {
		for _, m := range link.Class.Members {
			if !m.Static && (m.Kind == source.Field || m.Kind == source.Setter) {
				s.Settable = append(s.Settable, m.Name)
			}
		}
	}
}
