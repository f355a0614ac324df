package guard

import (
	"reflect"

	"github.com/dop251/goja/ast"
)

// walk calls visit for every place in the program that holds an expression, inner ones first, so that visit
// may put another expression there. It follows the fields of the nodes by reflection: goja has no walker, and
// new kinds of nodes are found, too.
func walk(program *ast.Program, visit func(slot *ast.Expression)) {
	(&walker{visit: visit}).walk(program)
}

func (w *walker) walk(program *ast.Program) {
	w.plans = map[reflect.Type][]int{}
	w.value(reflect.ValueOf(&program.Body).Elem())
}

type walker struct {
	visit func(*ast.Expression)
	plans map[reflect.Type][]int // the fields to follow, by struct type

	bind  func(*ast.Binding)                    // gets every variable with its value, after it; may be nil
	block func([]ast.Statement) []ast.Statement // gets every list of statements, after them; nil with bind
}

var (
	expressionType = reflect.TypeFor[ast.Expression]()
	bindingType    = reflect.TypeFor[ast.Binding]()
	statementsType = reflect.TypeFor[[]ast.Statement]()
)

func (w *walker) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		w.value(v.Elem())
		if v.Type() == expressionType && v.CanAddr() {
			w.visit(v.Addr().Interface().(*ast.Expression))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			w.value(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.value(v.Index(i))
		}
		if w.block != nil && v.Type() == statementsType && v.CanSet() {
			v.Set(reflect.ValueOf(w.block(v.Interface().([]ast.Statement))))
		}
	case reflect.Struct:
		for _, field := range w.plan(v.Type()) {
			w.value(v.Field(field))
		}
		if w.bind != nil && v.Type() == bindingType && v.CanAddr() {
			w.bind(v.Addr().Interface().(*ast.Binding))
		}
	}
}

// plan lists the fields that can lead to an expression. The declaration lists are left out, because their
// nodes are in the bodies, too.
func (w *walker) plan(t reflect.Type) []int {
	if fields, ok := w.plans[t]; ok {
		return fields
	}
	fields := []int{}
	for i := range t.NumField() {
		field := t.Field(i)
		switch field.Type.Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Slice, reflect.Struct:
			if field.IsExported() && field.Name != "DeclarationList" && field.Type.PkgPath() != filePackage {
				fields = append(fields, i)
			}
		}
	}
	w.plans[t] = fields
	return fields
}

const filePackage = "github.com/dop251/goja/file"
