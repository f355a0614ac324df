package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// mostMethods is how many methods a type of a folder may have, those of what it embeds included. A type with more is several, whose fields
// hardly touch each other.
var mostMethods = map[string]int{"host": 80, "engine/bodies": 40}

func TestTypesAreSmall(t *testing.T) {
	packages := map[string]*methodsOf{}
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") || mostOf(path.Dir(file)) == 0 {
			continue
		}
		in := packages[path.Dir(file)]
		if in == nil {
			in = &methodsOf{map[string]map[string]bool{}, map[string][]string{}}
			packages[path.Dir(file)] = in
		}
		in.read(t, file)
	}
	for folder, in := range packages {
		for name := range in.own {
			all, most := map[string]bool{}, mostOf(folder)
			if in.collect(all, name); len(all) > most {
				t.Errorf("%s.%s has %d methods, and may have %d: give what belongs together a type of its own", folder, name, len(all), most)
			}
		}
	}
}

// mostOf returns how many methods a type of a folder may have; 0 if nobody counts.
func mostOf(folder string) int {
	for of, most := range mostMethods {
		if within(folder, of) {
			return most
		}
	}
	return 0
}

// methodsOf has the methods of a package's types.
type methodsOf struct {
	own      map[string]map[string]bool // the names of a type's methods
	embedded map[string][]string        // the types of the package that a struct embeds
}

func (m *methodsOf) read(t *testing.T, file string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", file), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range parsed.Decls {
		switch one := one.(type) {
		case *ast.FuncDecl:
			if one.Recv == nil {
				continue
			}
			name := nameOfType(one.Recv.List[0].Type)
			if m.own[name] == nil {
				m.own[name] = map[string]bool{}
			}
			m.own[name][one.Name.Name] = true
		case *ast.GenDecl:
			for _, spec := range one.Specs {
				m.readStruct(spec)
			}
		}
	}
}

func (m *methodsOf) readStruct(spec ast.Spec) {
	declared, ok := spec.(*ast.TypeSpec)
	if !ok {
		return
	}
	structure, ok := declared.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, field := range structure.Fields.List {
		if len(field.Names) == 0 {
			m.embedded[declared.Name.Name] = append(m.embedded[declared.Name.Name], nameOfType(field.Type))
		}
	}
}

// collect adds the methods of a type, and of what it embeds.
func (m *methodsOf) collect(all map[string]bool, name string) {
	for method := range m.own[name] {
		all[method] = true
	}
	for _, inner := range m.embedded[name] {
		if inner != "" && inner != name {
			m.collect(all, inner)
		}
	}
}

// nameOfType returns the name of a type of the package, or of what a pointer points to; empty for that of another package.
func nameOfType(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return nameOfType(e.X)
	case *ast.IndexExpr:
		return nameOfType(e.X)
	case *ast.IndexListExpr:
		return nameOfType(e.X)
	}
	return ""
}
