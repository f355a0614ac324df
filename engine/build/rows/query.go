package rows

import (
	"fmt"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// queries reads the methods with @Query, including those of base classes; a method that the class redeclares hides
// that of its base class.
func (b *builder) queries(owner *declared.Owner) []*manifest.Query {
	var list []*manifest.Query
	seen := map[string]bool{}
	for _, link := range b.Chain(owner) {
		for _, d := range link.Members {
			method := link.Member(d.Member)
			if d.Decorator != "Query" || method == nil || seen[d.Member] {
				continue
			}
			if query, ok := b.query(link, d, method); ok {
				list = append(list, query)
			}
		}
		for _, m := range link.Class.Members {
			seen[m.Name] = true
		}
	}
	return list
}

func (b *builder) query(owner *declared.Owner, d *declared.Declaration, method *source.Member) (*manifest.Query, bool) {
	s := b.SpotOf(owner, d)
	q := &manifest.Query{
		Method: d.Member, Name: owner.NameOf(d), SQL: b.OptionText(d, "sql", s), Place: s.Place, Width: s.Length,
		Async: method.Async || method.Type != nil && declared.UnwrapPromise(method.Type) != method.Type,
	}
	if method.Kind != source.Method {
		problem := s.Problem("query-target", "@Query is on %s, which is not a method", q.Name)
		problem.Hint = "write it as a method, whose parameters are those of the statement: " + d.Member + "(id) { … }"
		b.Report(problem)
		return nil, false
	}
	for _, p := range method.Params {
		if p.Rest || p.Destructured {
			problem := owner.AtParam(p).Problem("query-parameter", "a parameter of %s has no name", q.Name)
			b.Report(fault.Explain(problem, "the parameters of the statement get the method's parameters with the same names",
				"write one parameter for each: find(email, name)"))
			return nil, false
		}
		q.Params = append(q.Params, p.Name)
	}
	result, problem := b.Types.Result(owner.File, method.Type)
	if problem != nil {
		b.Report(declared.Naming("the result of "+q.Name, *problem))
		return nil, false
	}
	gives(q, result)
	return q, b.canMake(owner, q, method) && b.canHold(owner, q, method, result)
}

// canHold reports whether a column can hold what a query finds; otherwise it adds a problem.
func (b *builder) canHold(owner *declared.Owner, q *manifest.Query, method *source.Member, result *schema.Type) bool {
	if result.Kind == schema.List && result.Elem != nil {
		result = result.Elem
	}
	s := owner.At(method)
	switch result.Kind {
	case schema.Host:
		problem := s.Problem("query-result", "the result of %s is %s", q.Name, fault.Article(result.Name))
		b.Report(fault.Explain(problem, "a column cannot hold that", "name a class for the rows, a type of object, or the type of the only column"))
		return false
	case schema.Shape:
		return b.fieldsFit(s, q.Name, result.Name, result.Fields)
	case schema.Object:
		b.Problems = append(b.Problems, b.Types.ResolveFields(result.Class)...)
		return b.fieldsFit(s, q.Name, result.Class.Name, result.Class.Fields)
	}
	return true
}

// gives derives what a query finds from the type of the method's result.
func gives(q *manifest.Query, t *schema.Type) {
	q.May = t.Nullable
	value, row := manifest.FindsValue, manifest.FindsRow
	switch t.Kind {
	case schema.Untyped:
		return
	case schema.Void:
		q.Finds = manifest.FindsNothing
		return
	case schema.StringList, schema.IntegerList, schema.FloatList:
		q.Finds = manifest.FindsValues
		return
	case schema.Any:
		q.Finds = manifest.FindsRows
		return
	case schema.List:
		if t.Elem == nil {
			q.Finds = manifest.FindsRows
			return
		}
		value, row, t = manifest.FindsValues, manifest.FindsRows, t.Elem
	}
	switch t.Kind {
	case schema.Object:
		q.Finds, q.Class = row, t.Class
	case schema.Shape:
		q.Finds, q.Fields = row, columnTypes(t.Fields)
	case schema.Map:
		q.Finds = row
		if t.Elem != nil {
			q.Type = columnType(t.Elem)
		}
	case schema.Any:
		q.Finds = row
	default:
		q.Finds, q.Type = value, columnType(t)
	}
}

// canMake reports whether objects of the class for a query's rows can be made; otherwise it adds a problem.
func (b *builder) canMake(owner *declared.Owner, q *manifest.Query, method *source.Member) bool {
	c := q.Class
	if c == nil || c.Export != "" && c.RequiredArgs == 0 && !c.Abstract {
		return true
	}
	problem := owner.At(method).Problem("query-result", "the result of %s is %s, which cannot be made from a row", q.Name, fault.Article(c.Name))
	b.Report(fault.Explain(problem, "the class is not exported, is abstract, or its constructor has required parameters",
		fmt.Sprintf("write export class %s, without a constructor", c.Name)))
	return false
}

// strayQueries reports @Query in a class that is not a repository.
func (b *builder) strayQueries(owner *declared.Owner) {
	for _, d := range owner.Members {
		if d.Decorator != "Query" || d.Target == declared.OnParam {
			continue
		}
		problem := b.SpotOf(owner, d).Problem("query-target", "%s has @Query, but %s is not a repository", owner.NameOf(d), owner.Name())
		b.Report(fault.Explain(problem, "a query runs on the database of its repository's rows",
			fmt.Sprintf("write class %s extends Repository<User>, or run the statement with a SqlTemplate", owner.Name())))
	}
}
