package instrument

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

// Probes puts probes into a program. The value of the program is a function then, of the [Recorder.Arguments]; what it returns is what the
// value was before. It returns a table without places for a program that is not a bundle.
func Probes(tree *ast.Program, in *Sources) *Table {
	p := &pass{
		sources: in, table: &Table{}, function: none, file: none, place: none,
		modules: map[int32]*module{}, declared: map[unistring.String]int32{}, seen: map[placeKey]bool{},
	}
	for _, f := range in.Files {
		p.table.Files = append(p.table.Files, f.File)
	}
	statement, main, body := mainOf(tree)
	if body == nil {
		return p.table
	}
	p.main(main, body)

	statement.Expression = newArrow([]string{reachName, resumeName, throwName, catchName}, newBlock(newReturn(main)))
	return p.table
}

// mainOf returns the function that a bundle consists of.
func mainOf(tree *ast.Program) (*ast.ExpressionStatement, *ast.ArrowFunctionLiteral, *ast.BlockStatement) {
	if len(tree.Body) != 1 {
		return nil, nil, nil
	}
	statement, _ := tree.Body[0].(*ast.ExpressionStatement)
	if statement == nil {
		return nil, nil, nil
	}
	main, _ := statement.Expression.(*ast.ArrowFunctionLiteral)
	if main == nil {
		return nil, nil, nil
	}
	body, _ := main.Body.(*ast.BlockStatement)
	return statement, main, body
}

// pass is one way through a tree.
type pass struct {
	sources *Sources
	table   *Table

	top     *scope // of the bundle: the variables of all modules
	modules map[int32]*module

	declared map[unistring.String]int32 // where a variable of the top level is: the place of the statement, none for one that is hoisted

	file     int32  // of the statement of the top level
	function int32  // by its number
	scope    *scope // innermost; nil at the top level
	place    int32  // of the statement
	hint     string // the name of what a function is assigned to
	class    string
	latest   string    // of the classes, by its name
	members  []binding // what only an element of a class knows, while that follows: the name of the class
	heads    *heads    // of the function whose parameters are looked at; usually nil
	seen     map[placeKey]bool
}

// placeKey is a place in a function.
type placeKey struct{ function, file, line, column int32 }

// module is the top level of a file.
type module struct {
	number, function int32
	bindings         map[string]binding
}

func (p *pass) main(main *ast.ArrowFunctionLiteral, body *ast.BlockStatement) {
	p.top = &scope{declared: map[unistring.String]bool{}}
	for _, declaration := range main.DeclarationList {
		for _, b := range declaration.List {
			p.nameTop(b.Target)
		}
	}
	for _, statement := range body.List {
		switch d := statement.(type) {
		case *ast.FunctionDeclaration:
			p.top.declared[d.Function.Name.Name] = true
		case *ast.ClassDeclaration:
			p.top.declared[d.Class.Name.Name] = true
		case *ast.LexicalDeclaration:
			for _, b := range d.List {
				p.nameTop(b.Target)
			}
		}
	}
	var list []ast.Statement
	for i, statement := range body.List {
		end := len(p.sources.Code)
		if i+1 < len(body.List) {
			end = offset(p.start(body.List[i+1]))
		}
		if p.file = p.sources.fileOf(p.lineOf(offset(p.start(statement))), end); p.file == none {
			list = append(list, statement)
			continue
		}
		p.function = p.module().function
		list = p.statementIn(list, statement)
	}
	body.List = append(p.accessors(), list...)
}

// lineOf returns the begin of the line of an offset: a statement's mark is in front of the blanks before it.
func (p *pass) lineOf(at int) int {
	return strings.LastIndexByte(string(p.sources.Code[max(0, at-64):at]), '\n') + 1 + max(0, at-64)
}

func (p *pass) nameTop(target ast.Node) {
	s := &scope{}
	p.declare(s, target, false)
	for name := range s.declared {
		p.top.declared[name] = true
	}
}

