package manifest

import (
	"fmt"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// Query is a method of a repository that runs a statement.
type Query struct {
	Method string
	Name   string // for people
	SQL    string
	Params []string // its parameters, in order
	Finds  Finding
	Class  *schema.Class   // of which each row found is made an object; nil for plain ones
	Kept   Kept            // how a value that it finds is kept, or each of a plain row
	Fields map[string]Kept // how those of a plain row are, by their names; nil when nothing is known of them
	May    bool            // find nothing
	Async  bool            // it gives a promise
	Place  fault.Place     // of @Query
	Width  int             // of what stands there, in UTF-16 units
}

// Unreadable is a statement whose parameters cannot be told.
func (q *Query) Unreadable(err error) fault.Diagnostic {
	return fault.Spot{Place: q.Place, Length: q.Width}.Problem("query-statement", "%s: %s", q.Name, err)
}

// Finding is what a query gives to its caller.
type Finding uint8

// What queries give. A statement that returns no rows gives, as a value, how many it has changed.
const (
	FindsUnsaid  Finding = iota // no type was written
	FindsNothing                // void
	FindsValue                  // the first column of the only row
	FindsValues                 // the first column of all rows
	FindsRow
	FindsRows
)

// Problem is a mistake in the statement, which only who knows the database finds.
func (q *Query) Problem(code, message string) fault.Diagnostic {
	return fault.Spot{Place: q.Place, Length: q.Width}.Problem(code, "%s: %s", q.Name, message)
}

// queries reads the methods with @Query, those of base classes included; a method that the class writes again hides the base's.
func (b *rowsBuilder) queries(owner *declared) []*Query {
	var list []*Query
	seen := map[string]bool{}
	for _, link := range b.chain(owner) {
		for _, d := range link.members {
			method := link.member(d.Member)
			if d.Decorator != "Query" || method == nil || seen[d.Member] {
				continue
			}
			if query, ok := b.query(link, d, method); ok {
				list = append(list, query)
			}
		}
		for _, m := range link.class.Members {
			seen[m.Name] = true
		}
	}
	return list
}

func (b *rowsBuilder) query(owner *declared, d *Declaration, method *source.Member) (*Query, bool) {
	s := b.spotOf(owner, d)
	q := &Query{
		Method: d.Member, Name: owner.nameOf(d), SQL: b.optionText(d, "sql", s), Place: s.Place, Width: s.Length,
		Async: method.Async || method.Type != nil && unwrapPromise(method.Type) != method.Type,
	}
	if method.Kind != source.Method {
		problem := s.Problem("query-target", "@Query stands on %s, which is no method", q.Name)
		problem.Hint = "write it as a method, whose parameters are those of the statement: " + d.Member + "(id) { … }"
		b.report(problem)
		return nil, false
	}
	for _, p := range method.Params {
		if p.Rest || p.Destructured {
			problem := owner.atParam(p).Problem("query-parameter", "a parameter of %s has no name of its own", q.Name)
			b.report(fault.Explain(problem, "the parameters of the statement are found by the names of the method's",
				"write one parameter for each: find(email, name)"))
			return nil, false
		}
		q.Params = append(q.Params, p.Name)
	}
	result, problem := b.Types.Result(owner.file, method.Type)
	if problem != nil {
		b.report(naming("the result of "+q.Name, *problem))
		return nil, false
	}
	gives(q, result)
	return q, b.canMake(owner, q, method) && b.canHold(owner, q, method, result)
}

// canHold reports a query that is to find what no column can hold.
func (b *rowsBuilder) canHold(owner *declared, q *Query, method *source.Member, result *schema.Type) bool {
	if result.Kind == schema.List && result.Elem != nil {
		result = result.Elem
	}
	s := owner.at(method)
	switch result.Kind {
	case schema.Host:
		problem := s.Problem("query-result", "%s finds %s", q.Name, fault.Article(result.Name))
		b.report(fault.Explain(problem, "no column can hold that", "name a class for the rows, a type of object, or the type of the only column"))
		return false
	case schema.Shape:
		return b.fieldsFit(s, q.Name, result.Name, result.Fields)
	case schema.Object:
		b.problems = append(b.problems, b.Types.ResolveFields(result.Class)...)
		return b.fieldsFit(s, q.Name, result.Class.Name, result.Class.Fields)
	}
	return true
}

// gives reads what a query finds off the type of the method's result.
func gives(q *Query, t *schema.Type) {
	q.May = t.Nullable
	value, row := FindsValue, FindsRow
	switch t.Kind {
	case schema.Untyped:
		return
	case schema.Void:
		q.Finds = FindsNothing
		return
	case schema.StringList, schema.IntegerList, schema.FloatList:
		q.Finds = FindsValues
		return
	case schema.Any:
		q.Finds = FindsRows
		return
	case schema.List:
		if t.Elem == nil {
			q.Finds = FindsRows
			return
		}
		value, row, t = FindsValues, FindsRows, t.Elem
	}
	switch t.Kind {
	case schema.Object:
		q.Finds, q.Class = row, t.Class
	case schema.Shape:
		q.Finds, q.Fields = row, keptIn(t.Fields)
	case schema.Map:
		q.Finds = row
		if t.Elem != nil {
			q.Kept = keptAs(t.Elem)
		}
	case schema.Any:
		q.Finds = row
	default:
		q.Finds, q.Kept = value, keptAs(t)
	}
}

// canMake reports a query whose rows are to be objects of a class that nobody can make.
func (b *rowsBuilder) canMake(owner *declared, q *Query, method *source.Member) bool {
	c := q.Class
	if c == nil || c.Export != "" && c.RequiredArgs == 0 && !c.Abstract {
		return true
	}
	problem := owner.at(method).Problem("query-result", "%s finds %s, of which no row can be made", q.Name, fault.Article(c.Name))
	b.report(fault.Explain(problem, "the class is not exported, is abstract, or its constructor wants arguments",
		fmt.Sprintf("export class %s, without a constructor", c.Name)))
	return false
}

// strayQueries reports @Query in a class that has no database.
func (b *rowsBuilder) strayQueries(owner *declared) {
	for _, d := range owner.members {
		if d.Decorator != "Query" || d.Target == OnParam {
			continue
		}
		problem := b.spotOf(owner, d).Problem("query-target", "%s carries @Query, but %s is no repository", owner.nameOf(d), owner.name())
		b.report(fault.Explain(problem, "a query runs on the database of its repository's rows",
			fmt.Sprintf("write class %s extends Repository<User>, or run the statement with a SqlTemplate", owner.name())))
	}
}
