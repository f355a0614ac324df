package rows

import (
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// statements lists the statements that the scripts run in databases, as far as the source shows them.
func (b *builder) statements() {
	templates, _ := b.Datasources()
	if len(templates) == 0 {
		if b.Searches() {
			b.recordColumnTypes(b.beansByClass()) // of documents
		}
		return
	}
	makers := b.beansByClass()
	written := map[fault.Place]*source.Call{}
	for _, file := range b.Project.Files() {
		for i := range file.Calls {
			call := &file.Calls[i]
			if len(call.On) == 0 {
				written[declared.At(file.Path, call.Pos)] = call
			} else if s, ok := b.statement(file, call, makers, templates); ok {
				b.out.Statements = append(b.out.Statements, s)
			}
		}
	}
	for _, repository := range b.out.Repositories {
		for _, q := range repository.Queries {
			s := &manifest.Statement{
				By: manifest.ByQuery, In: q.Name, Text: q.SQL, Known: true, Datasource: repository.Rows.Datasource, Rows: q.Class, Place: q.Place,
			}
			if call := written[q.Place]; call != nil && call.Known && call.Text == q.SQL {
				s.Pieces = call
			}
			b.out.Statements = append(b.out.Statements, s)
		}
	}
	for _, s := range b.out.Statements {
		b.setFields(s)
		if s.Rows != nil && s.By != manifest.ByQuery { // the rows of queries have been checked
			b.Problems = append(b.Problems, b.Types.ResolveFields(s.Rows)...)
			b.fieldsFit(fault.Spot{Place: s.Place, Length: 1}, s.In, s.Rows.Name, s.Rows.Fields)
		}
	}
	b.recordColumnTypes(makers)
}

// beansByClass returns, for each class, the beans that have its members, as their own or inherited.
func (b *builder) beansByClass() map[*source.Class][]*manifest.Bean {
	makers := map[*source.Class][]*manifest.Bean{}
	for _, bean := range b.Beans {
		if owner := b.Classes[bean.Class]; owner != nil && owner.Class != nil && bean.Stereotype != manifest.Supplied {
			for _, link := range b.Chain(owner) {
				makers[link.Class] = append(makers[link.Class], bean)
			}
		}
	}
	return makers
}

// statement reads a call, if it is a call of a SqlTemplate.
func (b *builder) statement(
	file *source.File, call *source.Call, makers map[*source.Class][]*manifest.Bean, templates []string,
) (*manifest.Statement, bool) {
	s := &manifest.Statement{By: call.Name, Text: call.Text, Known: call.Known, Place: declared.At(file.Path, call.Pos), In: call.Class, Pieces: call}
	if call.Member != "" {
		s.In += "." + call.Member
	}
	path := call.On
	if len(path) > 1 && path[len(path)-1] == "primary" {
		path = path[:len(path)-1]
	}
	var ok bool
	class := file.Class(call.Class)
	switch {
	case len(path) == 3 && path[0] == "this" && path[2] == "sql" && class != nil:
		ok = b.onRepository(s, b.fieldType(b.DeclaredClass(file, class), path[1]))
	case len(path) == 2 && path[1] == "sql" && call.Type != nil:
		ok = b.onRepository(s, located{file, call.Type})
	case len(path) == 2 && path[0] == "this" && class != nil:
		ok = b.onField(s, b.DeclaredClass(file, class), path[1], makers[class])
	case len(path) == 1 && call.Type != nil && b.isTemplate(file, call.Type):
		ok, s.Anywhere = true, true
		if class != nil && call.Member == "constructor" {
			b.given(s, b.DeclaredClass(file, class), path[0], makers[class])
		}
	}
	if s.Anywhere && len(templates) == 1 {
		s.Anywhere, s.Datasource = false, templates[0]
	}
	if found := b.Project.Lookup(file, call.Rows); call.Rows != "" && found.Class != nil {
		s.Rows = b.Types.Class(found.File, found.Class)
	}
	return s, ok
}

func (b *builder) isTemplate(file *source.File, t *source.Type) bool {
	return t.Kind == source.TypeName && b.TypeKeyOf(file, t) == manifest.HostType(declared.TypeTemplate)
}

// onField looks up the datasource of this.name, and reports whether this.name is a SqlTemplate.
func (b *builder) onField(s *manifest.Statement, owner *declared.Owner, name string, beans []*manifest.Bean) bool {
	for _, link := range b.Chain(owner) {
		member := link.Member(name)
		if member == nil {
			if p := parameterField(link, name); p != nil && p.Type != nil && b.isTemplate(link.File, p.Type) {
				s.Anywhere = true
				b.given(s, owner, name, beans)
				return true
			}
			continue
		}
		typed := member.Type != nil && b.isTemplate(link.File, member.Type)
		s.Anywhere = true
		injected := b.given(s, owner, name, beans)
		return typed || injected
	}
	if name != "sql" || !b.IsRepository(owner) {
		return false
	}
	b.ofRows(s, owner)
	return true
}

// ofRows sets the datasource to that of a repository's rows.
func (b *builder) ofRows(s *manifest.Statement, owner *declared.Owner) {
	i := slices.IndexFunc(b.out.Repositories, func(r *manifest.Repository) bool { return r.Class == owner.Ref })
	if s.Anywhere = i < 0; i >= 0 {
		s.Datasource = b.out.Repositories[i].Rows.Datasource
	}
}

// onRepository reports whether a type is a repository, whose property sql then runs the statement.
func (b *builder) onRepository(s *manifest.Statement, of located) bool {
	if of.typ == nil || of.typ.Kind != source.TypeName {
		return false
	}
	found := b.Project.LookupType(of.file, of.typ)
	if found.Class == nil {
		return false
	}
	owner := b.DeclaredClass(found.File, found.Class)
	if !b.IsRepository(owner) || owner.Member("sql") != nil {
		return false
	}
	b.ofRows(s, owner)
	return true
}

// fieldType returns the declared type of a field, or of the constructor parameter that declares it.
func (b *builder) fieldType(owner *declared.Owner, name string) (written located) {
	for _, link := range b.Chain(owner) {
		if m := link.Member(name); m != nil {
			return located{link.File, m.Type}
		}
		if p := parameterField(link, name); p != nil {
			return located{link.File, p.Type}
		}
	}
	return written
}

// parameterField returns the constructor parameter that declares a field.
func parameterField(owner *declared.Owner, name string) *source.Param {
	constructor := owner.Member("constructor")
	if constructor == nil {
		return nil
	}
	i := slices.IndexFunc(constructor.Params, func(p *source.Param) bool { return p.IsProperty && p.Name == name })
	if i < 0 {
		return nil
	}
	return constructor.Params[i]
}

// given looks up the datasource whose SqlTemplate is injected into the field, or the constructor parameter, of
// that name; it must be the same for every bean of the class.
func (b *builder) given(s *manifest.Statement, owner *declared.Owner, name string, beans []*manifest.Bean) (injected bool) {
	for _, bean := range beans {
		datasource, ok := b.injectedTemplate(bean, owner, name)
		if !ok || injected && datasource != s.Datasource {
			s.Anywhere = true
			return injected
		}
		s.Datasource, s.Anywhere, injected = datasource, false, true
	}
	return injected
}

func (b *builder) injectedTemplate(bean *manifest.Bean, owner *declared.Owner, name string) (datasource string, ok bool) {
	for _, injection := range bean.Fields {
		if injection.Field == name {
			return b.templateAt(injection)
		}
	}
	for _, link := range b.Chain(owner) {
		constructor := link.Member("constructor")
		if constructor == nil {
			continue
		}
		for i, p := range constructor.Params {
			if p.Name == name && i < len(bean.Arguments) {
				return b.templateAt(bean.Arguments[i])
			}
		}
		break
	}
	return "", false
}

// templateAt returns the datasource of the SqlTemplate that is injected.
func (b *builder) templateAt(injection manifest.Injection) (datasource string, ok bool) {
	if injection.Bean < 0 || injection.IsValue || injection.IsList {
		return "", false
	}
	bean := b.out.Beans[injection.Bean]
	if bean.Stereotype != manifest.Supplied || bean.TypeName != declared.TypeTemplate {
		return "", false
	}
	return declared.DatasourceOf(bean.Name)
}
