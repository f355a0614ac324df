package source

import "strings"

// TypeKind is the form of a written type.
type TypeKind uint8

// The forms of types. Forms that do not matter for declarations (conditional, mapped, indexed,
// template-literal, keyof, typeof, predicate types) are TypeOther with their text.
const (
	TypeName         TypeKind = iota // int, User, ns.User, list<int>, Promise<User>
	TypeArray                        // T[] and readonly T[]: Args[0]
	TypeUnion                        // A | B: Args
	TypeIntersection                 // A & B: Args
	TypeTuple                        // [A, B]: Args
	TypeShape                        // {id: int, note?: string}, array{id: int}: Fields
	TypeLiteral                      // "a", 1, true: Text without quotes, Literal
	TypeFunction                     // (a: A) => B, new () => X
	TypeNull                         // null, undefined, void
	TypeAny                          // JSDoc * and ?
	TypeOther
	TypeElsewhere // Args[0], as it means in the file From: only [Type.In] makes it
)

// Type is a type as it is written; nothing is resolved. Equivalent spellings have one form: ?T and T? and T |
// null are T with Nullable, array{…} is a shape, JSDoc Array.<T> is Array<T>, Object<K, V> keeps its name.
type Type struct {
	Kind     TypeKind
	Name     string  // TypeName: dotted name
	From     string  // TypeName: the specifier of an import type, import("./user.js").User; TypeElsewhere: a path
	Args     []*Type // type arguments, or the parts
	Fields   []ShapeField
	Literal  ValueKind // TypeLiteral: ValueString, ValueInt, ValueFloat, ValueBool, ValueBigInt
	Nullable bool      // null or undefined allowed; the null itself is not among Args
	Text     string    // as written, white space folded to single blanks; a literal's value
	Pos      Pos
}

// In returns the type as it means in a file, wherever it is resolved then.
func (t *Type) In(file *File) *Type {
	inner := *t
	inner.Nullable = false
	return &Type{Kind: TypeElsewhere, Args: []*Type{&inner}, Nullable: t.Nullable, Pos: t.Pos, From: file.Path}
}

// ShapeField is one property of a shape.
type ShapeField struct {
	Name     string
	Type     *Type // nil if none is written; methods are TypeFunction
	Optional bool
	Index    bool // [key: K]: V; Name is the key's name, Type is V, Key is K
	Key      *Type
	Doc      string
	Pos      Pos

	Example    string // in its comment
	Deprecated bool   // by its comment
}

// String formats the type the way TypeScript would write it.
func (t *Type) String() string {
	if t == nil {
		return ""
	}
	s := t.render()
	if t.Nullable {
		return s + " | null"
	}
	return s
}

func (t *Type) render() string {
	switch t.Kind {
	case TypeName:
		name := t.Name
		if t.From != "" {
			name = `import("` + t.From + `").` + name
		}
		if len(t.Args) == 0 {
			return name
		}
		return name + "<" + joinTypes(t.Args, ", ") + ">"
	case TypeElsewhere:
		return t.Args[0].render()
	case TypeArray:
		if t.Args[0].isOperator() {
			return "(" + t.Args[0].String() + ")[]"
		}
		return t.Args[0].String() + "[]"
	case TypeUnion:
		return joinTypes(t.Args, " | ")
	case TypeIntersection:
		return joinTypes(t.Args, " & ")
	case TypeTuple:
		return "[" + joinTypes(t.Args, ", ") + "]"
	case TypeShape:
		parts := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			parts[i] = f.render()
		}
		return "{ " + strings.Join(parts, "; ") + " }"
	case TypeLiteral:
		if t.Literal == ValueString {
			return `"` + t.Text + `"`
		}
		return t.Text
	case TypeAny:
		return "any"
	case TypeNull:
		return "null"
	default:
		return t.Text
	}
}

// isOperator reports whether the type needs parentheses before [].
func (t *Type) isOperator() bool {
	switch t.Kind {
	case TypeUnion, TypeIntersection, TypeFunction, TypeOther:
		return true
	}
	return t.Nullable
}

func (f ShapeField) render() string {
	name := f.Name
	if f.Index {
		name = "[" + f.Name + ": " + f.Key.String() + "]"
	}
	if f.Optional {
		name += "?"
	}
	if f.Type == nil {
		return name
	}
	return name + ": " + f.Type.String()
}

func joinTypes(types []*Type, sep string) string {
	parts := make([]string, len(types))
	for i, t := range types {
		parts[i] = t.String()
	}
	return strings.Join(parts, sep)
}
