package inside

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// pointer is where something is of which goja does not export the type.
type pointer = unsafe.Pointer

// face is the two words of an interface value. The table says of what type the value is, and where its methods are.
type face struct{ table, data pointer }

// opaque is the type of the elements of a slice that are not read.
type opaque struct{}

var (
	faceType   = reflect.TypeFor[face]()
	opaqueType = reflect.TypeFor[opaque]()
)

// compare returns how a type of goja's differs from its mirror. The mirror of a struct has the first of its fields; one with
// a structure of its own may have a face for an interface, and an unsafe.Pointer for what is a pointer, a map or a function.
func compare(theirs, mirror reflect.Type) error {
	if theirs == mirror {
		return nil
	}
	kind := theirs.Kind()
	switch {
	case kind == reflect.Interface && mirror.Kind() == reflect.Struct && mirror.ConvertibleTo(faceType) && theirs.NumMethod() > 0:
		return nil
	case mirror.Kind() == reflect.UnsafePointer && (kind == reflect.Pointer || kind == reflect.Map || kind == reflect.Func):
		return nil
	case mirror.Kind() != kind:
		return fmt.Errorf("%s is not a %s", theirs, mirror.Kind())
	}
	switch kind {
	case reflect.Struct:
		return compareFields(theirs, mirror)
	case reflect.Pointer:
		return compare(theirs.Elem(), mirror.Elem())
	case reflect.Slice:
		if mirror.Elem() == opaqueType {
			return nil
		}
		return same(theirs.Elem(), mirror.Elem())
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint32:
		return nil
	}
	return fmt.Errorf("%s is not %s", theirs, mirror)
}

func compareFields(theirs, mirror reflect.Type) error {
	for i := range mirror.NumField() {
		ours := mirror.Field(i)
		if i >= theirs.NumField() {
			return fmt.Errorf("%s has no field %s", theirs, ours.Name)
		}
		field := theirs.Field(i)
		if field.Offset != ours.Offset || field.Anonymous != ours.Anonymous || !field.Anonymous && !strings.EqualFold(field.Name, ours.Name) {
			return fmt.Errorf("%s has the field %s at %d, where %s at %d is expected", theirs, field.Name, field.Offset, ours.Name, ours.Offset)
		}
		if err := compare(field.Type, ours.Type); err != nil {
			return fmt.Errorf("%s.%s: %w", theirs, field.Name, err)
		}
	}
	return nil
}

// same is compare for a type of which the mirror has all: one that is made here, or that is in a slice.
func same(theirs, mirror reflect.Type) error {
	if err := compare(theirs, mirror); err != nil {
		return err
	}
	if theirs.Size() != mirror.Size() || theirs.Kind() == reflect.Struct && theirs.NumField() != mirror.NumField() {
		return fmt.Errorf("%s has %d bytes, where %d are expected", theirs, theirs.Size(), mirror.Size())
	}
	return nil
}

// fieldOf returns a field of a struct, for those that are too large to be mirrored.
func fieldOf(theirs reflect.Type, name string) (reflect.StructField, error) {
	field, found := theirs.FieldByName(name)
	if !found {
		return field, fmt.Errorf("%s has no field %s", theirs, name)
	}
	return field, nil
}
