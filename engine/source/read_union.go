package source

// union reads types separated by bars, or a single one.
func (r *reader) union() *Type {
	start := r.at
	r.accept('|')
	first := r.intersection()
	if !r.is('|') {
		return first
	}
	parts := r.parts('|', first, r.intersection)
	return joinUnion(parts, r.typed(start, TypeUnion))
}

// parts reads the operands after the first, each after a sign.
func (r *reader) parts(sign byte, first *Type, operand func() *Type) []*Type {
	parts := []*Type{first}
	for r.accept(sign) {
		parts = append(parts, operand())
	}
	return parts
}

// joinUnion completes union, of which kind, text and place are set, with the parts: null becomes Nullable,
// nested unions become one, and a single part is returned itself.
func joinUnion(parts []*Type, union *Type) *Type {
	for _, p := range parts {
		union.Nullable = union.Nullable || p.Nullable || p.Kind == TypeNull
		switch p.Kind {
		case TypeNull:
		case TypeUnion:
			union.Args = append(union.Args, p.Args...)
		default:
			union.Args = append(union.Args, notNullable(p))
		}
	}
	switch len(union.Args) {
	case 0:
		union.Kind, union.Nullable = TypeNull, false
	case 1:
		single := *union.Args[0]
		single.Nullable, single.Text, single.Pos = union.Nullable, union.Text, union.Pos
		if single.Kind == TypeLiteral || single.Kind == TypeOther || single.Kind == TypeFunction {
			single.Text = union.Args[0].Text
		}
		return &single
	}
	return union
}

func notNullable(t *Type) *Type {
	if !t.Nullable {
		return t
	}
	plain := *t
	plain.Nullable = false
	return &plain
}

func (r *reader) intersection() *Type {
	start := r.at
	r.accept('&')
	first := r.operatorType()
	if !r.is('&') {
		return first
	}
	parts := r.parts('&', first, r.operatorType)
	return r.typed(start, TypeIntersection, parts...)
}
