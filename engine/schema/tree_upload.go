package schema

// rawType is the name of the type that represents a file as PHP does: name, type, tmp_name, error, size.
const rawType = "array"

// allFiles reports whether all leaves of the parts are files.
func allFiles(parts []part) bool {
	for _, p := range parts {
		if p.node.isLeaf() && p.node.file == nil || !p.node.isLeaf() && !allFiles(p.node.parts) {
			return false
		}
	}
	return true
}

// rawEntry makes the entry of one file, or the parallel lists of several.
func (b *treeBinder[V]) rawEntry(parts []part) V {
	keys := []string{"name", "type", "tmp_name", "error", "size"}
	return b.make.Map(keys, []V{
		b.rawColumn(parts, func(u Upload) V { return b.make.String(u.Name()) }),
		b.rawColumn(parts, func(u Upload) V { return b.make.String(u.ClaimedType()) }),
		b.rawColumn(parts, func(u Upload) V { return b.make.String(u.Path()) }),
		b.rawColumn(parts, func(u Upload) V { return b.make.Int(int64(u.Code())) }),
		b.rawColumn(parts, func(u Upload) V { return b.make.Int(u.Size()) }),
	})
}

// rawColumn makes one value of an entry, in the shape that the names of the files have.
func (b *treeBinder[V]) rawColumn(parts []part, get func(Upload) V) V {
	only := parts[0]
	if len(parts) == 1 && !only.listed {
		if only.node.file != nil {
			return get(only.node.file)
		}
		if items, ok := only.node.numbered(); ok {
			values := make([]V, len(items))
			for i, one := range items {
				values[i] = b.rawColumn([]part{one.part}, get)
			}
			return b.make.List(values)
		}
		names, groups := only.node.byName()
		values := make([]V, len(names))
		for i := range names {
			values[i] = b.rawColumn(groups[i], get)
		}
		return b.make.Map(names, values)
	}
	values := make([]V, len(parts))
	for i, p := range parts {
		p.listed = false
		values[i] = b.rawColumn([]part{p}, get)
	}
	return b.make.List(values)
}
