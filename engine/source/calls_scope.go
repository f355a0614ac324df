package source

// bound is the meaning of a name where it is used.
type bound struct {
	found bool
	at    int      // the token at which the name is bound
	value int      // the first token of its value; 0 if it has none
	path  []string // the path assigned to it: this.sql for `const sql = this.sql`
	typ   *Type    // its declared type
}

// body records the parameters of the function whose body begins here.
func (r *reader) body(params []*Param, from int) {
	if r.bodies != nil && len(params) > 0 {
		r.bodies[from] = params
	}
}

// binding finds what a name means at token i. It goes back through the enclosing scopes and skips brackets
// that are closed again. Names that are bound after their use are not found.
func (r *reader) binding(name string, i int) bound {
	if r.nested >= maxConstants {
		return bound{}
	}
	r.nested++
	defer func() { r.nested-- }()
	apart := false // a token that ends an expression is between
	for j := i - 1; j >= 0; j-- {
		if r.budget--; r.budget < 0 {
			return bound{found: true} // of unknown value
		}
		t := r.tok(j)
		switch m := int(t.match); {
		case m >= 0 && m < j: // a closing bracket
			if b := r.destructured(name, m, j); b.found {
				return b
			}
			j = m
			continue
		case m > j: // an opening bracket around the use
			if b := r.bodyParam(name, j); b.found {
				return b
			}
			if t.op == '{' {
				if b := r.headParam(name, j-1); b.found {
					return b
				}
			}
			apart = false
		case t.op == opArrow && !apart:
			if b := r.bodyParam(name, j+1); b.found {
				return b
			}
			if b := r.headParam(name, j-1); b.found {
				return b
			}
		case t.op == ';' || t.op == ',':
			apart = true
		case r.isDeclared(name, j):
			return r.declared(j)
		}
	}
	return bound{}
}

// isDeclared reports whether a variable of that name is declared at token j.
func (r *reader) isDeclared(name string, j int) bool {
	return r.isIdent(j) && j > 0 && r.name(j) == name &&
		(r.word(j-1, "const") || r.word(j-1, "let") || r.word(j-1, "var"))
}

// declared reads the variable at j.
func (r *reader) declared(j int) bound {
	b := bound{found: true, at: j, value: r.initialiser(j)}
	b.typ = r.comment(j-1, j).Type
	at := r.at
	r.at = j + 1
	r.accept('!')
	if written := r.annotation(); written != nil {
		b.typ = written
	}
	r.at = at
	if b.value > 0 && r.word(j-1, "const") {
		b.path = r.pathAt(b.value)
	}
	return b
}

// initialiser returns the first token of the value of the variable at j, or 0.
func (r *reader) initialiser(j int) int {
	at := r.at
	defer func() { r.at = at }()
	r.at = j + 1
	r.accept('!')
	r.annotation()
	if !r.is('=') {
		return 0
	}
	return r.at + 1
}

// pathAt reads an expression that consists of a path only: this.sql, sql.primary.
func (r *reader) pathAt(i int) []string {
	path, first := []string(nil), i
	for r.isIdent(i) || r.tok(i).kind == tokenPrivate {
		path = append(path, r.text(i))
		if i++; r.op(i) != '.' && r.op(i) != opChain {
			break
		}
		i++
	}
	if len(path) == 0 || len(path) > maxPath || !r.endsStatement(i) && r.op(i) != ',' && r.op(i) != '}' {
		return nil
	}
	return r.resolved(path, first)
}

// resolved replaces the first name of a path by the path assigned to it.
func (r *reader) resolved(path []string, at int) []string {
	if path[0] == "this" {
		return path
	}
	if b := r.binding(path[0], at); b.path != nil {
		return append(b.path[:len(b.path):len(b.path)], path[1:]...)
	}
	return path
}

// destructured finds the name among those of `const { sql } = this`; the braces are at open and closing.
func (r *reader) destructured(name string, open, closing int) bound {
	if open < 1 || r.op(open) != '{' && r.op(open) != '[' ||
		!r.word(open-1, "const") && !r.word(open-1, "let") && !r.word(open-1, "var") {
		return bound{}
	}
	for k := open + 1; k < closing; k = r.after(k) {
		if !r.isIdent(k) || r.name(k) != name || r.op(k+1) == ':' {
			continue
		}
		b := bound{found: true, at: k}
		plain := r.op(open) == '{' && r.op(k-1) != ':' && r.op(k-1) != opSpread && isOneOf(r.op(k+1), ',', '}')
		if plain && r.word(open-1, "const") && r.op(closing+1) == '=' {
			if path := r.pathAt(closing + 2); path != nil {
				b.path = append(path[:len(path):len(path)], name)
			}
		}
		return b
	}
	return bound{}
}

// bodyParam finds the name among the parameters of the declared function whose body begins at token j.
func (r *reader) bodyParam(name string, j int) bound {
	for _, p := range r.bodies[j] {
		if p.Name == name {
			return bound{found: true, at: j, typ: p.Type}
		}
	}
	return bound{}
}

// headParam finds the name among the parameters that end at token j, before a body or an arrow.
func (r *reader) headParam(name string, j int) bound {
	if j > 0 && r.isIdent(j) && r.op(j+1) == opArrow {
		if r.name(j) == name {
			return r.callbackParam(j, j)
		}
		return bound{}
	}
	for back := 0; j > 0 && r.op(j) != ')' && back < 12; back++ { // skip the return type
		if m := int(r.tok(j).match); m >= 0 && m < j {
			j = m
		}
		if j--; j < 0 || isOneOf(r.op(j), ';', '{', '=', opArrow) {
			return bound{}
		}
	}
	open := -1
	if j > 0 && r.op(j) == ')' {
		open = int(r.tok(j).match)
	}
	if open >= 1 && r.word(open-1, "for") && r.isDeclared(name, open+2) {
		return bound{found: true, at: open + 2}
	}
	if open < 1 || r.isControl(open-1) {
		return bound{}
	}
	for k := open + 1; k < j; k = r.after(k) {
		if r.isIdent(k) && r.name(k) == name && isOneOf(r.op(k-1), '(', ',') {
			return r.callbackParam(k, open)
		}
	}
	return bound{}
}

// isControl reports whether the token is a keyword whose parentheses hold no parameters.
func (r *reader) isControl(i int) bool {
	switch r.text(i) {
	case "if", "while", "switch", "for", "with":
		return r.isIdent(i)
	}
	return false
}

// callbackParam returns the parameter at k of a function whose parameters begin at first. The parameter of a
// function passed to transaction is bound to what transaction was called on.
func (r *reader) callbackParam(k, first int) bound {
	b := bound{found: true, at: k}
	at := r.at
	r.at = k + 1
	b.typ = r.annotation()
	r.at = at
	before := first - 1
	if before >= 0 && r.word(before, "async") {
		before--
	}
	if before < 2 || r.op(before) != '(' || !r.word(before-1, "transaction") || first+1 < k {
		return b
	}
	if path, start := r.receiver(before - 2); path != nil {
		b.path = r.resolved(path, start)
		if b.path[0] != "this" && b.typ == nil {
			b.typ = r.binding(b.path[0], start).typ
		}
	}
	return b
}
