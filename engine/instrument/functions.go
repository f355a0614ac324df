package instrument

import (
	"slices"
	"strconv"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
)

// called is what functions, arrows and static blocks have in common.
type called struct {
	self     *ast.Identifier // its name within it
	params   *ast.ParameterList
	body     *ast.BlockStatement // nil for an arrow without braces
	value    ast.Expression      // of such an arrow
	vars     []*ast.VariableDeclaration
	at       file.Idx
	name     string
	kind     ScopeKind
	arrow    bool
	suspends bool
	top      bool // it is the top level of a file
}

func (p *pass) functionLiteral(f *ast.FunctionLiteral, at file.Idx, name string) {
	c := &called{
		self: f.Name, params: f.ParameterList, body: f.Body, vars: f.DeclarationList, at: at, name: name, suspends: f.Async || f.Generator,
	}
	if f.Name != nil {
		c.name = p.sourceName(f.Name)
	}
	p.run(c)
}

// declaration goes through a function that is declared: its name is that of a variable outside.
func (p *pass) declaration(f *ast.FunctionLiteral) {
	p.run(&called{
		params: f.ParameterList, body: f.Body, vars: f.DeclarationList, at: f.Function, name: p.sourceName(f.Name), suspends: f.Async || f.Generator,
	})
}

// sourceName returns the name of a variable in the source, or else that in the bundle.
func (p *pass) sourceName(id *ast.Identifier) string {
	if name := p.sources.declared(id); name != "" {
		return name
	}
	return id.Name.String()
}

func (p *pass) arrowLiteral(f *ast.ArrowFunctionLiteral, name string) {
	c := &called{params: f.ParameterList, vars: f.DeclarationList, at: f.Start, name: name, arrow: true, suspends: f.Async}
	body, braces := f.Body.(*ast.BlockStatement)
	if !braces {
		value := f.Body.(*ast.ExpressionBody)
		c.value = value.Expression
		body = newBlock()
		f.Body = body
	}
	c.body = body
	p.run(c)
}

// run goes through a function.
func (p *pass) run(c *called) {
	outer := *p
	defer func() {
		p.scope, p.function, p.place, p.members, p.class, p.heads = outer.scope, outer.function, outer.place, outer.members, outer.class, outer.heads
	}()
	p.enter(c)
	p.heads, p.place = nil, none
	s := &scope{this: !c.arrow && !c.top, bindings: p.members, declared: map[unistring.String]bool{}}
	p.members = nil
	if c.params != nil {
		p.parameters(c.params, s)
	}
	p.declareVars(s, c.vars)
	p.declareLexical(s, c.body.List)
	if c.self != nil {
		p.declare(s, c.self, true) // unless something else within it has the name
	}
	places := len(p.table.Places)
	p.open(s, c.kind, c.suspends && !c.top)
	if c.kind == Module && s.number != none {
		p.table.Scopes[s.number].Parent = none
	}
	directives := prologue(c.body.List)
	c.body.List = c.body.List[len(directives):]
	list := p.bodyOf(c)
	if len(p.table.Places) > places {
		list = p.withAccessor(s, list)
	}
	c.body.List = slices.Concat(directives, list)
}

// prologue returns the directives that a function begins with: they have to stay in front of what is added.
func prologue(list []ast.Statement) []ast.Statement {
	for i, s := range list {
		statement, _ := s.(*ast.ExpressionStatement)
		if statement == nil {
			return list[:i:i]
		}
		if _, text := statement.Expression.(*ast.StringLiteral); !text {
			return list[:i:i]
		}
	}
	return slices.Clone(list)
}

// bodyOf returns the statements of a function with their probes.
func (p *pass) bodyOf(c *called) []ast.Statement {
	if c.value == nil {
		return p.list(c.body.List)
	}
	at, exact := p.sources.find(c.value.Idx0())
	if !exact {
		at, exact = p.sources.find(c.at)
	}
	var list []ast.Statement
	if exact {
		if place := p.add(at, false); place != none {
			p.place = place
			list = append(list, &ast.ExpressionStatement{Expression: p.probe(place)})
		}
	}
	value := c.value
	p.expression(&value)
	return append(list, newReturn(value))
}

// enter makes a function the current one. What the bundler has made of a function of the source is that function.
func (p *pass) enter(c *called) {
	at, exact := p.sources.find(c.at)
	switch {
	case c.top:
		p.function = p.module().function
		return
	case !exact && p.function != none && !p.table.Functions[p.function].Module:
		p.table.Functions[p.function].Suspends = p.table.Functions[p.function].Suspends || c.suspends
		return
	case !exact:
		at = mark{file: max(p.file, 0), line: 1, column: 1}
	}
	p.table.Functions = append(p.table.Functions, Function{
		File: at.file, Line: at.line, Column: at.column, Name: c.name, Suspends: c.suspends,
	})
	p.function = int32(len(p.table.Functions) - 1)
}

// heads are the parameters in front of one that has a default, while that is looked at.
type heads struct {
	scope  *scope
	number int32
}

