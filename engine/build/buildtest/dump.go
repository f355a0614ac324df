package buildtest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// dump writes the fields of a manifest that are not empty, one to a line.
func dump(m *manifest.Manifest) string {
	d := &dumper{seen: map[uintptr]bool{}}
	d.fields(reflect.ValueOf(m).Elem(), "")
	return d.out.String()
}

type dumper struct {
	out  strings.Builder
	seen map[uintptr]bool
}

func (d *dumper) fields(v reflect.Value, indent string) {
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.IsExported() && !v.Field(i).IsZero() && field.Name != "Files" {
			d.value(v.Field(i), indent, field.Name)
		}
	}
}

// value writes a value on a line that begins with its name, or on several lines.
func (d *dumper) value(v reflect.Value, indent, name string) {
	if text, ok := scalar(v); ok {
		fmt.Fprintf(&d.out, "%s%s: %s\n", indent, name, text)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if d.seen[v.Pointer()] {
			fmt.Fprintf(&d.out, "%s%s: as above\n", indent, name)
			return
		}
		d.seen[v.Pointer()] = true
		d.value(v.Elem(), indent, name)
	case reflect.Interface:
		d.value(v.Elem(), indent, name)
	case reflect.Struct:
		fmt.Fprintf(&d.out, "%s%s:\n", indent, name)
		d.fields(v, indent+"  ")
	case reflect.Slice:
		for i := range v.Len() {
			d.value(v.Index(i), indent, fmt.Sprintf("%s %d", name, i))
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(x, y reflect.Value) int {
			return strings.Compare(fmt.Sprint(x), fmt.Sprint(y))
		})
		for _, key := range keys {
			d.value(v.MapIndex(key), indent, fmt.Sprintf("%s %v", name, key))
		}
	}
}

// scalar returns a value that fits on one line.
func scalar(v reflect.Value) (text string, ok bool) {
	switch x := v.Interface().(type) {
	case nil:
		return "nil", true
	case *schema.Type:
		return typeText(x), true
	case *schema.Class:
		return "class " + x.Name, true
	case schema.Absent:
		return "absent", true
	case manifest.Ref:
		return x.File + "#" + x.Export, true
	case []byte:
		return string(x), true
	case []string:
		return fmt.Sprintf("%q", x), true
	case []int:
		return fmt.Sprint(x), true
	case fmt.Stringer:
		if v.Kind() != reflect.Pointer || !v.IsNil() {
			return x.String(), true
		}
	}
	switch v.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Map, reflect.Interface, reflect.Pointer:
		inner := v
		for inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Interface {
			if inner.IsNil() {
				return "nil", true
			}
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct && !isDeclared(inner.Type().PkgPath()) {
			return inner.Type().String(), true // tested in the package that makes it
		}
		return "", false
	}
	return reportValue(v.Interface()), true
}

// isDeclared reports whether a package has what applications declare: neither their types nor their source.
func isDeclared(pkg string) bool {
	within, is := strings.CutPrefix(pkg, "github.com/fwrun/fwrun/engine/")
	return is && within != "schema" && within != "source"
}

func reportValue(value any) string {
	if text, ok := value.(string); ok {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprint(value)
}

// typeText returns a type with its constraints.
func typeText(t *schema.Type) string {
	if t == nil {
		return "nil"
	}
	text := t.Name
	if text == "" {
		text = fmt.Sprintf("kind %d", t.Kind)
	}
	if t.Nullable {
		text += "?"
	}
	if t.Elem != nil {
		text += " of " + typeText(t.Elem)
	}
	if t.Rules != nil {
		text += " with rules"
	}
	return text
}
