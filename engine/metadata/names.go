package metadata

import (
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// maxAliases bounds how many types are aliases of each other.
const maxAliases = 20

// names knows what the names of types mean that are no classes.
type names struct {
	project *source.Project
	strict  bool // strictNullChecks
}

// declared returns the value of an enum, an interface or an alias, by what it means.
func (n names) declared(target source.Target, depth int) string {
	switch {
	case target.Enum != nil:
		return enum(target.Enum.Cases...)
	case target.Type != nil:
		return n.kind(target.File, target.Type.Type, depth)
	}
	return "Object"
}

// enum returns the value that cases have in common. A case that is computed is a number.
func enum(cases ...source.EnumCase) string {
	common := ""
	for _, c := range cases {
		value := "Number"
		switch c.Kind {
		case source.ValueString:
			value = "String"
		case source.ValueBool:
			value = "Boolean"
		}
		if common != "" && common != value {
			return "Object"
		}
		common = value
	}
	if common == "" {
		return "Number"
	}
	return common
}

// kind returns the value of a type that has a name, by what it means: a class that has another name is an object as any other.
func (n names) kind(file *source.File, t *source.Type, depth int) string {
	if t == nil || depth > maxAliases || t.Nullable && n.strict {
		return "Object"
	}
	switch t.Kind {
	case source.TypeNull:
		if n.strict && strings.Contains(t.Text, "|") {
			return "Object" // null and undefined
		}
		return nothing
	case source.TypeArray, source.TypeTuple:
		return "Array"
	case source.TypeFunction:
		if strings.HasPrefix(t.Text, "new ") || strings.HasPrefix(t.Text, "abstract ") {
			return "Object"
		}
		return "Function"
	case source.TypeLiteral:
		return literal(t)
	case source.TypeUnion:
		return n.union(file, t, depth)
	case source.TypeIntersection:
		for _, part := range t.Args {
			if value := n.kind(file, part, depth+1); value != "Object" {
				return value
			}
		}
	case source.TypeName:
		return n.name(file, t, depth)
	case source.TypeOther:
		return n.otherKind(file, t)
	}
	return "Object"
}

// union returns the value that all parts have in common; only those of primitive types are one.
func (n names) union(file *source.File, t *source.Type, depth int) string {
	common := ""
	for _, part := range t.Args {
		if isNever(part) {
			continue
		}
		value := n.kind(file, part, depth+1)
		if value == "Array" || value == "Function" || common != "" && value != common {
			return "Object"
		}
		common = value
	}
	if common == "" {
		return nothing
	}
	return common
}

func (n names) name(file *source.File, t *source.Type, depth int) string {
	if value, is := keywords[t.Name]; is {
		return value
	}
	target := n.project.LookupType(file, t)
	switch {
	case target.Class == nil && target.Found():
		return n.declared(target, depth+1)
	case target.Found() || target.From != "" || file.Import(t.Name) != nil:
		return "Object"
	case t.Name == "Array":
		return "Array"
	case aliases[t.Name] != "":
		return aliases[t.Name]
	}
	return "Object"
}

// otherKind knows keys, texts that are put together, and the values of an object that is constant.
func (n names) otherKind(file *source.File, t *source.Type) string {
	if m := constKeys().FindStringSubmatch(t.Text); m != nil && m[1] == m[2] {
		if target := n.project.Lookup(file, m[1]); target.Enum != nil {
			return enum(target.Enum.Cases...)
		}
	}
	switch {
	case strings.HasPrefix(t.Text, "`") && strings.HasSuffix(t.Text, "`"), strings.HasPrefix(t.Text, "keyof "):
		return "String"
	}
	return "Object"
}
