package declared

import (
	"github.com/fwrun/fwrun/engine/manifest"
)

// typeRepository is the host's base class of all repositories.
const typeRepository = "Repository"

// plainRepositories collects the repositories that carry no decorator: extending Repository is enough.
func (src *Source) plainRepositories() {
	for _, path := range src.Scan {
		file := src.Project.File(path)
		if file == nil {
			continue
		}
		for _, class := range file.Classes {
			ref := manifest.Ref{File: path, Export: class.Export}
			if class.Export == "" || src.Classes[ref] != nil {
				continue
			}
			if owner := (&Owner{Ref: ref, File: file, Class: class}); src.IsRepository(owner) {
				src.Classes[ref] = owner
				src.Ordered = append(src.Ordered, owner)
			}
		}
	}
}

// IsRepository reports whether a class extends the Repository of the host, directly or indirectly.
func (src *Source) IsRepository(owner *Owner) bool {
	chain := src.Chain(owner)
	last := chain[len(chain)-1]
	return last.Class.Extends != nil && src.TypeKeyOf(last.File, last.Class.Extends) == manifest.HostType(typeRepository)
}