// module returns that of the current file.
func (p *pass) module() *module {
	m := p.modules[p.file]
	if m == nil {
		m = &module{bindings: map[string]binding{}, function: int32(len(p.table.Functions))}
		p.table.Functions = append(p.table.Functions, Function{File: p.file, Line: 1, Column: 1, Module: true, Suspends: true})
		function := p.function
		p.function = m.function
		m.number = p.number(Module, none, &scope{})
		p.function, p.modules[p.file] = function, m
	}
	return m
}

func (p *pass) moduleScope() int32 {
	if p.file == none {
		return none
	}
	return p.module().number
}

// accessors returns those of the modules, whose names are all known now.
func (p *pass) accessors() (list []ast.Statement) {
	files := make([]int32, 0, len(p.modules))
	for f := range p.modules {
		files = append(files, f)
	}
	slices.Sort(files)
	for _, f := range files {
		m, s := p.modules[f], &scope{}
		for _, b := range m.bindings {
			s.bindings = append(s.bindings, b)
		}
		slices.SortFunc(s.bindings, func(a, b binding) int { return strings.Compare(a.Name.Name, b.Name.Name) })
		for _, b := range s.bindings {
			if id, plain := b.is.(*ast.Identifier); plain {
				if place, known := p.declared[id.Name]; known {
					b.Place = place
				}
			}
			p.table.Scopes[m.number].Names = append(p.table.Scopes[m.number].Names, b.Name)
		}
		list = append(list, newConst(accessorName(m.number), p.accessor(m.number, s)))
	}
	return list
}

// mention remembers that a module uses a variable of the top level by a name: one of its own, or an import. The member is that of which the
// variable is the object; nil if there is none.
func (p *pass) mention(id *ast.Identifier, member *ast.DotExpression) {
	for s := p.scope; s != nil; s = s.outer {
		if s.declared[id.Name] {
			return
		}
	}
	if p.file == none || !p.top.declared[id.Name] {
		return
	}
	found := p.sources.used(id)
	if found.name == "" || found.whole && member == nil {
		return
	}
	is := ast.Expression(id)
	m := p.module()
	switch known := m.bindings[found.name]; {
	case found.member != "":
		is = p.memberOf(known.is, found.member, id)
	case known.is != nil:
		return
	case found.whole:
		copied := *member
		is = &copied
	}
	if is != nil {
		m.bindings[found.name] = binding{Name{Name: found.name, Constant: true, Place: none}, is}
	}
}

// memberOf returns a namespace, an object of what is used of it, with another member; nil if the name is not one.
func (p *pass) memberOf(namespace ast.Expression, member string, id *ast.Identifier) ast.Expression {
	object, is := namespace.(*ast.ObjectLiteral)
	if namespace == nil {
		object, is = &ast.ObjectLiteral{LeftBrace: added, RightBrace: added}, true
	}
	if !is || member == "__proto__" {
		return nil
	}
	for _, property := range object.Value {
		if keyName(property.(*ast.PropertyKeyed).Key) == member {
			return object
		}
	}
	object.Value = append(object.Value, newProperty(member, newName(id.Name.String())))
	return object
}

// own remembers a variable that a statement of a module's top level declares; the place is that of the statement if it has no value before.
func (p *pass) own(id *ast.Identifier, constant bool, place int32) {
	if name := p.sources.declared(id); name != "" && !isPrivate(name) && p.file != none {
		p.declared[id.Name] = place
		p.module().bindings[name] = binding{Name{Name: name, Constant: constant, Place: none}, id}
	}
}

// add returns the number of a place, or none if its function has it already.
func (p *pass) add(at mark, debugger bool) int32 {
	key := placeKey{p.function, at.file, at.line, at.column}
	if p.seen[key] {
		return none
	}
	p.seen[key] = true
	p.table.Places = append(p.table.Places, Place{
		File: at.file, Line: at.line, Column: at.column, Scope: p.accessible(), Function: p.function, Debugger: debugger,
		Module: p.table.Functions[p.function].Module,
	})
	return int32(len(p.table.Places) - 1)
}

// probe returns the call for a place.
func (p *pass) probe(place int32) ast.Expression {
	return newProbe(place, accessorAt(p.table.Places[place].Scope))
}