// parameters goes through the parameters of a function, and adds them to its scope. The accessor of a default has only those in front of it:
// goja takes a parameter that a function in its own default mentions for one without a value.
func (p *pass) parameters(list *ast.ParameterList, s *scope) {
	all := make([]ast.Node, 0, len(list.List)+1)
	for _, b := range list.List {
		all = append(all, b)
	}
	if list.Rest != nil {
		all = append(all, list.Rest)
	}
	before := make([]int, len(all))
	for i, parameter := range all {
		before[i] = len(s.bindings)
		p.declare(s, parameter, false)
	}
	// What is within a default has no variable to find an accessor in.
	head := &scope{outer: p.scope, number: none, depth: depthOf(p.scope), declared: s.declared}
	p.scope = head
	for i, parameter := range all {
		p.heads = &heads{&scope{this: s.this, bindings: s.bindings[:before[i]:before[i]]}, none}
		p.pattern(parameter)
	}
	p.heads = nil
	p.close()
}

// accessor returns one that is made in the place of a default, or that of the scope outside.
func (h *heads) accessor(p *pass, place int32) []ast.Expression {
	if len(h.scope.bindings) == 0 && !h.scope.this {
		return accessorAt(p.table.Places[place].Scope)
	}
	if h.number == none {
		h.number = p.number(Local, p.accessible(), h.scope)
	}
	p.table.Places[place].Scope = h.number
	return []ast.Expression{p.accessor(h.number, h.scope)}
}

// fallback goes through a default. One of a parameter has a probe, with an accessor of the parameters that is made there: it is in front of
// all that a variable could be declared in.
func (p *pass) fallback(target ast.Node, slot *ast.Expression) {
	if *slot == nil {
		return
	}
	at, exact := p.sources.find((*slot).Idx0())
	heads, place := p.heads, int32(none)
	if heads != nil && exact {
		place = p.add(at, false)
	}
	p.heads = nil
	p.named(target, slot)
	if p.heads = heads; place == none {
		return
	}
	name := ""
	if id, plain := target.(*ast.Identifier); plain {
		name = id.Name.String()
	}
	*slot = newSequence(newProbe(place, heads.accessor(p, place)), *slot, name)
}

// classLiteral goes through a class. The name of one that is an expression is known only within it.
func (p *pass) classLiteral(c *ast.ClassLiteral, declared bool) {
	class, outer, name := p.class, p.members, p.hint
	p.hint = ""
	p.expression(&c.SuperClass)
	var members []binding
	within := &scope{declared: map[unistring.String]bool{}}
	if c.Name != nil {
		name = p.sourceName(c.Name)
		if !declared {
			within.declared[c.Name.Name] = true
			members = []binding{{Name{Name: name, Constant: true, Place: none}, c.Name}}
		}
	}
	within.outer, within.number, within.depth = p.scope, none, depthOf(p.scope)
	p.scope, p.class = within, name
	for _, element := range c.Body {
		p.members = members
		p.element(element)
	}
	p.scope, p.class, p.members, p.latest = within.outer, class, outer, name
}

func (p *pass) element(element ast.ClassElement) {
	switch e := element.(type) {
	case *ast.MethodDefinition:
		members := p.members
		if e.Computed {
			p.members = nil
			p.expression(&e.Key)
		}
		p.members = members
		p.functionLiteral(e.Body, e.Idx, p.memberName(e.Key))
	case *ast.ClassStaticBlock:
		p.run(&called{body: e.Block, vars: e.DeclarationList, at: e.Static, name: p.class})
	case *ast.FieldDefinition:
		p.field(e)
	}
}

// memberName returns the name of a member with that of its class, as it is in stacks.
func (p *pass) memberName(key ast.Expression) string {
	name := keyName(key)
	switch {
	case p.class == "" || name == "":
		return name
	case name == "constructor":
		return p.class
	}
	return p.class + "." + name
}

func keyName(key ast.Expression) string {
	switch k := key.(type) {
	case *ast.StringLiteral:
		return k.Value.String()
	case *ast.PrivateIdentifier:
		return "#" + k.Name.String()
	case *ast.NumberLiteral:
		if n, is := k.Value.(int64); is {
			return strconv.FormatInt(n, 10)
		}
	}
	return ""
}

// field goes through a field. Its value is like the body of a method.
func (p *pass) field(e *ast.FieldDefinition) {
	members := p.members
	p.members = nil
	if e.Computed {
		p.expression(&e.Key)
	}
	if e.Initializer == nil {
		return
	}
	outer := *p
	defer func() { p.scope, p.function, p.place, p.heads = outer.scope, outer.function, outer.place, outer.heads }()
	p.enter(&called{at: e.Idx, name: p.memberName(e.Key)})
	p.heads, p.place = nil, none
	s := &scope{this: true, bindings: members}
	at, exact := p.sources.find(e.Idx)
	if !exact || isNameless(e.Initializer) && (e.Computed || keyName(e.Key) == "") {
		p.named(e.Key, &e.Initializer)
		return
	}
	place := p.add(at, false)
	p.place = place
	p.named(e.Key, &e.Initializer)
	number := p.number(Local, p.accessible(), s)
	p.table.Places[place].Scope = number
	probe := newProbe(place, []ast.Expression{p.accessor(number, s)})
	e.Initializer = newSequence(probe, e.Initializer, keyName(e.Key))
}
