package inside

import (
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/dop251/goja"
)

// A class function, as far as it leads to private members.
type (
	baseFunction struct {
		Plain
		lenProp property
	}
	scriptFunction struct {
		baseFunction
		stash   *stash
		privEnv pointer
		prg     *goja.Program
		src     string
		strict  bool
	}
	class struct {
		scriptFunction
		initFields     *goja.Program
		computedKeys   []goja.Value
		privateEnvType pointer
	}
	privateNames struct{ instanceType, staticType pointer }
	stash        struct {
		values, extraArgs []goja.Value
		names             pointer
		obj               *goja.Object
		outer             pointer
	}
)

// Privates are the values of private members: of fields, nil before they are initialized, and of methods and accessors, each in the order of
// the text of the class.
type Privates struct{ Methods, Fields []goja.Value }

// classes is the table of classes.
var classes pointer

var checkPrivates = sync.OnceValue(func() error {
	made, err := goja.New().RunString("(class { #a = 1 })")
	if err = errors.Join(err, checkObjects(), checkProperty()); err != nil {
		return err
	}
	o := made.(*goja.Object)
	names, found := reflect.TypeOf(goja.New()).Elem().FieldByName("vm")
	if !found {
		return errors.New("goja.Runtime has no field vm")
	}
	env, found := names.Type.Elem().FieldByName("privEnv")
	if !found {
		return errors.New("goja.vm has no field privEnv")
	}
	variables, found := names.Type.Elem().FieldByName("stash")
	if !found {
		return errors.New("goja.vm has no field stash")
	}
	values := startOf(implementation(o)).Field(reflect.TypeFor[Plain]().NumField() - 1)
	if values.Type.Kind() != reflect.Map || values.Type.Key().Kind() != reflect.Pointer {
		return fmt.Errorf("%s is not a map of pointers", values.Name)
	}
	classes = selfOf(o).table
	return errors.Join(expect(o, "classFuncObject", reflect.TypeFor[class]()), compare(env.Type.Elem(), reflect.TypeFor[privateNames]()),
		compare(variables.Type.Elem(), reflect.TypeFor[stash]()),
		compare(values.Type.Elem().Elem(), reflect.TypeFor[Privates]()))
})

// startOf returns the struct that what is behind an object begins with, at the innermost.
func startOf(theirs reflect.Type) reflect.Type {
	for theirs.Kind() == reflect.Struct && theirs.Name() != "baseObject" && theirs.NumField() > 0 && theirs.Field(0).Anonymous {
		theirs = theirs.Field(0).Type
	}
	return theirs
}

// PrivatesOf returns the private members that an object has by a class; those of the class itself, which are static, if the object is the
// class. It returns nil if there are none. To set a field is to set an element.
func PrivatesOf(o, of *goja.Object) *Privates {
	if !Members.On() || selfOf(of).table != classes || startsPlain(implementation(o)) != nil {
		return nil
	}
	c := (*class)(selfOf(of).data)
	names := (*privateNames)(c.privEnv)
	if c.privateEnvType == nil || names == nil || names.instanceType != c.privateEnvType {
		return nil
	}
	key := names.instanceType
	if o == of {
		key = names.staticType
	}
	kept := plainOf(o).PrivateElements
	return (*(*map[pointer]*Privates)(pointer(&kept)))[key]
}

// ClosedOver returns the variables of the functions around a class that some function in them uses: those of the innermost one first, in the order
// of their declarations.
func ClosedOver(of *goja.Object) (values []goja.Value) {
	if !Members.On() || selfOf(of).table != classes {
		return nil
	}
	for s := (*class)(selfOf(of).data).stash; s != nil; s = (*stash)(s.outer) {
		values = append(values, s.values...)
	}
	return values
}

// AccessorOf returns the functions of a property with a getter or a setter; ok is false for all others.
func AccessorOf(v goja.Value) (get, set *goja.Object, ok bool) {
	if !Members.On() || !IsProperty(v) {
		return nil, nil, false
	}
	p := ValueOf(&v).property()
	return p.getterFunc, p.setterFunc, p.accessor
}

// KindOf returns the name of goja's type for what is behind an object, such as mapObject; empty if it is not known.
func KindOf(o *goja.Object) string {
	if self := reflect.ValueOf(o).Elem().FieldByName("self"); self.IsValid() && self.Kind() == reflect.Interface && !self.IsNil() {
		if t := self.Elem().Type(); t.Kind() == reflect.Pointer {
			return t.Elem().Name()
		}
	}
	return ""
}
