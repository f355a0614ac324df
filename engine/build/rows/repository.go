package rows

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// repositories finds the classes that extend Repository, with their rows and queries.
func (b *builder) repositories() {
	tables := map[manifest.Ref]*manifest.Table{}
	for _, owner := range b.Ordered {
		switch {
		case owner.Class == nil || !b.Scans(owner):
		case !b.IsRepository(owner):
			b.strayQueries(owner)
		case !owner.Class.Abstract:
			b.repository(owner, tables)
		}
	}
}

func (b *builder) repository(owner *declared.Owner, tables map[manifest.Ref]*manifest.Table) {
	rows, ok := b.rowsOf(owner)
	if !ok {
		return
	}
	if _, known := tables[rows.Ref]; !known {
		tables[rows.Ref] = b.table(rows)
	}
	repository := &manifest.Repository{Class: owner.Ref, Name: owner.Name(), Rows: tables[rows.Ref]}
	if repository.Rows == nil {
		return // the reason was reported before
	}
	repository.Queries = b.queries(owner)
	b.out.Repositories = append(b.out.Repositories, repository)
}

// located is a type with the file in which it is written.
type located struct {
	file *source.File
	typ  *source.Type
}

// rowsOf returns the class of a repository's rows: the first type argument of Repository, which may come from a
// type parameter of a base class.
func (b *builder) rowsOf(owner *declared.Owner) (*declared.Owner, bool) {
	row, given := rowArgument(b.Chain(owner))
	if !given {
		d := owner.Spot().Problem("repository-rows", "%s extends Repository without naming the class of its rows", owner.Name())
		b.Report(fault.Explain(d, "a repository stores objects of one class, whose fields are the columns of a table",
			"name it: class "+owner.Name()+" extends Repository<User>, in JavaScript /** @extends {Repository<User>} */ above the class"))
		return nil, false
	}
	found := b.Project.LookupType(row.file, row.typ)
	if found.Class != nil && found.Class.Export != "" {
		return b.DeclaredClass(found.File, found.Class), true
	}
	d := declared.SpotOf(row.file.Path, row.typ.Pos, row.typ.String()).Problem("repository-rows",
		"the row class of %s is %s, which is not an exported class of the application", owner.Name(), row.typ)
	d.Hint = fmt.Sprintf("write @Table(\"…\") export class %s { @Id id: int; … }, and import it here", row.typ)
	if row.typ.Kind == source.TypeName && found.From == "" && found.Type == nil && found.Enum == nil {
		hint := ""
		d.Why, hint, d.Notes = declared.Unknown(b.Project, row.file, found, nil)
		d.Mend = declared.Meant(row.file, found)
		d.Hint = cmp.Or(hint, d.Hint)
	}
	b.Report(d)
	return nil, false
}

// rowArgument goes up from a class to Repository, and returns what is written for its first type parameter.
func rowArgument(chain []*declared.Owner) (row located, given bool) {
	bound := map[string]located{}
	for i, link := range chain {
		args := make([]located, len(link.Class.Extends.Args))
		for j, arg := range link.Class.Extends.Args {
			args[j] = located{link.File, arg}
			if known, ok := bound[arg.Name]; ok && slices.Contains(link.Class.TypeParams, arg.Name) {
				args[j] = known
			}
		}
		if i == len(chain)-1 {
			if len(args) == 0 {
				return row, false
			}
			return args[0], true
		}
		bound = map[string]located{}
		for j, name := range chain[i+1].Class.TypeParams {
			if j < len(args) {
				bound[name] = args[j]
			}
		}
	}
	return row, false
}
