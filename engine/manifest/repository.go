package manifest

import (
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// typeRepository is the host's base class of all repositories.
const typeRepository = "Repository"

// Repository is a class that finds and keeps the rows of one table.
type Repository struct {
	Class   Ref
	Name    string // for people
	Rows    *Table
	Queries []*Query
}

// plainRepositories takes in the repositories that carry no decorator: extending Repository is enough.
func (src *Source) plainRepositories() {
	for _, path := range src.Scan {
		file := src.Project.File(path)
		if file == nil {
			continue
		}
		for _, class := range file.Classes {
			ref := Ref{path, class.Export}
			if class.Export == "" || src.classes[ref] != nil {
				continue
			}
			if owner := (&declared{ref: ref, file: file, class: class}); src.isRepository(owner) {
				src.classes[ref] = owner
				src.ordered = append(src.ordered, owner)
			}
		}
	}
}

// isRepository tells a class that extends the host's, over others maybe.
func (src *Source) isRepository(owner *declared) bool {
	chain := src.chain(owner)
	last := chain[len(chain)-1]
	return last.class.Extends != nil && src.typeKeyOf(last.file, last.class.Extends) == hostType(typeRepository)
}

// repositories finds the classes that extend Repository, with their rows and queries.
func (b *rowsBuilder) repositories() {
	tables := map[Ref]*Table{}
	for _, owner := range b.ordered {
		switch {
		case owner.class == nil || !b.scans(owner):
		case !b.isRepository(owner):
			b.strayQueries(owner)
		case !owner.class.Abstract:
			b.repository(owner, tables)
		}
	}
}

func (b *rowsBuilder) repository(owner *declared, tables map[Ref]*Table) {
	rows, ok := b.rowsOf(owner)
	if !ok {
		return
	}
	if _, known := tables[rows.ref]; !known {
		tables[rows.ref] = b.table(rows)
	}
	repository := &Repository{Class: owner.ref, Name: owner.name(), Rows: tables[rows.ref]}
	if repository.Rows == nil {
		return // why has been told
	}
	repository.Queries = b.queries(owner)
	b.out.Repositories = append(b.out.Repositories, repository)
}

// located is a type with the file it is written in.
type located struct {
	file *source.File
	typ  *source.Type
}

// rowsOf finds the class that a repository has the rows of: the first argument of Repository, which a base class may hand on.
func (b *rowsBuilder) rowsOf(owner *declared) (*declared, bool) {
	row, given := rowArgument(b.chain(owner))
	if !given {
		d := owner.spot().Problem("repository-rows", "%s extends Repository and does not say of which rows", owner.name())
		b.report(fault.Explain(d, "a repository belongs to one class, whose fields are the columns of a table",
			"name it: class "+owner.name()+" extends Repository<User>, in JavaScript /** @extends {Repository<User>} */ above the class"))
		return nil, false
	}
	found := b.Project.LookupType(row.file, row.typ)
	if found.Class != nil && found.Class.Export != "" {
		return b.declaredClass(found.File, found.Class), true
	}
	d := spotOf(row.file.Path, row.typ.Pos, row.typ.String()).Problem("repository-rows",
		"%s is to have the rows of %s, which is no exported class of the application", owner.name(), row.typ)
	d.Hint = fmt.Sprintf("write @Table(\"…\") export class %s { @Id id: int; … }, and import it here", row.typ)
	b.report(d)
	return nil, false
}

// rowArgument goes up from a class to Repository, and gives what is written for its first type parameter.
func rowArgument(chain []*declared) (row located, given bool) {
	bound := map[string]located{}
	for i, link := range chain {
		args := make([]located, len(link.class.Extends.Args))
		for j, arg := range link.class.Extends.Args {
			args[j] = located{link.file, arg}
			if known, ok := bound[arg.Name]; ok && slices.Contains(link.class.TypeParams, arg.Name) {
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
		for j, name := range chain[i+1].class.TypeParams {
			if j < len(args) {
				bound[name] = args[j]
			}
		}
	}
	return row, false
}
